import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The requests of a server that wait for their answers. */
export interface Unanswered {
  /** Has each connection end with the answer that is under way on it. Resolves when nothing waits any more. */
  drain(): Promise<void>
}

/** To be called before anything that may answer at once listens to the server. */
export function watchUnanswered(server: Server): Unanswered {
  const bySocket = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false
  let onEmpty = () => {}

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = bySocket.get(socket) ?? watch(socket)
    responses.add(response)
    response.once('close', () => {
      responses.delete(response)
      if (responses.size === 0) forget(socket)
    })
    if (isDraining) lastOnItsConnection(response)
  })

  return {
    async drain() {
      isDraining = true
      for (const responses of bySocket.values()) for (const response of responses) lastOnItsConnection(response)
      if (bySocket.size > 0) {
        await new Promise<void>((resolve) => {
          onEmpty = resolve
        })
      }
    },
  }

  function watch(socket: Socket): Set<ServerResponse> {
    const responses = new Set<ServerResponse>()
    bySocket.set(socket, responses)
    if (!watched.has(socket)) {
      watched.add(socket)
      // Answers that stand in line behind another one never hear that their connection is gone.
      socket.once('close', () => forget(socket))
    }
    return responses
  }

  function forget(socket: Socket): void {
    bySocket.delete(socket)
    if (bySocket.size === 0) onEmpty()
  }
}

const watched = new WeakSet<Socket>()

/** A connection that is kept alive would outlive its last request. */
export function lastOnItsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
