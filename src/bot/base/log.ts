/** Receives a bot's log lines: fields for programs, then a sentence for people. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A level that writes nothing. Callers can compare with it to avoid composing lines. */
export const noop: Log['info'] = () => {}

/** Discards every line. */
export const silent: Log = { debug: noop, info: noop, warn: noop, error: noop }

/** Creates a log from a function that creates each level. */
export function logOf(writer: (level: keyof Log) => Log['info']): Log {
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** The same log, with these fields on every line. */
export function withFields(log: Log, fields: object): Log {
  return new LogWithFields(log, fields)
}

/** Each delivery has one or two, most of which write a single line: a level is made when it is used. */
class LogWithFields implements Log {
  readonly #log: Log
  readonly #fields: object

  constructor(log: Log, fields: object) {
    this.#log = log
    this.#fields = fields
  }

  get debug(): Log['debug'] {
    return this.#level('debug')
  }

  get info(): Log['info'] {
    return this.#level('info')
  }

  get warn(): Log['warn'] {
    return this.#level('warn')
  }

  get error(): Log['error'] {
    return this.#level('error')
  }

  #level(level: keyof Log): Log['info'] {
    const log = this.#log
    if (log[level] === noop) return noop
    return (more, message) => log[level](Object.assign({}, this.#fields, more), message)
  }
}

interface LoggedError {
  readonly name: string
  readonly code?: string
  readonly message: string
  readonly stack?: string | undefined
}

/** An error's fields for a log line, including the stack, for debugging. */
export function errorFields(error: unknown): { readonly error: LoggedError } {
  if (!(error instanceof Error)) return { error: { name: 'no Error', message: `${described(error)} was thrown` } }
  const { name, message, stack } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { error: { name, ...code, message, stack } }
}

export function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') {
    const keys = Object.keys(value)
    return keys.length === 0 ? 'an object without keys' : `an object with ${keys.slice(0, 5).join(', ')}`
  }
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : `the ${typeof value} ${value}`
}
