import type { IncomingMessage } from 'node:http'

/**
 * Tells how much each piece of a body takes in memory as it arrives. Listening for the pieces would read the body, which
 * is for the app to do; so what the parser hands over is looked at on its way.
 */
export function weigh(incoming: IncomingMessage, onPiece: (bytes: number) => void): void {
  const push = incoming.push.bind(incoming)
  incoming.push = (piece: unknown, encoding?: BufferEncoding) => {
    if (piece instanceof Uint8Array) onPiece(piece.byteLength + perPiece)
    return push(piece, encoding)
  }
}

/** Bytes of what surrounds a piece. A body that comes in pieces of one byte takes far more than it has. */
const perPiece = 256
