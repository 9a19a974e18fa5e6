import { type Log, noop } from '../../bot/index.js'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface ConsoleLogOptions {
  /** The least level that is written; `info` when not given. */
  readonly level?: LogLevel
  /** Takes one line, without its line break; the platform's console when not given. */
  readonly write?: (line: string) => void
  /** UNIX time in milliseconds, for the lines' time. */
  readonly now?: () => number
  /** What stands on every line, such as the name of the machine. */
  readonly fields?: object
}

/**
 * Writes a line of JSON for every event, as pino does and its tools read: `level` (20 for debug, 30 for info, 40 for a
 * warning, 50 for an error), `time` (UNIX milliseconds), the facts, and `msg` at the end. What is thrown is in `err`.
 *
 * @example `createReceiver({ bots, log: consoleLog({ level: 'debug' }) })`
 */
export function consoleLog(options: ConsoleLogOptions = {}): Log {
  const { level: least = 'info', write = (line) => console.log(line), now = Date.now, fields: always = {} } = options
  const writer = (level: LogLevel) => {
    if (levels[level] < levels[least]) return noop
    return (fields: object, message: string) =>
      write(line({ level: levels[level], time: now(), ...always }, fields, message))
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** Pino's numbers. */
const levels: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 }

function line(head: object, fields: object, message: string): string {
  try {
    return JSON.stringify({ ...head, ...asInPino(fields), msg: message }, readable)
  } catch (error) {
    // Facts that can't be written, such as a circle, must not stop the work that is being reported.
    return JSON.stringify({ ...head, msg: message, unwritten: error instanceof Error ? error.message : String(error) })
  }
}

/** What is thrown has another name there, and so has its kind. */
function asInPino(fields: object): object {
  if (!('error' in fields) || typeof fields.error !== 'object' || fields.error === null) return fields
  const { error, ...rest } = fields
  const plain = readable('', error) as { readonly name?: unknown }
  const { name, ...facts } = plain
  return { ...rest, err: { type: name, ...facts } }
}

/** JSON has no words for errors and big integers; these are the ones that log readers look for. */
function readable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  return { ...value, name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}
