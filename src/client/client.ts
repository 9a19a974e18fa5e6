import { findEndpoint } from '../protocol/endpoints/index.js'
import { type EndpointName, endpoints, type FeatureId, hasFeature, isThere } from '../protocol/index.js'
import type { Json } from './call/answers.js'
import { isForAll, mayCall } from './call/asBot.js'
import { EndpointCaller } from './call/caller.js'
import { callRaw, type RequestMethod, type RequestOptions } from './call/rawCall.js'
import { type WholeTopics, wholeTopics } from './deleteWholeTopic.js'
import { type FileDownloads, fileDownloads } from './download.js'
import type { Namespaces } from './namespaces.js'
import { type CallOptions, type ClientOptions, type Settings, settingsOf } from './options.js'
import { type EventPages, eventPages, type MessagePages, messagePages } from './pages.js'

/** The namespaces, with methods that call an endpoint several times. */
type Endpoints = Omit<Namespaces, keyof Repeating> & {
  readonly [Name in keyof Repeating]: Namespaces[Name] & Repeating[Name]
}

interface Repeating {
  readonly streams: WholeTopics
  readonly messages: MessagePages
  readonly events: EventPages
  readonly files: FileDownloads
}

const repeating: Readonly<Record<string, (methods: never, settings: Settings) => object>> = {
  streams: (methods: Namespaces['streams'], settings) => wholeTopics(methods, settings.clock),
  messages: messagePages,
  events: (methods: Namespaces['events'], settings) => eventPages(methods, settings.clock),
  files: fileDownloads,
}

// The namespaces are made from a table, so their types are declared rather than inferred.
const Base = class {} as unknown as new () => Endpoints

/**
 * Calls a server's API as one account: one method per endpoint, such as `client.users.getByEmail({ email })`.
 *
 * It validates parameters before sending, retries only what is safe to repeat, reads the server's feature level if
 * the call depends on it, and returns responses in the current shape, even from older servers. It uses `fetch`, on every platform;
 * `NodeClient` from `earshot/node` is the same with its own connections and a rate limiter.
 *
 * @example
 * const client = new Client({ site: 'https://chat.example.com', email, apiKey })
 * const { user } = await client.users.getByEmail({ email: 'iago@example.com' })
 */
export class Client extends Base {
  /** Address of the server, without a trailing slash. */
  readonly site: string
  /** Address of the account that makes the calls. */
  readonly email: string
  readonly #settings: Settings
  readonly #caller: EndpointCaller
  readonly #namespaces: Record<string, object> = {}

  // Each namespace is made when it is first used: most clients use few of them.
  static {
    for (const { name: endpoint } of endpoints) {
      const [name = ''] = endpoint.split('.')
      Object.defineProperty(Client.prototype, name, {
        configurable: true,
        get(this: Client) {
          this.#namespaces[name] ??= namespaceOf(name, this.#caller, this.#settings)
          return this.#namespaces[name]
        },
      })
    }
  }

  /** @throws {InvalidOptionError} when an option can't be used. */
  constructor(options: ClientOptions) {
    const settings = settingsOf(options)
    super()
    this.site = settings.site.address
    this.email = settings.email
    this.#settings = settings
    this.#caller = new EndpointCaller(settings)
  }

  /**
   * Calls any endpoint, for those that have no method here. Parameters and response are the server's own: they aren't checked
   * or converted. Credentials, errors, retries, time limits and the rate limit are those of every call.
   *
   * @param path The path below `/api/v1`, with its leading slash; already encoded.
   * @param params Strings are sent as they are, Blobs as files, everything else as JSON; undefined values are left out.
   * @throws {InvalidParameterError} before sending, if the method or the path can't be used.
   * @throws the same errors as the methods.
   * @example
   * const { exports } = await client.request('GET', '/export/realm')
   */
  request(
    method: RequestMethod,
    path: string,
    params: Readonly<Record<string, unknown>> = {},
    options: RequestOptions = {},
  ): Promise<Json> {
    return callRaw(this.#settings, { ...options, method, path, params })
  }

  /**
   * The server's feature level, read at most once an hour; `fresh` reads it now, e.g. after the server was restarted.
   *
   * @example if ((await ctx.client.featureLevel()) < 219) return 'This server is too old.'
   */
  featureLevel({ fresh = false }: { readonly fresh?: boolean } = {}): Promise<number> {
    return fresh ? this.#caller.level.read() : this.#caller.level.get()
  }

  /**
   * Whether the server has a feature of the level table; or, for the name of an endpoint, whether it has the endpoint and
   * lets this account call it. For an endpoint that is not for every account, it looks the account up each time.
   *
   * @example
   * if (!(await ctx.client.supports('emoji.upload'))) return 'Only a person can do that.'
   */
  async supports(what: FeatureId | EndpointName): Promise<boolean> {
    const level = await this.featureLevel()
    const endpoint = findEndpoint(what)
    if (endpoint === undefined) return hasFeature(level, what as FeatureId)
    if (!isThere(endpoint, level)) return false
    return isForAll(endpoint, level) || mayCall(endpoint, await this.users.me(), level)
  }

  /** Milliseconds for which a reply that is sent now would have to wait for the account's rate limit. */
  get rateLimitWait(): number {
    return this.#settings.transport.waitFor?.('reply') ?? 0
  }

  /** When the server gave its latest answer, by its own clock: UNIX milliseconds, in whole seconds; undefined if it doesn't say. */
  get serverTime(): number | undefined {
    return Date.parse(this.#settings.latest.date ?? '') || undefined
  }
}

/** A test compares the interfaces of the methods with the declarations. */
function namespaceOf(namespace: string, caller: EndpointCaller, settings: Settings): object {
  const methods: Record<string, unknown> = {}
  for (const { name } of endpoints) {
    const [first, method = ''] = name.split('.')
    if (first !== namespace) continue
    methods[method] = (params: unknown = {}, options?: CallOptions) => caller.call(name, params, options)
  }
  return Object.assign(methods, repeating[namespace]?.(methods as never, settings))
}
