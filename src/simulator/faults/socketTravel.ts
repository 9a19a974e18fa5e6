import type { ServerResponse } from 'node:http'
import type { Journey, Sink } from './sink.js'

/** Lets a journey lead to a socket. */
export function travelToSocket(journey: Journey, outgoing: ServerResponse): void {
  const sink: Sink = {
    head(status, headers, length) {
      outgoing.writeHead(status, {
        ...headers,
        ...(status !== 204 && length !== undefined && { 'Content-Length': length }),
      })
      outgoing.flushHeaders()
    },
    part: (bytes) => void outgoing.write(bytes),
    end: () => void outgoing.end(),
    close: () => closeAfterWriting(outgoing),
    reset: () => void outgoing.socket?.resetAndDestroy(),
  }
  outgoing.once('close', journey.travel(sink))
}

/** What was written arrives before the connection ends. */
function closeAfterWriting(outgoing: ServerResponse): void {
  outgoing.socket?.destroySoon()
}
