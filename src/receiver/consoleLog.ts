import { type Log, unwritten } from '../bot/index.js'
import { jsonText } from '../protocol/lean.js'

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
    if (levels[level] < levels[least]) return unwritten
    const head = { level: levels[level], time: 0, ...always }
    const lineOf = flatLines(head)
    return (fields: object, message: string) => {
      const time = now()
      write(lineOf?.(time, fields, message) ?? line({ ...head, time }, fields, message))
    }
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** Pino's numbers. */
const levels: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 }

/**
 * Puts most lines together of texts: those that have nothing but texts, numbers and the like, each under a name of its own.
 * Gives nothing for others, and is not there where what stands on every line is not like that.
 */
function flatLines(head: { readonly level: number; readonly time: number }) {
  if (!isFlat(head) || 'msg' in head) return undefined
  const [before, after] = JSON.stringify({ ...head, time: 0.5 })
    .slice(0, -1)
    .split('"time":0.5', 2)
  return (time: number, fields: object, message: string): string | undefined => {
    let facts = ''
    for (const name of Object.keys(fields)) {
      const value: unknown = Reflect.get(fields, name)
      if (Object.hasOwn(head, name) || name === 'msg' || !isFlatValue(value) || name === 'toJSON') return undefined
      const written = typeof value === 'string' ? jsonText(value) : JSON.stringify(value)
      if (written !== undefined) facts += `,${jsonText(name)}:${written}`
    }
    return `${before}"time":${time}${after}${facts},"msg":${jsonText(message)}}`
  }
}

function line(head: object, fields: object, message: string): string {
  try {
    const facts = { ...head, ...asInPino(fields), msg: message }
    return JSON.stringify(facts, isFlat(facts) ? undefined : readable)
  } catch (error) {
    // Facts that can't be written, such as a circle, must not stop the work that is being reported.
    return JSON.stringify({ ...head, msg: message, unwritten: error instanceof Error ? error.message : String(error) })
  }
}

/** Whether JSON has words for all of it, as in most lines; asking about each value costs more than writing it. */
function isFlat(facts: object): boolean {
  return Object.values(facts).every(isFlatValue)
}

function isFlatValue(value: unknown): boolean {
  return typeof value !== 'object' && typeof value !== 'bigint'
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
