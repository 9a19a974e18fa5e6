import type { OptionNames } from '../../text/index.js'
import type { TlsFiles } from './tls.js'

/** What protects a server that others can reach. All of it has defaults, or is off. */
export interface DoorOptions {
  /**
   * Where deliveries come in, such as `/hook/` and a secret: everything else is as if it were not there, but for
   * `/healthz`. It is compared in constant time, and never logged. The root unless given.
   */
  readonly path?: string
  /** Addresses and networks, such as `203.0.113.0/24`, that may ask for anything. Everyone unless given. */
  readonly allow?: readonly string[]
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. Nobody's is unless given. */
  readonly trustProxy?: readonly string[]
  /** Paths of PEM files, for HTTPS; renewed ones are taken into use within a minute. Plain HTTP unless given. */
  readonly tls?: Partial<TlsFiles>
  /** How long those may take who send slowly, or nothing. */
  readonly timeouts?: Partial<Timeouts>
  /** Connections at a time. When there is one more, one that is of no use is ended. 2,000. */
  readonly maxConnections?: number
  /** Bytes of all headers of a request. 16 KiB. */
  readonly maxHeaderBytes?: number
  /** Bytes of bodies on their way, all together; when there are more, the largest is ended. 32 MiB. */
  readonly maxBufferedBytes?: number
}

export const doorOptions: OptionNames<DoorOptions> = {
  path: true,
  allow: true,
  trustProxy: true,
  tls: true,
  timeouts: true,
  maxConnections: true,
  maxHeaderBytes: true,
  maxBufferedBytes: true,
}

/** Milliseconds that a connection may take. Slow senders are cut off; handlers may take what they need. */
export interface Timeouts {
  /** For the headers of a request, and before them for the first byte and the TLS handshake. 10,000. */
  headers: number
  /** For the whole of a request. 30,000. */
  body: number
  /** Without a byte in either direction. 65,000, longer than the minute after which proxies drop a connection. */
  idle: number
}

export const timeoutDefaults: Timeouts = { headers: 10_000, body: 30_000, idle: 65_000 }

export const limitDefaults = { maxConnections: 2_000, maxHeaderBytes: 16_384, maxBufferedBytes: 32 * 2 ** 20 }
