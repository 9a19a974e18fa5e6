import { type Log, noop } from '../../bot/index.js'

/** What stands in a log where a secret was. */
export const mask = '***'

/**
 * Wraps a log so that no secret reaches it: neither in a field that is named like one, at any depth, nor a known value
 * inside any text.
 */
export function maskedLog(log: Log, secrets: Iterable<string>): Log {
  const hide = secretHider(secrets)
  const writer = (level: keyof Log) => {
    if (log[level] === noop) return noop
    return (fields: object, message: string) => {
      try {
        log[level](Object(masked(fields, hide, new Map())), hide(message))
      } catch {
        // What can't be logged, or a log that is broken, must not stop the work that is being reported.
      }
    }
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/**
 * Makes the function that replaces known secrets inside a text. Those shorter than 8 characters are let be: they would be
 * found inside ordinary words.
 */
export function secretHider(secrets: Iterable<string>): (text: string) => string {
  const known = new Set([...secrets].filter((secret) => secret.length >= shortestHidden).flatMap(formsOf))
  const lengths = [...new Set([...known].map((secret) => secret.length))].sort((one, other) => other - one)
  const shortest = lengths.at(-1) ?? Number.POSITIVE_INFINITY
  // A text is looked through piece by piece, so that its length counts and the number of secrets does not.
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

/** A secret as it is, and as it would stand in an address or in JSON. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  // Half a surrogate pair has no form in an address, and asking for it throws.
  return /\p{Cs}/u.test(secret) ? [secret, inJson] : [secret, inJson, encodeURIComponent(secret)]
}

const secretName = /(?:tokens?|api[-_]?keys?|authorization|passw(?:or)?d|secrets?|cookies?)$/i

type Hide = (text: string) => string

/** A copy without secrets; what was seen before is given again, so that circles end. */
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
  for (const [name, inner] of Object.entries(from)) {
    const value = inner !== undefined && secretName.test(name) ? mask : masked(inner, hide, seen)
    if (name === '__proto__') Object.defineProperty(to, name, { value, enumerable: true })
    else to[hide(name)] = value
  }
  return to
}

/** Stays an error, since log writers have their own way with errors. */
function maskedError(error: Error, hide: Hide, seen: Map<object, unknown>): unknown {
  const copy = new Error(hide(error.message))
  copied(error, copy as unknown as Record<string, unknown>, hide, seen)
  copy.name = error.name
  copy.stack = hide(error.stack ?? '')
  if (error.cause !== undefined) copy.cause = masked(error.cause, hide, seen)
  return copy
}
