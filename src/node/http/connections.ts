import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
// Not the globals, which tests replace.
import { clearTimeout, setTimeout } from 'node:timers'

/**
 * Limits the connections of a server. Node's own `maxConnections` drops new connections, so that a few idle clients could
 * lock everybody out; here a new one replaces the connection that has been idle for longest.
 *
 * @param limits `idle`: milliseconds of silence after which a connection is closed, unless a handler is at work for it.
 * @param onDropped Called for each connection that was closed because there were too many.
 * @returns A function that stops the server without cutting off a response: no new connections are accepted, and each
 *   open one ends with its next response. It resolves when every request is answered, and every connection is closed or
 *   was idle for the grace period, in milliseconds.
 */
export function manageConnections(
  server: Server,
  { maxConnections, idle }: { readonly maxConnections: number; readonly idle: number },
  onDropped: () => void,
): (grace: number) => Promise<void> {
  /** The least recently used first. */
  const connections = new Map<string, Connection>()
  let isStopping = false
  let onChange = () => {}

  server.prependListener('connection', (socket: Socket) => {
    if (socket.destroyed) return
    if (connections.size >= maxConnections) {
      const dropped = [...connections.values()].find((connection) => !isBusy(connection))?.socket ?? socket
      connections.delete(keyOf(dropped))
      dropped.destroy()
      onDropped()
      if (dropped === socket) return
    }
    const key = keyOf(socket)
    const connection: Connection = { socket, pending: new Set() }
    connections.set(key, connection)
    // A pipelined response that waits behind another emits no `close` when its connection closes.
    socket.once('close', () => {
      if (connections.get(key) === connection) connections.delete(key)
      onChange()
    })
  })

  server.prependListener('request', ({ socket }, response) => {
    if (isStopping) closeAfter(response)
    const key = keyOf(socket)
    const connection = connections.get(key)
    if (connection === undefined) return
    connection.pending.add(response)
    response.once('close', () => {
      connection.pending.delete(response)
      if (connections.get(key) === connection) {
        connections.delete(key)
        connections.set(key, connection)
      }
      onChange()
    })
  })

  // Also for clients that never read their response, which Node's own timeouts don't cover.
  server.setTimeout(idle, (socket: Socket) => {
    const connection = connections.get(keyOf(socket))
    if (connection === undefined || !isBusy(connection)) socket.destroy()
  })

  return async (grace) => {
    isStopping = true
    for (const { pending } of connections.values()) for (const response of pending) closeAfter(response)
    // `close` of `node:http` cuts idle connections at once, and with them requests that are on their way. In Bun and Deno
    // the HTTP server is no `net.Server` and has only that one.
    const { close } = server instanceof NetServer ? NetServer.prototype : server
    close.call(server)
    await new Promise<void>((resolve) => {
      let isGraceOver = false
      const timer = setTimeout(() => {
        isGraceOver = true
        onChange()
      }, grace)
      onChange = () => {
        const isDone = ({ pending }: Connection) => isGraceOver && pending.size === 0
        if (![...connections.values()].every(isDone)) return
        clearTimeout(timer)
        resolve()
      }
      onChange()
    })
  }
}

/** Closes a kept-alive connection after this response. */
export function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

interface Connection {
  readonly socket: Socket
  /** Responses that are not sent yet. */
  readonly pending: Set<ServerResponse>
}

/** Whether a handler is at work. A request that is still arriving doesn't count, or slow senders could hold all connections. */
function isBusy({ pending }: Connection): boolean {
  const responses = [...pending]
  // A response that was written, but that the client doesn't read, isn't work either.
  return responses.some(({ writableEnded }) => !writableEnded) && responses.every(({ req }) => req.complete)
}

/** The same for a TCP socket and the TLS socket on top of it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
