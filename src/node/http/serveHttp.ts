import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import { getRequestListener } from '@hono/node-server'
import { errorFields, type Log, silent } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import type { ReceiverBindings } from '../../receiver/index.js'
import { ServeError } from '../../serveError.js'
import type { HttpConfiguration } from '../configuration/server.js'
import {
  type AddressRules,
  clientAddress,
  closeAfter,
  manageConnections,
  mayConnect,
  rejections,
} from './connections.js'
import { limitDefaults, type Timeouts, timeoutDefaults } from './options.js'
import { keepRenewed } from './tls.js'

/** An HTTP server whose port is open. */
export interface HttpServer {
  /** Where it can be reached from this machine. */
  readonly url: string
  readonly port: number
  /**
   * Stops accepting connections; each open one ends with its next response. Resolves when every request is answered.
   * @param grace Milliseconds for which an idle connection may still send a request.
   */
  drain(grace: number): Promise<void>
  cut(): Promise<void>
}

interface ServeHttpOptions extends Partial<HttpConfiguration> {
  readonly log?: Log
  readonly clock?: Clock
}

type App = (request: Request, bindings: object) => Response | Promise<Response>

/** Serves an app over HTTP. @throws {ServeError} when the port can't be opened. */
export async function serveHttp(
  app: App,
  hostname: string,
  port: number,
  options: ServeHttpOptions = {},
): Promise<HttpServer> {
  const { server, drain } = serverFor(app, options)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ServeError(hostname, port, error)))
    server.listen(port, hostname, resolve)
  })
  const address = server.address() as AddressInfo
  const closed = new Promise<void>((resolve) => server.once('close', resolve))
  server.on('error', (error) => options.log?.error(errorFields(error), 'The HTTP server failed'))
  return {
    url: urlOf(address, options.tls === undefined ? 'http' : 'https'),
    port: address.port,
    drain,
    async cut() {
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function serverFor(app: App, options: ServeHttpOptions): { readonly server: Server } & Pick<HttpServer, 'drain'> {
  const { addresses = {}, path, tls, timeouts = timeoutDefaults, limits = limitDefaults } = options
  const { log = silent, clock = systemClock } = options
  const rejected = rejections(log, clock)
  const target = path === undefined ? undefined : belowPath(path)

  const answerApp = getRequestListener(
    (request, given) => {
      const bindings = new Bindings(given as HttpExchange, addresses)
      if (addresses.allowed?.has(bindings.remoteAddress) === false) return rejected.response(bindings.remoteAddress)
      const response = app(request, bindings)
      return response instanceof Promise ? response.then((late) => bindings.answer(late)) : bindings.answer(response)
    },
    // HTTP/1.0 requires no `Host`, and health checkers send none.
    { hostname: 'localhost' },
  )

  const onRequest = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (target !== undefined) incoming.url = target(incoming.url ?? '/')
    void answerApp(incoming, outgoing)
  }

  const serverOptions = { ...nodeTimeouts(timeouts), maxHeaderSize: limits.maxHeaderBytes }
  const server =
    tls === undefined
      ? createHttpServer(serverOptions, onRequest)
      : createHttpsServer({ ...serverOptions, ...tls.material }, onRequest)
  const drain = manageConnections(
    server,
    { maxConnections: limits.maxConnections, idle: timeouts.idle },
    rejected.tooMany,
  )
  server.prependListener('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    if (mayConnect(addresses, peer)) return
    rejected.connection(peer)
    socket.destroy()
  })
  if (tls !== undefined) {
    keepRenewed(server as unknown as TlsServer, tls.files, {
      every: 60_000,
      now: () => clock.now(),
      onChange: () => log.info({}, 'Using the renewed certificate'),
      onFailure: (problem) => log.error({ problem }, "Can't use the renewed certificate; keeping the old one"),
    })
  }
  return { server, drain }
}

interface HttpExchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** What the app can ask about a request. Its parts are made when asked for. */
class Bindings implements HttpExchange, ReceiverBindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly #addresses: AddressRules

  constructor({ incoming, outgoing }: HttpExchange, addresses: AddressRules) {
    this.incoming = incoming
    this.outgoing = outgoing
    this.#addresses = addresses
  }

  get remoteAddress(): string {
    return clientAddress(this.#addresses, peerOf(this.incoming.socket), forwardedFor(this.incoming))
  }

  get hangUp(): () => void {
    const { socket } = this.incoming
    return () => socket.destroy()
  }

  get onClosed(): (listener: () => void) => void {
    const { outgoing } = this
    return (listener) => {
      if (outgoing.destroyed) listener()
      else outgoing.once('close', () => outgoing.writableFinished || listener())
    }
  }

  answer(response: Response): Response {
    // A client that keeps failing must reconnect for each request; and what is left of a body that is too large isn't read, so
    // no other request can follow it.
    if (response.status === 429 || response.status === 413) closeAfter(this.outgoing)
    return response
  }
}

function nodeTimeouts({ headers, body, idle }: Timeouts) {
  return {
    headersTimeout: headers,
    handshakeTimeout: headers,
    requestTimeout: body,
    keepAliveTimeout: idle,
    // How often Node checks headersTimeout and requestTimeout.
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

/** Endpoints that are reachable without knowing the path. */
const open: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** A path that is always a 404. */
const nowhere = '/-'

/**
 * Exposes the app only below a path, which may be a secret: it is compared in constant time, and the app sees any other
 * path as one that is always a 404, so that it is never logged. Returns what gives the part of a target that the app sees.
 */
function belowPath(path: string): (target: string) => string {
  const secret = digest(path)
  const slashes = path.split('/').length - 1
  return (target) => {
    const { pathname, query } = split(target)
    if (open.has(pathname)) return target
    const end = endOfSegments(pathname, slashes)
    return timingSafeEqual(digest(pathname.slice(0, end)), secret) ? `${pathname.slice(end) || '/'}${query}` : nowhere
  }
}

/** The unguessable segments of a path. */
export function secretsIn(path: string): string[] {
  return path.split('/').filter((segment) => segment.length >= 12)
}

function endOfSegments(pathname: string, count: number): number {
  let at = 0
  for (let segment = 0; segment < count; segment += 1) {
    const next = pathname.indexOf('/', at + 1)
    if (next === -1) return pathname.length
    at = next
  }
  return at
}

/** A target is a path, or a whole URL if the client treats this server as a proxy. */
function split(target: string): { pathname: string; query: string } {
  const local = /^https?:\/\/[^/?]*(.*)$/is.exec(target)?.[1] ?? target
  const at = local.search(/[?#]/)
  return at === -1 ? { pathname: local, query: '' } : { pathname: local.slice(0, at), query: local.slice(at) }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
