import type { Client } from '../../client/index.js'
import { findEndpoint } from '../../protocol/endpoints/index.js'

type Calling = (call: CallName, work: () => Promise<unknown>) => Promise<unknown>

interface CallName {
  /** Who acts, the endpoint, and the parameters without texts. */
  readonly key: string
  readonly isRepeatable: boolean
}

/** The same client with its writes passed through `calling`. Reads and short-lived notices are made directly. */
export function actingClient(client: Client, who: 'bot' | 'owner', calling: Calling): Client {
  const request = async (...[method, path, params, options]: Parameters<Client['request']>): Promise<unknown> => {
    if (method === 'GET') return client.request(method, path, params, options)
    const isRepeatable = options?.repeatable === true
    return calling({ key: keyOf(who, `${method} ${path}`, params), isRepeatable }, () =>
      client.request(method, path, params, options),
    )
  }
  return new Proxy(client, {
    get(target, name) {
      if (name === 'request') return request
      const value: unknown = Reflect.get(target, name, target)
      // Private fields work on the client itself only.
      if (typeof value === 'function') return value.bind(target)
      return typeof value === 'object' && value !== null ? actingNamespace(value, String(name), who, calling) : value
    },
  })
}

function actingNamespace(namespace: object, name: string, who: string, calling: Calling): object {
  return new Proxy(namespace, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method, target)
      const endpoint = `${name}.${String(method)}`
      if (typeof value !== 'function' || goesAsItIs(endpoint)) return value
      return async (params?: unknown, options?: unknown) =>
        calling({ key: keyOf(who, endpoint, params), isRepeatable: isRepeatable(endpoint) }, () =>
          Reflect.apply(value, target, [params, options]),
        )
    },
  })
}

/** Methods without a lasting effect. */
const passing = new Set(['typing.send', 'messages.pages', 'messages.render', 'events.pages', 'files.download'])

const goesAsItIs = (endpoint: string) => passing.has(endpoint) || findEndpoint(endpoint)?.method === 'GET'

/** `deleteWholeTopic` is composed of other calls, so no declaration says that it can be repeated. */
const isRepeatable = (endpoint: string) =>
  endpoint === 'streams.deleteWholeTopic' || findEndpoint(endpoint)?.repeatable === 'always'

/** Texts may contain data that has changed since the first run; the rest of a call has to be the same. */
const texts: ReadonlySet<string> = new Set(['content', 'widget_content'])

function keyOf(who: string, endpoint: string, params: unknown): string {
  const written = JSON.stringify(params ?? {}, (name, value: unknown) => {
    if (texts.has(name)) return undefined
    if (typeof value === 'bigint') return String(value)
    return value instanceof Blob ? `${value.size} bytes` : value
  })
  return `${who} ${endpoint} ${written}`
}
