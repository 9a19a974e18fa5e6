import type { IncomingMessage } from 'node:http'
import type { Exchange } from './connections.js'

/**
 * Tells of each piece of a body as it arrives. Listening for the pieces would read the body, which is for the app to do;
 * so what the parser hands over is looked at on its way.
 */
export function weigh(incoming: IncomingMessage, exchange: Exchange): void {
  if (!exchange.isArriving) return
  const push = incoming.push.bind(incoming)
  const weighed: typeof push = (piece, encoding) => {
    if (piece instanceof Uint8Array) exchange.piece(piece.byteLength)
    return push(piece, encoding)
  }
  incoming.push = weighed
  const arrived = () => exchange.arrived()
  incoming.once('end', arrived).once('close', arrived)
}
