import { type Log, logOf, noop } from '../bot/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { errorMessage } from '../values.js'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface ConsoleLogOptions {
  /** The lowest level to write. (default: `info`) */
  readonly level?: LogLevel
  /** Writes a line, passed without its line break. (default: `console.log`) */
  readonly write?: (line: string) => void
  /** Returns the time of a line, in UNIX milliseconds. */
  readonly now?: () => number
  /** Fields added to every line, such as the host name. */
  readonly fields?: object
}

const logOptions: OptionNames<ConsoleLogOptions> = { level: true, write: true, now: true, fields: true }

/**
 * Writes lines of JSON in pino's format: `level` (20 debug, 30 info, 40 warn, 50 error), `time` (UNIX milliseconds), the
 * fields, and `msg`. Errors are in `err`.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @example `createReceiver({ bots, log: consoleLog({ level: 'debug' }) })`
 */
export function consoleLog(options: ConsoleLogOptions = {}): Log {
  checkOptions('consoleLog', options, logOptions)
  const { level: least = 'info', write = (line) => console.log(line), now = Date.now, fields: always = {} } = options
  return logOf((level) => {
    if (levels[level] < levels[least]) return noop
    return (fields, message) => write(line({ level: levels[level], time: now() }, always, fields, message))
  })
}

const levels: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 }

function line(head: object, always: object, fields: object, message: string): string {
  try {
    // Several times faster than spreading.
    const facts: Record<string, unknown> = Object.assign({}, head, always, asInPino(fields), { msg: message })
    let special = false
    for (const name in facts) special ||= isSpecial(facts[name])
    return JSON.stringify(facts, special ? jsonReplacer : undefined)
  } catch (error) {
    // Fields that can't be serialised, such as cycles, must not make the caller fail.
    return JSON.stringify({ ...head, ...always, msg: message, unwritten: errorMessage(error) })
  }
}

function asInPino(fields: object): object {
  if (!('error' in fields) || typeof fields.error !== 'object' || fields.error === null) return fields
  const { error, ...rest } = fields
  const plain = jsonReplacer('', error) as { readonly name?: unknown }
  const { name, ...facts } = plain
  return { ...rest, err: { type: name, ...facts } }
}

/** Whether it may be, or contain, something that JSON has no form for. A replacer makes JSON several times slower. */
const isSpecial = (value: unknown) => typeof value === 'object' || typeof value === 'bigint'

/** For `JSON.stringify`, which drops errors and throws on big integers. */
export function jsonReplacer(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (!(value instanceof Error)) return value
  return { ...value, name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}

/** Replaces a secret in a log. */
export const mask = '***'

/** Wraps a log so that secrets are masked: fields whose name suggests one, at any depth, and known values inside any string. */
export function maskedLog(log: Log, secrets: Iterable<string>): Log {
  const inner = maskedLogs.get(log)
  // Instead of masking lines twice, masks them once with the secrets of both.
  if (inner) return maskedLog(inner.log, [...inner.secrets, ...secrets])
  const known = [...secrets]
  const hide = secretHider(known)
  const result = logOf((level) => {
    if (log[level] === noop) return noop
    return (fields, message) => {
      try {
        log[level](hasNothingToMask(fields, hide) ? fields : Object(masked(fields, hide, new Map())), hide(message))
      } catch {
        // A failing log must not make the caller fail.
      }
    }
  })
  maskedLogs.set(result, { log, secrets: known })
  return result
}

const maskedLogs = new WeakMap<Log, { readonly log: Log; readonly secrets: readonly string[] }>()

/** Returns a function that masks known secrets inside a string. Secrets under 8 characters are left alone, since they would match ordinary words. */
export function secretHider(secrets: Iterable<string>): (text: string) => string {
  const known = new Set([...secrets].filter((secret) => secret.length >= shortestHidden).flatMap(formsOf))
  const lengths = [...new Set([...known].map((secret) => secret.length))].sort((one, other) => other - one)
  const shortest = lengths.at(-1) ?? Number.POSITIVE_INFINITY
  // Looks up slices in a set, so that the time doesn't depend on the number of secrets.
  return (text) => {
    if (text.length < shortest) return text
    let result = ''
    let copied = 0
    for (let at = 0; at + shortest <= text.length; at += 1) {
      const length = lengths.find((length) => known.has(text.slice(at, at + length)))
      if (length === undefined) continue
      result += text.slice(copied, at) + mask
      copied = at + length
      at = copied - 1
    }
    return copied === 0 ? text : result + text.slice(copied)
  }
}

/** Characters. */
const shortestHidden = 8

function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  // encodeURIComponent throws on a lone surrogate.
  return /\p{Cs}/u.test(secret) ? [secret, inJson] : [secret, inJson, encodeURIComponent(secret)]
}

/** Names of fields that contain secrets. */
export const secretName = /(?:tokens?|api[-_]?keys?|authorization|passw(?:or)?d|secrets?|cookies?)$/i

function isSecretName(name: string): boolean {
  const isSecret = knownNames.get(name) ?? secretName.test(name)
  if (knownNames.size < 1_000 && name.length < 50) knownNames.set(name, isSecret)
  return isSecret
}

/** Nearly all lines have the same few names. */
const knownNames = new Map<string, boolean>()

type Hide = (text: string) => string

/** Whether fields can be logged without a copy, as in nearly all lines. */
function hasNothingToMask(fields: object, hide: Hide): boolean {
  if (Object.getPrototypeOf(Object(fields)) !== Object.prototype) return false
  for (const name in fields) {
    const value = (fields as Readonly<Record<string, unknown>>)[name]
    if (typeof value === 'object' || isSecretName(name) || hide(name) !== name) return false
    if (typeof value === 'string' && hide(value) !== value) return false
  }
  return true
}

/** A copy with secrets masked. `seen` handles cycles. */
function masked(value: unknown, hide: Hide, seen: Map<object, unknown>): unknown {
  if (typeof value === 'string') return hide(value)
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) return seen.get(value)
  if (value instanceof Date) return value
  if (value instanceof URL) return hide(value.href)
  if (Array.isArray(value)) return copied(value, [] as unknown as Record<string, unknown>, hide, seen)
  if (value instanceof Map || value instanceof Set || value instanceof Headers) {
    return masked(value instanceof Set ? [...value] : Object.fromEntries(value), hide, seen)
  }
  if (value instanceof Error) return maskedError(value, hide, seen)
  return copied(value, {}, hide, seen)
}

function copied(from: object, to: Record<string, unknown>, hide: Hide, seen: Map<object, unknown>): unknown {
  seen.set(from, to)
  for (const name of Object.keys(from)) {
    const inner = (from as Readonly<Record<string, unknown>>)[name]
    const value = inner !== undefined && isSecretName(name) ? mask : masked(inner, hide, seen)
    if (name === '__proto__') Object.defineProperty(to, name, { value, enumerable: true })
    else to[hide(name)] = value
  }
  return to
}

/** Returns an `Error` again, since logs format errors specially. */
function maskedError(error: Error, hide: Hide, seen: Map<object, unknown>): unknown {
  const copy = new Error(hide(error.message))
  copied(error, copy as unknown as Record<string, unknown>, hide, seen)
  copy.name = error.name
  copy.stack = hide(error.stack ?? '')
  if (error.cause !== undefined) copy.cause = masked(error.cause, hide, seen)
  return copy
}
