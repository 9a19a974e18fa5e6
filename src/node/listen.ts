import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { ListenError } from './errors.js'

/** A listening HTTP server. */
export interface Listening {
  /** Where it can be reached from this machine. */
  readonly url: string
  readonly port: number
  /** Takes no more connections. Resolves when the last request has its answer. */
  drain(): Promise<void>
  /** Cuts what is still connected. Resolves when nothing is. */
  cut(): Promise<void>
}

/** Milliseconds that a connection may take. Slow senders are cut off; handlers may take what they need. */
const timeouts = {
  /** For the headers of a request. */
  headersTimeout: 10_000,
  /** For the whole of a request. */
  requestTimeout: 30_000,
  /** Between requests; longer than the minute after which proxies drop an idle connection themselves. */
  keepAliveTimeout: 65_000,
  /** Between looks at these. */
  connectionsCheckingInterval: 5_000,
}

/** Serves an app over HTTP. @throws {ListenError} when the port can't be had. */
export async function listen(
  app: (request: Request, bindings: object) => Response | Promise<Response>,
  hostname: string,
  port: number,
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app, serverOptions: timeouts }) as Server
  const unanswered = new Set<ServerResponse>()
  let isDraining = false
  // Before the app's own listener, which may answer at once.
  server.prependListener('request', (_request, response) => {
    unanswered.add(response)
    response.once('close', () => unanswered.delete(response))
    if (isDraining) lastOnItsConnection(response)
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error) => reject(new ListenError(hostname, port, error)))
    server.listen(port, hostname, resolve)
  })
  const address = server.address() as AddressInfo
  const closed = once(server, 'close')
  return {
    url: urlOf(address),
    port: address.port,
    async drain() {
      isDraining = true
      server.close()
      for (const response of unanswered) lastOnItsConnection(response)
      while (unanswered.size > 0) await Promise.all([...unanswered].map((response) => once(response, 'close')))
    },
    async cut() {
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A connection that is kept alive would outlive its last request. */
function lastOnItsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

function urlOf({ address, family, port }: AddressInfo): string {
  const isEverywhere = address === '0.0.0.0' || address === '::'
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
