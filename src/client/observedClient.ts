import type { Client } from './client.js'
import type { ObserveCall } from './exchange/watched.js'

/** The same client, but its calls are reported to `observe` instead of its own observer. */
export function observedClient(client: Client, observe: ObserveCall): Client {
  const request: Client['request'] = (method, path, params, options) =>
    client.request(method, path, params, { observe, ...options })
  const own = { request, [original]: originalClient(client) }
  return wrappedClient(client, own, (call) => (params, options) => call(params, { observe, ...options }))
}

/** The client behind an observed one, so that both count as one; returns any other client unchanged. */
export function originalClient(client: Client): Client {
  return (client as MaybeObserved)[original] ?? client
}

const original = Symbol('the client that is observed')

interface MaybeObserved extends Client {
  readonly [original]?: Client
}

type Call = (params?: unknown, options?: object) => unknown

/** The same client with properties of its own, and with each method as `wrap` makes it. @param wrap Is given the endpoint's name. */
export function wrappedClient(client: Client, own: object, wrap: (call: Call, endpoint: string) => Call): Client {
  return new Proxy(client, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name)
      const value: unknown = Reflect.get(target, name, target)
      // Only the client itself has the private fields.
      if (typeof value === 'function') return value.bind(target)
      return typeof value === 'object' && value !== null ? wrappedNamespace(value, String(name), wrap) : value
    },
  })
}

function wrappedNamespace(namespace: object, name: string, wrap: (call: Call, endpoint: string) => Call): object {
  return new Proxy(namespace, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method, target)
      return typeof value === 'function' ? wrap(value.bind(target), `${name}.${String(method)}`) : value
    },
  })
}
