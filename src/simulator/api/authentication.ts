import { errors } from '../../protocol/index.js'
import { Refusal } from '../realm/world/refusal.js'

export interface Credentials {
  readonly email: string
  readonly apiKey: string
}

/**
 * Reads the `Authorization` header of HTTP Basic authentication.
 *
 * @throws {Refusal} if it is missing, of another scheme, or unreadable
 */
export function sentCredentials(header: string | undefined): Credentials {
  if (header === undefined) throw new Refusal(errors.notLoggedIn)
  const [, scheme, encoded] = /^(\S+)\s+(\S+)$/.exec(header.trim()) ?? []
  if (scheme === undefined || encoded === undefined) throw unreadable()
  if (scheme.toLowerCase() !== 'basic') throw new Refusal(errors.basicAuthenticationRequired)
  const [email, apiKey, ...more] = decoded(encoded).split(':')
  if (email === undefined || apiKey === undefined || more.length > 0) throw unreadable()
  return { email, apiKey }
}

function decoded(encoded: string): string {
  if (encoded.length % 4 !== 0) throw unreadable()
  try {
    const bytes = atob(encoded)
    // Credentials are nearly always ASCII, which needs no decoding.
    return isAscii.test(bytes) ? bytes : utf8.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
  } catch {
    throw unreadable()
  }
}

const isAscii = /^[ -~]*$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

function unreadable(): Refusal {
  return new Refusal(errors.invalidAuthorizationHeader)
}
