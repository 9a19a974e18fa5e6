import type { ServerResponse } from 'node:http'
import type { FaultyResponse } from './responseSteps.js'

/** Writes a faulty response to a socket until that is closed. A pipelined response gets no event of its own for that. */
export async function writeToSocket(faultyResponse: FaultyResponse, outgoing: ServerResponse): Promise<void> {
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
