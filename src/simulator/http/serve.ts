import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { ServeError } from '../../serveError.js'
import { checkOptions } from '../../text/index.js'
import { andThen } from '../../values.js'
import { type App, type Bindings, BodyTooLarge, malformed } from './exchange.js'
import type { FaultyResponse } from './responseSteps.js'

/** Where a simulator is served. */
export interface SimulatorServeOptions {
  /** (default: a free port) */
  readonly port?: number
  /** (default: the loopback address) */
  readonly hostname?: string
}

export interface ServedSimulator {
  readonly url: string
  readonly port: number
  /** Stops, and closes the remaining connections. */
  close(): Promise<void>
}

/** Serves an app on a socket. @throws {ServeError} if the port can't be opened */
export function serveSimulator(app: App, options: SimulatorServeOptions = {}): Promise<ServedSimulator> {
  checkOptions('simulator.serve', options, { port: true, hostname: true })
  const { port = 0, hostname = '127.0.0.1' } = options
  const answer = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
      let faultyResponse: FaultyResponse | undefined
      const bindings: Bindings = {
        takeOver(one) {
          faultyResponse = one
        },
        socket: factsOf(incoming, hostname),
      }
      // A response that is there at once is written at once, without promises.
      return andThen(app.fetch(request, bindings), (response) => {
        // Node's own state breaks when a response is written to a connection that is gone.
        if (faultyResponse === undefined && !incoming.socket.destroyed) return response
        if (!incoming.socket.destroyed && faultyResponse !== undefined) {
          writeToSocket(faultyResponse, outgoing).catch(() => incoming.socket.destroy())
        }
        // Nothing more to write.
        return new Promise<Response>(() => {})
      })
    },
    // HTTP/1.0 requires no `Host`.
    { hostname: 'localhost' },
  )
  const server = createServer((incoming, outgoing) => {
    // The date is that of the simulator's clock.
    outgoing.sendDate = false
    // Not a path: `OPTIONS *` refers to the whole server.
    if (incoming.url === '*') incoming.url = '/*'
    void answer(incoming, outgoing)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ServeError(hostname, port, error)))
    server.listen(port, hostname, () => {
      const address = server.address()
      const chosen = typeof address === 'object' && address !== null ? address.port : port
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      resolve({ url: `http://${host}:${chosen}`, port: chosen, close: () => closed(server) })
    })
  })
}

function factsOf(incoming: IncomingMessage, listensAt: string): NonNullable<Bindings['socket']> {
  const { headers, socket } = incoming
  return {
    peer: socket.remoteAddress,
    listensAt,
    hasBody: headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0',
    body: (limit) => bodyOf(incoming, limit),
  }
}

/** A body that is too large is read to the end and discarded, so that its sender sees the answer. */
function bodyOf(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return Promise.reject(new BodyTooLarge())
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    let length = 0
    incoming.on('data', (part: Uint8Array) => {
      length += part.length
      if (length <= limit) parts.push(part)
      else {
        parts.length = 0
        reject(new BodyTooLarge())
      }
    })
    incoming.on('end', () => resolve(Buffer.concat(parts)))
    incoming.on('error', () => reject(malformed('the body ended early')))
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** Writes a faulty response to a socket until that is closed. A pipelined response gets no event of its own for that. */
async function writeToSocket(faultyResponse: FaultyResponse, outgoing: ServerResponse): Promise<void> {
  const { socket } = outgoing.req
  const leaving = new AbortController()
  socket.once('close', () => leaving.abort())
  for await (const step of faultyResponse.steps(leaving.signal)) {
    if (socket.destroyed) return
    if (step.kind === 'head') {
      const length = step.status === 204 ? {} : { 'Content-Length': step.length }
      outgoing.writeHead(step.status, { ...step.headers, ...length }).flushHeaders()
    } else if (step.kind === 'part') outgoing.write(step.bytes)
    else if (step.kind === 'end') outgoing.end()
    // Sends what was written before closing.
    else if (step.kind === 'close') socket.destroySoon()
    else socket.resetAndDestroy()
  }
}
