import type { ServerResponse } from 'node:http'
import type { Journey, Sink } from './sink.js'

/** Lets a journey lead to a socket. Nothing is written once that is gone, which a response in line behind another isn't told. */
export function travelToSocket(journey: Journey, outgoing: ServerResponse): void {
  const { socket } = outgoing.req
  const unlessGone = (write: () => void) => {
    if (!socket.destroyed) write()
  }
  const sink: Sink = {
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
  socket.once('close', journey.travel(sink))
}
