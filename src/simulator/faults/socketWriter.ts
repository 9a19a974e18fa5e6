import type { ServerResponse } from 'node:http'
import type { FaultyResponse, ResponseWriter } from './responseWriter.js'

/** Writes a faulty response to a socket, and nothing once that is gone, which a pipelined response isn't told. */
export function writeToSocket(faultyResponse: FaultyResponse, outgoing: ServerResponse): void {
  const { socket } = outgoing.req
  const unlessGone = (write: () => void) => {
    if (!socket.destroyed) write()
  }
  const writer: ResponseWriter = {
    head(status, headers, length) {
      unlessGone(() => {
        outgoing.writeHead(status, {
          ...headers,
          ...(status !== 204 && length !== undefined && { 'Content-Length': length }),
        })
        outgoing.flushHeaders()
      })
    },
    part: (bytes) => unlessGone(() => outgoing.write(bytes)),
    end: () => unlessGone(() => outgoing.end()),
    // What was written arrives before the connection ends.
    close: () => socket.destroySoon(),
    reset: () => void socket.resetAndDestroy(),
  }
  socket.once('close', faultyResponse.writeTo(writer))
}
