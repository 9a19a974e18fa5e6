import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import { createAdaptorServer } from '@hono/node-server'
import { type Log, silent } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import type { ReceiverBindings } from '../receiver/index.js'
import type { DoorConfiguration } from './configuration/doorSource.js'
import { guardConnections } from './door/connections.js'
import { belowPath } from './door/hookPath.js'
import { limitDefaults, type Timeouts, timeoutDefaults } from './door/options.js'
import { keepRenewed } from './door/tls.js'
import { turnedAway } from './door/turnedAway.js'
import { lastOnItsConnection, watchUnanswered } from './door/unanswered.js'
import { mayConnect, visitorOf } from './door/visitors.js'
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
  const server = serverFor(app, options)
  const unanswered = watchUnanswered(server)
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error) => reject(new ListenError(hostname, port, error)))
    server.listen(port, hostname, resolve)
  })
  const address = server.address() as AddressInfo
  const closed = once(server, 'close')
  return {
    url: urlOf(address, options.tls === undefined ? 'http' : 'https'),
    port: address.port,
    drain() {
      server.close()
      return unanswered.drain()
    },
    async cut() {
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function serverFor(app: App, options: ListenOptions): Server {
  const { visitors = {}, path, tls, timeouts = timeoutDefaults, limits = limitDefaults } = options
  const { log = silent, clock = systemClock } = options
  const away = turnedAway(log, clock)

  const answer = (request: Request, { incoming, outgoing }: Exchange): Response | Promise<Response> => {
    const remoteAddress = visitorOf(visitors, peerOf(incoming.socket), forwardedFor(incoming))
    if (visitors.allowed?.has(remoteAddress) === false) return away.answer(remoteAddress)
    const bindings: ReceiverBindings = { remoteAddress, hangUp: () => incoming.socket.destroy() }
    const response = app(request, { incoming, outgoing, ...bindings })
    if (!(response instanceof Promise)) return response
    return response.then((settled) => {
      // Who fails again and again has to come anew for each failure.
      if (settled.status === 429) lastOnItsConnection(outgoing)
      return settled
    })
  }

  const server = createAdaptorServer({
    fetch: (request, bindings) => answer(request, bindings as Exchange),
    ...(tls && { createServer: createHttpsServer }),
    serverOptions: { ...nodeOptions(timeouts), maxHeaderSize: limits.maxHeaderBytes, ...tls?.material },
  }) as Server
  if (path !== undefined) {
    const target = belowPath(path)
    server.prependListener('request', (incoming: IncomingMessage) => {
      incoming.url = target(incoming.url ?? '/')
    })
  }
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
  return server
}

interface Exchange {
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
