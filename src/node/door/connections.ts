import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
// Not the global ones, which tests replace.
import { clearTimeout, setTimeout } from 'node:timers'
import { networkOf } from '../../receiver/http/networkOf.js'

/** How much is held at a time for those who have not yet said what they want. */
export interface ConnectionLimits {
  /** Connections. */
  readonly maxConnections: number
  /** Bytes of bodies that are still on their way, all together. */
  readonly maxBufferedBytes: number
}

/** The connections of a server, of which those that are of least use make room for others. */
export interface Connections {
  /** Notes that a request is to be answered. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): Exchange
  /** Whether an answer is still to be made on the connection, so that silence is no reason to end it. */
  isAtWork(socket: Socket): boolean
  /**
   * Ends each connection with its next response. Resolves when no request is left to answer, and every connection is gone or
   * has had its last chance to send one.
   *
   * @param grace Milliseconds for which an idle connection may still send a request.
   */
  drain(grace: number): Promise<void>
}

/** A request and its answer, which is to be told of what comes of its body. */
export interface Exchange {
  /** Whether more of the body is to come. */
  readonly isArriving: boolean
  /** A piece of the body has come. */
  piece(bytes: number): void
  /** No more of it comes. */
  arrived(): void
}

/** @param onMadeRoom A connection was ended, since there were too many or too much was on its way. */
export function guardConnections(server: Server, limits: ConnectionLimits, onMadeRoom: () => void): Connections {
  const connections = new Set<Connection>()
  const byKey = new Map<string, Connection>()
  /** By the socket that requests come on, which for what is encrypted is another than the one that was connected. */
  const bySocket = new WeakMap<Socket, Connection>()
  const bySender = new Map<string, Set<Connection>>()
  let buffered = 0
  let unanswered = 0
  let uses = 0
  let isDraining = false
  let onChange = () => {}
  const weighing: Weighing = { receive, release }

  server.prependListener('connection', (socket: Socket) => {
    if (socket.destroyed) return
    if (connections.size >= limits.maxConnections && !makeRoom()) {
      socket.destroy()
      onMadeRoom()
      return
    }
    const connection = new Connection(socket, use())
    connections.add(connection)
    byKey.set(connection.key, connection)
    crowdOf(connection).add(connection)
    // Answers that stand in line behind another one never hear that their connection is gone.
    socket.once('close', () => forget(connection))
  })

  return {
    begin(incoming, outgoing) {
      if (isDraining) lastOnItsConnection(outgoing)
      const connection = connectionOf(incoming.socket)
      // Nobody waits for an answer on a connection that is gone.
      if (connection === undefined) return unheard
      const exchange = new Answering(outgoing, hasBody(incoming), weighing)
      connection.unanswered.push(exchange)
      unanswered += 1
      outgoing.on('close', () => answered(connection, exchange))
      return exchange
    },
    isAtWork: (socket) => connectionOf(socket)?.isAtWork === true,
    async drain(grace) {
      isDraining = true
      for (const connection of connections) {
        for (const { outgoing } of connection.unanswered) lastOnItsConnection(outgoing)
      }
      await new Promise<void>((resolve) => {
        let isOver = false
        const timer = setTimeout(() => {
          isOver = true
          onChange()
        }, grace)
        onChange = () => {
          if (unanswered > 0 || (connections.size > 0 && !isOver)) return
          clearTimeout(timer)
          resolve()
        }
        onChange()
      })
    },
  }

  /** Undefined for one that is gone. */
  function connectionOf(socket: Socket): Connection | undefined {
    const known = bySocket.get(socket)
    if (known !== undefined) return known.isGone ? undefined : known
    const connection = byKey.get(keyOf(socket))
    if (connection !== undefined) bySocket.set(socket, connection)
    return connection
  }

  function answered(connection: Connection, exchange: Answering): void {
    settle(connection, exchange)
    connection.used = use()
  }

  /** Of two, the later has the greater. */
  function use(): number {
    uses += 1
    return uses
  }

  function settle(connection: Connection, exchange: Answering): void {
    release(exchange)
    const at = connection.unanswered.indexOf(exchange)
    if (at === -1) return
    connection.unanswered.splice(at, 1)
    unanswered -= 1
    onChange()
  }

  function receive(exchange: Answering, bytes: number): void {
    const weight = bytes + perPiece
    exchange.weight += weight
    buffered += weight
    while (buffered > limits.maxBufferedBytes) {
      const heaviest = [...connections].reduce((one, other) => (other.weight > one.weight ? other : one))
      if (heaviest.weight === 0) return
      end(heaviest)
    }
  }

  function release(exchange: Answering): void {
    buffered -= exchange.weight
    exchange.weight = 0
    exchange.isArriving = false
  }

  /** Ends the connection that has been of no use for longest, among those of the sender who has the most. */
  function makeRoom(): boolean {
    for (const crowd of [...bySender.values()].sort((one, other) => other.size - one.size)) {
      let useless: Connection | undefined
      for (const connection of crowd) {
        if (useless !== undefined && connection.used > useless.used) continue
        if (!connection.isAtWork) useless = connection
      }
      if (useless === undefined) continue
      end(useless)
      return true
    }
    return false
  }

  function end(connection: Connection): void {
    forget(connection)
    connection.socket.destroy()
    onMadeRoom()
  }

  function forget(connection: Connection): void {
    connection.isGone = true
    connections.delete(connection)
    // Whoever resets a connection may be back from the same port before this one is known to be closed.
    if (byKey.get(connection.key) === connection) byKey.delete(connection.key)
    const crowd = crowdOf(connection)
    crowd.delete(connection)
    if (crowd.size === 0) bySender.delete(connection.sender)
    for (const exchange of [...connection.unanswered]) settle(connection, exchange)
    onChange()
  }

  function crowdOf({ sender }: Connection): Set<Connection> {
    const crowd = bySender.get(sender) ?? new Set()
    bySender.set(sender, crowd)
    return crowd
  }
}

