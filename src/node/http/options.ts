import type { OptionNames } from '../../text/index.js'
import type { TlsFiles } from './tls.js'

/** Limits and protection of a public HTTP server. */
export interface HttpOptions {
  /**
   * Path of the webhook, which may contain a secret, such as `/hook/4fJq2mXw9ZtR4vBn`: every other path but `/healthz`,
   * `/readyz` and `/metrics` is a 404. Compared in constant time, never logged. (default: `/`)
   */
  readonly path?: string
  /** Addresses and networks that may connect, such as `203.0.113.0/24`. (default: all) */
  readonly allow?: readonly string[]
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. (default: none) */
  readonly trustProxy?: readonly string[]
  /** Paths of PEM files, for HTTPS; renewed files are in use within a minute. (default: plain HTTP) */
  readonly tls?: Partial<TlsFiles>
  /** Timeouts of connections. */
  readonly timeouts?: Partial<Timeouts>
  /** Maximum number of connections; a further one replaces the one that has been idle for longest. (default: 2,000) */
  readonly maxConnections?: number
  /** Maximum size of a request's headers, in bytes. (default: 16 KiB) */
  readonly maxHeaderBytes?: number
}

export const httpOptions: OptionNames<HttpOptions> = {
  path: true,
  allow: true,
  trustProxy: true,
  tls: true,
  timeouts: true,
  maxConnections: true,
  maxHeaderBytes: true,
}

/** Milliseconds after which a slow connection is closed. Handlers are not affected. */
export interface Timeouts {
  /** To receive the headers of a request, from the start of the connection; the same again for TLS. (default: 10,000) */
  headers: number
  /** To receive a whole request. (default: 30,000) */
  body: number
  /** Between two requests. Longer than the 60 seconds after which proxies drop a connection. (default: 65,000) */
  idle: number
}

export const timeoutDefaults: Timeouts = { headers: 10_000, body: 30_000, idle: 65_000 }

export const limitDefaults = { maxConnections: 2_000, maxHeaderBytes: 16_384 }
