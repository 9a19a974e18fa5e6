import type { Context } from 'hono'
import { readBody } from './body.js'
import type { IncomingRequest } from './requestHandler.js'

/** What a platform may tell about a request, as Hono's `c.env`. */
export interface ReceiverBindings {
  /** Address of whoever sent the request, for limits on failures. */
  readonly remoteAddress?: string
  /** Ends the connection without a response. */
  readonly hangUp?: () => void
}

/**
 * A request of Hono's.
 *
 * @param route The path that it came to, if there is something at it.
 */
export function webRequest(c: Context, route?: string): IncomingRequest {
  const { remoteAddress, hangUp } = (c.env ?? {}) as Readonly<Record<string, unknown>>
  return {
    method: c.req.method,
    route,
    scheme: c.req.url.startsWith('https:') ? 'https' : 'http',
    remoteAddress: typeof remoteAddress === 'string' ? remoteAddress : undefined,
    hangUp: typeof hangUp === 'function' ? (hangUp as () => void) : undefined,
    header: (name) => c.req.header(name),
    read: (limit) => readBody(c.req, limit),
    waitUntil(work) {
      try {
        c.executionCtx.waitUntil(work)
      } catch {
        // Hono throws where the runtime has no such thing: there, nothing is stopped.
      }
    },
  }
}
