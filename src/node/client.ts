import {
  Client,
  type ClientOptions,
  fetchTransport,
  type RateLimiter,
  rateLimiter,
  type Transport,
} from '../client/index.js'
import { clientOptions } from '../client/options.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { type CertificateOptions, checkedBy } from './certificates.js'
import { proxyFor } from './proxies.js'
import { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'

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

const nodeClientOptions: OptionNames<NodeClientOptions> = {
  ...clientOptions,
  certBundle: true,
  insecure: true,
  connections: true,
  limiter: true,
}

/**
 * The `Client` for programs on Node: with its own keep-alive connections, proxies (`HTTPS_PROXY`), private certificate
 * authorities, and a rate limiter. Unless it is given a `fetch` or a `transport` (which several clients can share:
 * `const transport = undiciTransport()`), close it when you are done.
 *
 * @example
 * const client = new NodeClient({ site: 'https://chat.example.com', email, apiKey })
 * const { user } = await client.users.getByEmail({ email: 'iago@example.com' })
 * await client.close()
 */
export class NodeClient extends Client {
  /** Connections that nobody else uses. */
  readonly #own: Transport | undefined

  /** @throws {InvalidOptionError} when an option can't be used; {ConfigurationError} if `certBundle` or the variable of the proxy can't be used. */
  constructor(options: NodeClientOptions) {
    checkOptions('The client', options, nodeClientOptions)
    const given = options.transport ?? (options.fetch === undefined ? undefined : fetchTransport(options.fetch))
    const { certBundle, insecure, connections, ...rest } = options
    const transport = given ?? undiciTransport({ ...connections, ...checkedBy({ certBundle, insecure }) })
    const { limiter = rateLimiter(options.clock ? { clock: options.clock } : {}), ...others } = rest
    super({ ...others, transport: limiter === false ? transport : limiter.over(transport) })
    this.#own = given === undefined ? transport : undefined
    if (this.#own) proxyFor(new URL(this.site), connections?.environment ?? process.env)
  }

  /** Closes the connections once running calls are done; a later call opens new ones. */
  async close(): Promise<void> {
    await this.#own?.close?.()
  }
}