/** A connection that is kept alive would outlive its last request. */
export function lastOnItsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

const unheard: Exchange = { isArriving: false, piece() {}, arrived() {} }

/** Bytes of what surrounds a piece. A body that comes in pieces of one byte takes far more than it has. */
const perPiece = 256

class Connection {
  readonly socket: Socket
  readonly key: string
  readonly sender: string
  readonly unanswered: Answering[] = []
  isGone = false
  /** When it was last of use: it came, or was given an answer. */
  used: number

  constructor(socket: Socket, used: number) {
    this.used = used
    this.socket = socket
    this.key = keyOf(socket)
    this.sender = networkOf(socket.remoteAddress ?? '')
  }

  /** What was asked for has arrived whole, and is not yet answered. */
  get isAtWork(): boolean {
    let isAtWork = false
    for (const { isArriving, outgoing } of this.unanswered) {
      if (isArriving) return false
      if (!outgoing.writableEnded) isAtWork = true
    }
    return isAtWork
  }

  get weight(): number {
    let weight = 0
    for (const exchange of this.unanswered) weight += exchange.weight
    return weight
  }
}

/** A request that is not answered yet. */
class Answering implements Exchange {
  readonly outgoing: ServerResponse
  isArriving: boolean
  /** Of what there is of its body. */
  weight = 0
  readonly #weighing: Weighing

  constructor(outgoing: ServerResponse, isArriving: boolean, weighing: Weighing) {
    this.outgoing = outgoing
    this.isArriving = isArriving
    this.#weighing = weighing
  }

  piece(bytes: number): void {
    if (this.isArriving) this.#weighing.receive(this, bytes)
  }

  arrived(): void {
    this.#weighing.release(this)
  }
}

interface Weighing {
  receive(exchange: Answering, bytes: number): void
  release(exchange: Answering): void
}

/** The same for a connection and for what is encrypted on it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
