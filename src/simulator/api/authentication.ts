import { errors } from '../../protocol/index.js'
import { Refusal } from '../realm/refusal.js'

/** The address and the API key of a caller, as they were sent. */
export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

/**
 * Reads the `Authorization` header of HTTP Basic authentication.
 *
 * @throws {Refusal} if it is missing, of another scheme, or unreadable
 * @see spec 5.1
 */
export function sentCredentials(header: string | undefined): Credentials {
  if (header === undefined) throw new Refusal(errors.notLoggedIn)
  const known = read.get(header)
  if (known !== undefined) return known
  const shown = readCredentials(header)
  if (read.size >= mostRead) read.clear()
  read.set(header, shown)
  return shown
}

/** Most requests come from a few callers. */
const read = new Map<string, Credentials>()
const mostRead = 1_000

function readCredentials(header: string): Credentials {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/)
  if (scheme === undefined || encoded === undefined || rest.length > 0) throw unreadable()
  if (scheme.toLowerCase() !== 'basic') throw new Refusal(errors.basicAuthenticationRequired)
  const [email, apiKey, ...more] = decoded(encoded).split(':')
  if (email === undefined || apiKey === undefined || more.length > 0) throw unreadable()
  return { email, apiKey }
}

function decoded(encoded: string): string {
  if (encoded.length % 4 !== 0) throw unreadable()
  try {
    const bytes = atob(encoded)
    if (!nonAscii.test(bytes)) return bytes
    return utf8.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
  } catch {
    throw unreadable()
  }
}

const nonAscii = /[^\0-\x7f]/
const utf8 = new TextDecoder('utf-8', { fatal: true })

function unreadable(): Refusal {
  return new Refusal(errors.invalidAuthorizationHeader)
}
