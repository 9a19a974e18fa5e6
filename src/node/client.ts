/** The API client for Node: that of every platform, over connections of its own that are kept alive. */

import {
  type ClientOptions,
  Client as EdgeClient,
  fetchTransport,
  type RateLimiter,
  rateLimiter,
  type Transport,
} from '../client/index.js'
import { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'

export * from '../client/index.js'
export { type UndiciTransportOptions, undiciTransport } from './undiciTransport.js'

/** How a client is made on Node. */
export interface NodeClientOptions extends ClientOptions {
  /** How connections are made and kept; not used where a `fetch` or a `transport` is given. */
  readonly connections?: UndiciTransportOptions
  /**
   * Holds calls back before the server refuses them; give it to all clients of the account. (default: one of its own; `false`
   * for none)
   */
  readonly limiter?: RateLimiter | false
}

/**
 * Speaks to a server as one account. It keeps connections of its own, unless it is given a `fetch` or a `transport`
 * (which several clients can share: `const transport = undiciTransport()`).
 *
 * @example
 * const client = new Client({ site: 'https://chat.example.com', email, apiKey })
 * const { user } = await client.users.getByEmail({ email: 'iago@example.com' })
 * await client.close()
 */
export class Client extends EdgeClient {
  constructor(options: NodeClientOptions) {
    const given = options.transport ?? (options.fetch === undefined ? undefined : fetchTransport(options.fetch))
    const transport = given ?? undiciTransport(options.connections)
    const { connections: _, limiter = rateLimiter(options.clock ? { clock: options.clock } : {}), ...others } = options
    super({ ...others, transport: limiter === false ? transport : limiter.over(transport) })
    if (given === undefined) own.set(this, transport)
  }

  /** Ends the connections once the calls under way are done; a later call opens new ones. */
  override async close(): Promise<void> {
    await own.get(this)?.close?.()
  }
}

/** Not a private field: with one, a handler's client wouldn't be assignable to the `Client` of `earshot/client`. */
const own = new WeakMap<Client, Transport>()
