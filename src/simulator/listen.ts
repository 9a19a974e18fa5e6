import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ListenError } from '../errors.js'
import type { Api, Reply } from './api/api.js'
import { BodyTooLarge, type IncomingRequest, type OutgoingAnswer } from './api/exchange.js'
import { malformed } from './api/fields.js'
import { isJourney } from './faults/sink.js'
import { travelToSocket } from './faults/socketTravel.js'
import { checkListenOptions } from './options.js'

export interface ListenOptions {
  /** A free one unless given. */
  readonly port?: number
  /** The loopback address unless given. */
  readonly hostname?: string
}

export interface Listening {
  readonly url: string
  readonly port: number
  /** Stops, and breaks the connections that are left. */
  close(): Promise<void>
}

/** Serves an API on a socket. @throws {ListenError} when the port cannot be had */
export function listen(api: Api, options: ListenOptions = {}): Promise<Listening> {
  checkListenOptions(options)
  const { port = 0, hostname = '127.0.0.1' } = options
  const server = createServer((incoming, outgoing) => {
    const answer = api(new SocketRequest(incoming, hostname))
    const give = (reply: Reply) => {
      // Node's own state breaks when a response is written to a connection that is gone.
      if (incoming.socket.destroyed) return
      if (isJourney(reply)) travelToSocket(reply, outgoing)
      else respond(reply, outgoing)
    }
    if (answer instanceof Promise) answer.then(give)
    else give(answer)
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(hostname, port, error)))
    server.listen(port, hostname, () => {
      const address = server.address()
      const chosen = typeof address === 'object' && address !== null ? address.port : port
      const host = hostname.includes(':') ? `[${hostname}]` : hostname
      resolve({ url: `http://${host}:${chosen}`, port: chosen, close: () => closed(server) })
    })
  })
}

class SocketRequest implements IncomingRequest {
  readonly #incoming: IncomingMessage
  readonly method: string
  readonly target: string
  readonly listensAt: string

  constructor(incoming: IncomingMessage, listensAt: string) {
    this.#incoming = incoming
    this.listensAt = listensAt
    this.method = incoming.method ?? 'GET'
    this.target = incoming.url ?? '/'
  }

  get peer(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  get hasBody(): boolean {
    const { headers } = this.#incoming
    return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  body(limit: number): Promise<Uint8Array> {
    return bodyOf(this.#incoming, limit)
  }
}

/** What is too large is read to its end and thrown away, or its sender would never get to see the answer. */
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

function respond({ status, headers, body }: OutgoingAnswer, outgoing: ServerResponse): void {
  outgoing.writeHead(status, {
    ...headers,
    ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }),
  })
  outgoing.end(body)
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
