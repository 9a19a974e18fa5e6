import type { IncomingMessage } from 'node:http'
import type { Posted } from '../../receiver/desk.js'
import { Refusal } from '../../receiver/refusal.js'
import type { Exchange } from './connections.js'

/**
 * Whether a request may be read as Node has it, without the objects of the web platform, which cost more than all that a
 * receiver does: it is for the receiver itself, and says how long its body is.
 */
export function isPlainPost({ method, url, headers }: IncomingMessage, maxBodyBytes: number): boolean {
  if (method !== 'POST' || url !== '/' || headers['transfer-encoding'] !== undefined) return false
  const length = headers['content-length']
  // Node has seen to it that it is a number, and that the body is as long.
  return length !== undefined && Number(length) <= maxBodyBytes
}

/** A request of Node's, as the receiver's desk knows requests. */
export class PostedRequest implements Posted {
  readonly method = 'POST'
  readonly route = '/'
  readonly remoteAddress: string
  readonly #incoming: IncomingMessage
  readonly #exchange: Exchange

  constructor(incoming: IncomingMessage, remoteAddress: string, exchange: Exchange) {
    this.remoteAddress = remoteAddress
    this.#incoming = incoming
    this.#exchange = exchange
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#incoming.socket ? 'https' : 'http'
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }

  get hangUp(): () => void {
    return () => this.#incoming.socket.destroy()
  }

  /** Calls back once, when the body has come, or with why it has not. */
  whenRead(then: (body: Uint8Array | Refusal) => void): void {
    const incoming = this.#incoming
    const exchange = this.#exchange
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => {
      pieces.push(piece)
      exchange.piece(piece.byteLength)
    })
    incoming.on('end', () => {
      exchange.arrived()
      const [first] = pieces
      then(pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces))
    })
    incoming.on('close', () => {
      if (!incoming.readableEnded) then(new Refusal('UNREADABLE_BODY'))
    })
  }

  /** A process that goes on keeps nothing alive. */
  keepAlive(): void {}
}
