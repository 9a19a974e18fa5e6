import type { Log } from '../bot/index.js'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface ConsoleLogOptions {
  /** The least level that is written; `info` when not given. */
  readonly level?: LogLevel
  /** Takes one line, without its line break; the platform's console when not given. */
  readonly write?: (line: string) => void
  /** UNIX time in milliseconds, for the lines' time. */
  readonly now?: () => number
}

/**
 * Writes a line of JSON for every event: `level`, `time` (ISO 8601), the facts, and `msg` at the end.
 *
 * @example `createReceiver({ bots, log: consoleLog({ level: 'debug' }) })`
 */
export function consoleLog(options: ConsoleLogOptions = {}): Log {
  const { level: least = 'info', write = (line) => console.log(line), now = Date.now } = options
  const writer = (level: LogLevel) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return () => {}
    return (fields: object, message: string) => write(line(level, now(), fields, message))
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

function line(level: LogLevel, time: number, fields: object, message: string): string {
  const head = { level, time: new Date(time).toISOString() }
  try {
    return JSON.stringify({ ...head, ...fields, msg: message }, readable)
  } catch (error) {
    // Facts that can't be written, such as a circle, must not stop the work that is being reported.
    return JSON.stringify({ ...head, msg: message, unwritten: error instanceof Error ? error.message : String(error) })
  }
}

/** JSON has no words for errors and big integers; these are the ones that log readers look for. */
function readable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  return { ...value, name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}
