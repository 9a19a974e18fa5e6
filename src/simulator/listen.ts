import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
// Those of this module go on when a test replaces the global ones.
import { setImmediate } from 'node:timers'
import type { Api, Reply } from './api/api.js'
import { BodyTooLarge, type IncomingRequest, type OutgoingAnswer } from './api/exchange.js'
import { malformed } from './api/fields.js'
import { isJourney } from './faults/sink.js'
import { travelToSocket } from './faults/socketTravel.js'
import { ListenError } from './listenError.js'

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
export function listen(api: Api, { port = 0, hostname = '127.0.0.1' }: ListenOptions = {}): Promise<Listening> {
  const answers = createAnswers()
  const server = createServer((incoming, outgoing) => {
    const answer = api(new SocketRequest(incoming, hostname))
    const give = (reply: Reply) => {
      if (!isJourney(reply)) answers.give({ answer: reply, outgoing, method: incoming.method })
      else if (!outgoing.destroyed) travelToSocket(reply, outgoing)
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
      resolve({ url: `http://${host}:${chosen}`, port: chosen, close: () => closed(server, answers) })
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

/** An answer that is to be sent. */
interface Given {
  readonly answer: OutgoingAnswer
  readonly outgoing: ServerResponse
  readonly method: string | undefined
}

interface Answers {
  give(answer: Given): void
  /** Sends those that are given already. */
  send(): void
}

/**
 * Sends the answers of one turn of the event loop after one another, some at a time: waking a client that sleeps is the
 * dearest part of sending, and the first wakes it for the others.
 */
function createAnswers(): Answers {
  let given: Given[] = []
  function sendAll(): void {
    const all = given
    given = []
    for (const one of all) send(one)
  }
  return {
    give(answer) {
      if (given.length === 0) setImmediate(sendAll)
      given.push(answer)
      if (given.length === mostAtOnce) sendAll()
    },
    send: sendAll,
  }
}

/** More would save little, and keep the first waiting. */
const mostAtOnce = 8

function send({ answer: { status, headers, body }, outgoing, method }: Given): void {
  if (outgoing.destroyed) return
  // As a list, which Node writes out as it is, and several microseconds sooner than an object.
  const list: (string | number)[] = []
  for (const name in headers) list.push(name, headers[name] ?? '')
  if (status !== 204) list.push('Content-Length', Buffer.byteLength(body))
  outgoing.writeHead(status, list as string[])
  if (method !== 'HEAD' && body.length > 0) {
    outgoing.write(body)
    // Node holds it back until `end` has put an empty piece behind it; alone it is sent with less ado.
    outgoing.socket?.uncork()
  }
  outgoing.end()
}

function closed(server: Server, answers: Answers): Promise<void> {
  answers.send()
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
