import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import { getRequestListener } from '@hono/node-server'
import { type Log, silent } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import { ListenError } from '../errors.js'
import type { ReceiverBindings } from '../receiver/index.js'
import type { DoorConfiguration } from './configuration/doorSource.js'
import { type Connections, guardConnections, lastOnItsConnection } from './door/connections.js'
import { belowPath } from './door/hookPath.js'
import { limitDefaults, type Timeouts, timeoutDefaults } from './door/options.js'
import { keepRenewed } from './door/tls.js'
import { turnedAway } from './door/turnedAway.js'
import { mayConnect, visitorOf } from './door/visitors.js'
import { weigh } from './door/weigh.js'

/** A listening HTTP server. */
export interface Listening {
  /** Where it can be reached from this machine. */
  readonly url: string
  readonly port: number
  /**
   * Takes no more connections, and ends each with its next response. Resolves when the last request has its answer.
   *
   * @param grace Milliseconds for which an idle connection may still send a request.
   */
  drain(grace: number): Promise<void>
  /** Cuts what is still connected. Resolves when nothing is. */
  cut(): Promise<void>
}

/** How a server is protected; each has its default. */
export interface ListenOptions extends Partial<DoorConfiguration> {
  readonly log?: Log
  readonly clock?: Clock
}

/** What an app serves; it is told of the connection by the bindings. */
export type App = (request: Request, bindings: object) => Response | Promise<Response>

/** Serves an app over HTTP. @throws {ListenError} when the port can't be had. */
export async function listen(
  app: App,
  hostname: string,
  port: number,
  options: ListenOptions = {},
): Promise<Listening> {
  const { server, connections } = serverFor(app, options)
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error) => reject(new ListenError(hostname, port, error)))
    server.listen(port, hostname, resolve)
  })
  const address = server.address() as AddressInfo
  const closed = once(server, 'close')
  return {
    url: urlOf(address, options.tls === undefined ? 'http' : 'https'),
    port: address.port,
    drain(grace) {
      // A `close` of `node:http` would cut idle connections at once, with the requests that are on their way. Where the
      // runtime's HTTP server is no `net.Server` (Bun, Deno) there is only that.
      const { close } = server instanceof NetServer ? NetServer.prototype : server
      close.call(server)
      return connections.drain(grace)
    },
    async cut() {
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function serverFor(app: App, options: ListenOptions): { readonly server: Server; readonly connections: Connections } {
  const { visitors = {}, path, tls, timeouts = timeoutDefaults, limits = limitDefaults } = options
  const { log = silent, clock = systemClock } = options
  const away = turnedAway(log, clock)
  const target = path === undefined ? undefined : belowPath(path)

  const answerApp = getRequestListener(
    async (request, bindings) => {
      const { incoming, outgoing } = bindings as { incoming: IncomingMessage; outgoing: ServerResponse }
      const remoteAddress = visitorOf(visitors, peerOf(incoming.socket), forwardedFor(incoming))
      if (visitors.allowed?.has(remoteAddress) === false) return away.answer(remoteAddress)
      const hangUp = () => incoming.socket.destroy()
      const response = await app(request, { incoming, outgoing, remoteAddress, hangUp } satisfies Bindings)
      // Who fails again and again has to come anew for each failure.
      if (response.status === 429) lastOnItsConnection(outgoing)
      return response
    },
    // HTTP/1.0 requires no `Host`, and health checkers send none.
    { hostname: 'localhost' },
  )

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const exchange = connections.begin(incoming, outgoing)
    if (target !== undefined) incoming.url = target(incoming.url ?? '/')
    weigh(incoming, exchange)
    void answerApp(incoming, outgoing)
  }

  const serverOptions = { ...nodeOptions(timeouts), maxHeaderSize: limits.maxHeaderBytes }
  const server =
    tls === undefined
      ? createHttpServer(serverOptions, onRequest)
      : createHttpsServer({ ...serverOptions, ...tls.material }, onRequest)
  const connections = guardConnections(server, limits, away.madeRoom)
  server.prependListener('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    if (!mayConnect(visitors, peer)) {
      away.refused(peer)
      socket.destroy()
    }
  })
  server.setTimeout(timeouts.idle, (socket: Socket) => {
    if (!connections.isAtWork(socket)) socket.destroy()
  })
  if (tls !== undefined) {
    keepRenewed(server as unknown as TlsServer, tls.files, {
      every: 60_000,
      now: () => clock.now(),
      onChange: () => log.info({}, 'A renewed certificate is in use'),
      onFailure: (problem) => log.error({ problem }, "A renewed certificate can't be used; the old one goes on"),
    })
  }
  return { server, connections }
}

interface Bindings extends ReceiverBindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

function nodeOptions({ headers, body, idle }: Timeouts) {
  return {
    headersTimeout: headers,
    handshakeTimeout: headers,
    requestTimeout: body,
    keepAliveTimeout: idle,
    // How often Node looks at the first two.
    connectionsCheckingInterval: Math.max(1, Math.min(5_000, Math.floor(headers / 2))),
  }
}

const peerOf = (socket: Socket): string => socket.remoteAddress ?? ''

function forwardedFor({ headers }: IncomingMessage): string | undefined {
  const value = headers['x-forwarded-for']
  return Array.isArray(value) ? value.join(',') : value
}

function urlOf({ address, family, port }: AddressInfo, scheme: string): string {
  const isEverywhere = address === '0.0.0.0' || address === '::'
  const host = isEverywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `${scheme}://${host}:${port}`
}
