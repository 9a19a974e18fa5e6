import type { Client } from './client.js'
import type { ObserveCall } from './exchange/watched.js'

/** The same client, but its calls are reported to `observe` instead of its own observer. */
export function observedClient(client: Client, observe: ObserveCall): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === original) return originalClient(target)
      if (name === 'request') {
        const request: Client['request'] = (method, path, params, options) =>
          target.request(method, path, params, { observe, ...options })
        return request
      }
      const value: unknown = Reflect.get(target, name, target)
      // Only the client itself has the private fields.
      if (typeof value === 'function') return value.bind(target)
      return typeof value === 'object' && value !== null ? observedNamespace(value, observe) : value
    },
  })
}

/** The client behind an observed one, so that both count as one; returns any other client unchanged. */
export function originalClient(client: Client): Client {
  return (client as MaybeObserved)[original] ?? client
}

const original = Symbol('the client that is observed')

interface MaybeObserved extends Client {
  readonly [original]?: Client
}

function observedNamespace(namespace: object, observe: ObserveCall): object {
  return new Proxy(namespace, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method, target)
      if (typeof value !== 'function') return value
      return (params?: unknown, options?: object) => Reflect.apply(value, target, [params, { observe, ...options }])
    },
  })
}
