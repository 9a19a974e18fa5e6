import type { Pool, ProxyAgent } from 'undici'
import type { NamedProxy } from './proxies.js'

/** Connections through a proxy. The options for certificates are about the server, not the proxy. */
export function proxyAgent(
  undici: Pick<typeof import('undici'), 'Pool' | 'ProxyAgent'>,
  { origin, authorization }: NamedProxy,
  { connect, ...options }: Pool.Options & { readonly connect: { readonly timeout: number } },
): ProxyAgent {
  const { timeout } = connect
  return new undici.ProxyAgent({
    ...options,
    uri: origin,
    // Plain HTTP isn't tunnelled: many proxies allow tunnels for HTTPS only.
    proxyTunnel: false,
    requestTls: connect,
    proxyTls: { timeout },
    ...(authorization !== undefined && { token: authorization }),
    clientFactory(url, tunnel) {
      const pool = new undici.Pool(url, { ...tunnel, headersTimeout: timeout })
      const open = pool.connect.bind(pool) as (options: object) => Promise<unknown>
      return Object.assign(pool, { connect: (options: object) => open(options).catch(notOpened) })
    },
  })
}

/**
 * Whatever fails while a tunnel is opened, nothing was sent to the server. A connection that closes has undici's own code
 * for that, with which undici would connect again and again, without a pause.
 */
function notOpened(cause: Error): never {
  const { code } = cause as NodeJS.ErrnoException
  const facts = { code: code === 'UND_ERR_SOCKET' ? 'ECONNRESET' : code, syscall: 'connect' }
  throw Object.assign(new Error(cause.message, { cause }), facts)
}
