import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../receiver/networkOf.js'
import { weigh } from './weigh.js'

/** How much is held at a time for those who have not yet said what they want. */
export interface ConnectionLimits {
  /** Connections. */
  readonly maxConnections: number
  /** Bytes of bodies that are still on their way, all together. */
  readonly maxBufferedBytes: number
}

/** The connections of a server, of which those that are of least use make room for others. */
export interface Connections {
  /** Whether an answer is still to be made on the connection, so that silence is no reason to end it. */
  isAtWork(socket: Socket): boolean
}

/** @param onMadeRoom A connection was ended, since there were too many or too much was on its way. */
export function guardConnections(server: Server, limits: ConnectionLimits, onMadeRoom: () => void): Connections {
  const connections = new Map<string, Connection>()
  const bySender = new Map<string, Set<Connection>>()
  let buffered = 0

  server.prependListener('connection', (socket: Socket) => {
    if (socket.destroyed) return
    if (connections.size >= limits.maxConnections && !makeRoom()) {
      socket.destroy()
      onMadeRoom()
      return
    }
    const connection = new Connection(socket)
    connections.set(connection.key, connection)
    crowdOf(connection).add(connection)
    socket.once('close', () => forget(connection))
  })

  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const connection = connections.get(keyOf(incoming.socket))
    if (connection === undefined) return
    connection.unanswered.add(outgoing)
    if (hasBody(incoming)) {
      connection.arriving.set(incoming, 0)
      weigh(incoming, (weight) => receive(connection, incoming, weight))
      const arrived = () => release(connection, incoming)
      incoming.once('end', arrived).once('close', arrived)
    }
    outgoing.once('close', () => {
      release(connection, incoming)
      connection.unanswered.delete(outgoing)
      // Behind those that have been of no use for longer.
      const crowd = bySender.get(connection.sender)
      if (crowd?.delete(connection)) crowd.add(connection)
    })
  })

  return { isAtWork: (socket) => connections.get(keyOf(socket))?.isAtWork === true }

  function receive(connection: Connection, incoming: IncomingMessage, weight: number): void {
    const before = connection.arriving.get(incoming)
    if (before === undefined) return
    connection.arriving.set(incoming, before + weight)
    buffered += weight
    while (buffered > limits.maxBufferedBytes) {
      const heaviest = [...connections.values()].reduce((one, other) => (other.weight > one.weight ? other : one))
      if (heaviest.weight === 0) return
      end(heaviest)
    }
  }

  function release(connection: Connection, incoming: IncomingMessage): void {
    buffered -= connection.arriving.get(incoming) ?? 0
    connection.arriving.delete(incoming)
  }

  /** Ends the connection that has been of no use for longest, among those of the sender who has the most. */
  function makeRoom(): boolean {
    for (const crowd of [...bySender.values()].sort((one, other) => other.size - one.size)) {
      for (const connection of crowd) {
        if (connection.isAtWork) continue
        end(connection)
        return true
      }
    }
    return false
  }

  function end(connection: Connection): void {
    for (const incoming of [...connection.arriving.keys()]) release(connection, incoming)
    forget(connection)
    connection.socket.destroy()
    onMadeRoom()
  }

  function forget(connection: Connection): void {
    connections.delete(connection.key)
    const crowd = crowdOf(connection)
    crowd.delete(connection)
    if (crowd.size === 0) bySender.delete(connection.sender)
  }

  function crowdOf({ sender }: Connection): Set<Connection> {
    const crowd = bySender.get(sender) ?? new Set()
    bySender.set(sender, crowd)
    return crowd
  }
}

class Connection {
  readonly socket: Socket
  readonly key: string
  readonly sender: string
  readonly unanswered = new Set<ServerResponse>()
  /** Bodies that are on their way, with the bytes that there are of each. */
  readonly arriving = new Map<IncomingMessage, number>()

  constructor(socket: Socket) {
    this.socket = socket
    this.key = keyOf(socket)
    this.sender = networkOf(socket.remoteAddress ?? '')
  }

  /** What was asked for has arrived whole, and is not yet answered. */
  get isAtWork(): boolean {
    return this.arriving.size === 0 && [...this.unanswered].some((outgoing) => !outgoing.writableEnded)
  }

  get weight(): number {
    let weight = 0
    for (const bytes of this.arriving.values()) weight += bytes
    return weight
  }
}

/** The same for a connection and for what is encrypted on it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
