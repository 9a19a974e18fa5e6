import type { Client } from '../../client/index.js'
import { wrappedClient } from '../../client/observedClient.js'
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
  return wrappedClient(client, { request }, (call, endpoint) =>
    goesAsItIs(endpoint)
      ? call
      : async (params, options) =>
          calling({ key: keyOf(who, endpoint, params), isRepeatable: isRepeatable(endpoint) }, async () =>
            call(params, options),
          ),
  )
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
