/** The API client for Node: the client of every platform, with its own keep-alive connections. */

import {
  type ClientOptions,
  Client as EdgeClient,
  fetchTransport,
  type RateLimiter,
  rateLimiter,
  type Transport,
} from '../client/index.js'
import { type CertificateOptions, checkedBy } from './certificates.js'
import { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'

export * from '../client/index.js'
export type { CertificateOptions } from './certificates.js'
export { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'

/** Options of a client on Node. */
export interface NodeClientOptions extends ClientOptions, CertificateOptions {
  /** Options of the connections. They and those of the certificate are ignored if a `fetch` or a `transport` is given. */
  readonly connections?: UndiciTransportOptions
  /**
   * Delays calls that the server would refuse; share it between all clients of the account. (default: one for this
   * client; `false` for none)
   */
  readonly limiter?: RateLimiter | false
}

/**
 * An API client for one account. It has its own connections, unless it is given a `fetch` or a `transport` (which
 * several clients can share: `const transport = undiciTransport()`).
 *
 * @example
 * const client = new Client({ site: 'https://chat.example.com', email, apiKey })
 * const { user } = await client.users.getByEmail({ email: 'iago@example.com' })
 * await client.close()
 */
export class Client extends EdgeClient {
  /** @throws {InvalidOptionError} when an option can't be used; {ConfigurationError} if `certBundle` can't be read. */
  constructor(options: NodeClientOptions) {
    const given = options.transport ?? (options.fetch === undefined ? undefined : fetchTransport(options.fetch))
    const { certBundle, insecure, connections, ...rest } = options
    const transport = given ?? undiciTransport({ ...connections, ...checkedBy({ certBundle, insecure }) })
    const { limiter = rateLimiter(options.clock ? { clock: options.clock } : {}), ...others } = rest
    super({ ...others, transport: limiter === false ? transport : limiter.over(transport) })
    if (given === undefined) own.set(this, transport)
  }

  /** Closes the connections once running calls are done; a later call opens new ones. */
  override async close(): Promise<void> {
    await own.get(this)?.close?.()
  }
}

/** Not a private field: with one, a handler's client wouldn't be assignable to the `Client` of `earshot/client`. */
const own = new WeakMap<Client, Transport>()
