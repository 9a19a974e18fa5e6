import { fetchTransport, type Transport } from '../client/index.js'

/** Whom a server is trusted by, and what is shown to it. */
export interface Certificates {
  /** PEM certificates of authorities to trust instead of the usual ones. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[]
  /** PEM certificate and key to show to the server. */
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
}

/**
 * Carries requests on Bun, which puts a stand-in of its own in place of undici that carries none. Its `fetch` keeps
 * connections by itself, so that of the options those about certificates alone mean something here.
 */
export function bunTransport({ ca, cert, key }: Certificates): Transport & { close(): Promise<void> } {
  const tls = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
  // An option that Bun has beside those of the standard.
  const own: object = Object.keys(tls).length === 0 ? {} : { tls }
  return { ...fetchTransport((url, init) => fetch(url, { ...init, ...own })), async close() {} }
}

export const isBun = process.versions.bun !== undefined
