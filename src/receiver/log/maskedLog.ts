import { type Log, noop } from '../../bot/index.js'

/** Replaces a secret in a log. */
export const mask = '***'

/**
 * Wraps a log so that secrets are masked: fields whose name suggests one, at any depth, and known values inside any
 * string.
 */
export function maskedLog(log: Log, secrets: Iterable<string>): Log {
  const hide = secretHider(secrets)
  const writer = (level: keyof Log) => {
    if (log[level] === noop) return noop
    return (fields: object, message: string) => {
      try {
        log[level](Object(masked(fields, hide, new Map())), hide(message))
      } catch {
        // A failing log must not make the work fail.
      }
    }
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/**
 * Returns a function that masks known secrets inside a string. Secrets under 8 characters are left alone, since they would
 * match ordinary words.
 */
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

/** A secret as is, in a URL, and in JSON. */
function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  // encodeURIComponent throws on a lone surrogate.
  return /\p{Cs}/u.test(secret) ? [secret, inJson] : [secret, inJson, encodeURIComponent(secret)]
}

const secretName = /(?:tokens?|api[-_]?keys?|authorization|passw(?:or)?d|secrets?|cookies?)$/i

type Hide = (text: string) => string

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
  for (const [name, inner] of Object.entries(from)) {
    const value = inner !== undefined && secretName.test(name) ? mask : masked(inner, hide, seen)
    if (name === '__proto__') Object.defineProperty(to, name, { value, enumerable: true })
    else to[hide(name)] = value
  }
  return to
}

/** Stays an `Error`, which logs format specially. */
function maskedError(error: Error, hide: Hide, seen: Map<object, unknown>): unknown {
  const copy = new Error(hide(error.message))
  copied(error, copy as unknown as Record<string, unknown>, hide, seen)
  copy.name = error.name
  copy.stack = hide(error.stack ?? '')
  if (error.cause !== undefined) copy.cause = masked(error.cause, hide, seen)
  return copy
}
