import { described } from './described.js'

/** Where a bot's log lines go: facts first, so that a program can read them; then a sentence, so that a person can. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Stands for a level of which nothing is written, so that whoever makes the lines can tell. */
export const noop: Log['info'] = () => {}

/** Takes every line and keeps none. */
export const silent: Log = { debug: noop, info: noop, warn: noop, error: noop }

/** The same log, with these fields on every line. */
export function withFields(log: Log, fields: object): Log {
  return new LogWithFields(log, fields)
}

/** What is taken from it by name can be handed on by itself; a level that nobody writes to is not made. */
class LogWithFields implements Log {
  readonly #log: Log
  readonly #fields: object

  constructor(log: Log, fields: object) {
    this.#log = log
    this.#fields = fields
  }

  get debug(): Log['debug'] {
    return this.#writer('debug')
  }

  get info(): Log['info'] {
    return this.#writer('info')
  }

  get warn(): Log['warn'] {
    return this.#writer('warn')
  }

  get error(): Log['error'] {
    return this.#writer('error')
  }

  #writer(level: keyof Log): Log['info'] {
    const log = this.#log
    if (log[level] === noop) return noop
    const fields = this.#fields
    return (more, message) => log[level](Object.assign({}, fields, more), message)
  }
}

export interface LoggedError {
  readonly name: string
  readonly code?: string
  readonly message: string
  readonly stack?: string | undefined
}

/** What a log line says of an error; the stack with it, since logs are for those who mend bots. */
export function errorFields(error: unknown): { readonly error: LoggedError } {
  if (!(error instanceof Error)) return { error: { name: 'no Error', message: `${described(error)} was thrown` } }
  const { name, message, stack } = error
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { error: { name, ...code, message, stack } }
}
