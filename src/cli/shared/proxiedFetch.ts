import type { Fetch } from '../../client/exchange/transport.js'
import type { Environment } from '../../node/configuration/sources.js'
import { proxyAgent } from '../../node/proxyAgent.js'
import { failureThrough, usableProxy } from '../../node/proxyFailure.js'
import { poolOptions } from '../../node/undiciTransport.js'

/**
 * A `fetch` that goes through the proxy that the environment names for the address, if any. As with any `fetch`, the
 * `cause` of its errors says what was wrong: a `ProxyFailure` if the proxy is to blame.
 */
export function fetchThroughProxy(environment: Environment): Fetch {
  return async (url, init) => {
    const { proxy, failure } = routeTo(new URL(url), environment)
    if (failure !== undefined) throw new TypeError('fetch failed', { cause: failure })
    if (proxy === undefined) return fetch(url, init)
    // The platform's own `fetch` takes no proxy of this version of undici.
    const undici = await import('undici')
    const dispatcher = proxyAgent(undici, proxy, poolOptions())
    try {
      return (await undici.fetch(url, { ...init, dispatcher } as object)) as unknown as Response
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw new TypeError(error.message, { cause: failureThrough(proxy, new URL(url).origin, error.cause) })
    } finally {
      void dispatcher.close()
    }
  }
}

function routeTo(url: URL, environment: Environment) {
  try {
    return { proxy: usableProxy(url, environment) }
  } catch (failure) {
    return { failure }
  }
}
