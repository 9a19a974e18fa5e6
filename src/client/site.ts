import { InvalidOptionError } from './errors/localErrors.js'

export interface Site {
  /** Scheme, host and port. */
  readonly origin: string
  /** The path before `/api/v1`: empty, or without a trailing slash. */
  readonly prefix: string
  readonly address: string
}

/**
 * Parses the address of a server: `https://chat.example.com`, with or without a trailing slash, `/api` or `/api/v1`.
 * Without a scheme, it is HTTPS, or HTTP for this machine.
 *
 * @throws {InvalidOptionError} if it isn't an address, contains credentials, or would send the key unencrypted.
 */
export function siteOf(text: string, allowInsecure: boolean): Site {
  const url = parsed(text)
  if (url === undefined) throw refused('is not the address of a server')
  if (url.username !== '' || url.password !== '') throw refused('contains credentials')
  if (url.search !== '' || url.hash !== '') throw refused('contains a query or a fragment')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(`has the scheme ${url.protocol}`)
  if (url.protocol === 'http:' && !isThisMachine(url.hostname) && !allowInsecure) {
    throw new InvalidOptionError(
      'site',
      `(${url.origin}) would send the API key over plain http to another machine`,
      'Use https, or pass `allowInsecure: true` if you trust the network.',
    )
  }
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '')
  return { origin: url.origin, prefix, address: url.origin + prefix }
}

function refused(problem: string): InvalidOptionError {
  return new InvalidOptionError('site', problem, "Pass the server's address alone, such as https://chat.example.com.")
}

function parsed(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const address = text.trim()
  try {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return new URL(address)
    const { hostname } = new URL(`https://${address}`)
    return new URL(`${isThisMachine(hostname) ? 'http' : 'https'}://${address}`)
  } catch {
    return undefined
  }
}

/** Whether a URL's host is this machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127(\.\d+){3}|\[::1\])$/.test(hostname)
}
