import type { Server, ServerResponse } from 'node:http'
import { BlockList, isIP, Server as NetServer, type Socket } from 'node:net'
// Not the globals, which tests replace.
import { clearTimeout, setTimeout } from 'node:timers'
import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { Counters, networkOf, unmapped } from '../../receiver/http/refusalCounter.js'

/**
 * Limits the connections of a server. Node's own `maxConnections` drops new connections, so that a few idle clients could
 * lock everybody out; here a new one replaces the connection that has been idle for longest.
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
  const connections = new Map<string, Connection>()
  let uses = 0
  let isStopping = false
  let onChange = () => {}

  server.prependListener('connection', (socket: Socket) => {
    if (socket.destroyed) return
    if (connections.size >= maxConnections) {
      const dropped = longestIdle(connections.values())?.socket ?? socket
      connections.delete(keyOf(dropped))
      dropped.destroy()
      onDropped()
      if (dropped === socket) return
    }
    const key = keyOf(socket)
    const pending: ServerResponse[] = []
    const connection: Connection = { socket, pending, lastUse: ++uses, onAnswered }
    connections.set(key, connection)
    // A pipelined response that waits behind another emits no `close` when its connection closes.
    socket.once('close', () => {
      if (connections.get(key) === connection) connections.delete(key)
      onChange()
    })

    function onAnswered(this: ServerResponse): void {
      pending.splice(pending.indexOf(this), 1)
      connection.lastUse = ++uses
      onChange()
    }
  })

  server.prependListener('request', ({ socket }, response) => {
    if (isStopping) closeAfter(response)
    const connection = connectionOf(socket)
    if (connection === undefined) return
    connection.pending.push(response)
    response.on('close', connection.onAnswered)
  })

  /** Looks it up once for each socket. */
  function connectionOf(socket: TrackedSocket): Connection | undefined {
    socket[tracked] ??= connections.get(keyOf(socket))
    return socket[tracked]
  }

  // Also for clients that never read their response, which Node's own timeouts don't cover.
  server.setTimeout(idle, (socket: Socket) => {
    const connection = connectionOf(socket)
    if (connection === undefined || !isBusy(connection)) socket.destroy()
  })

  return async (grace) => {
    isStopping = true
    for (const { pending } of connections.values()) for (const response of pending) closeAfter(response)
    // `close` of `node:http` cuts idle connections at once, and with them requests that are on their way. In Bun and
    // Deno the HTTP server isn't a `net.Server` and has only that one.
    const { close } = server instanceof NetServer ? NetServer.prototype : server
    close.call(server)
    await new Promise<void>((resolve) => {
      let isGraceOver = false
      const timer = setTimeout(() => {
        isGraceOver = true
        onChange()
      }, grace)
      onChange = () => {
        const isDone = ({ pending }: Connection) => isGraceOver && pending.length === 0
        if (![...connections.values()].every(isDone)) return
        clearTimeout(timer)
        resolve()
      }
      onChange()
    })
  }
}

export function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

interface Connection {
  readonly socket: Socket
  /** Several only if the client pipelines requests. */
  readonly pending: ServerResponse[]
  /** The higher, the later it was opened or last answered a request. */
  lastUse: number
  /** Called as a listener of each response. */
  onAnswered(this: ServerResponse): void
}

const tracked = Symbol('connection')

interface TrackedSocket extends Socket {
  [tracked]?: Connection | undefined
}

/** Of the connections without work, the one that was used least recently. */
function longestIdle(connections: Iterable<Connection>): Connection | undefined {
  let found: Connection | undefined
  for (const connection of connections) {
    if (connection.lastUse < (found?.lastUse ?? Number.POSITIVE_INFINITY) && !isBusy(connection)) found = connection
  }
  return found
}

/** Whether a handler is at work. A request that is still arriving doesn't count, or slow senders could hold all connections. */
function isBusy({ pending }: Connection): boolean {
  // A response that was written, but that the client doesn't read, isn't work either.
  return pending.some(({ writableEnded }) => !writableEnded) && pending.every(({ req }) => req.complete)
}

/** The same for a TCP socket and the TLS socket on top of it. */
function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

interface AddressList {
  has(address: string): boolean
}

export function addressList(entries: readonly string[]): AddressList | { readonly invalid: string } {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const plain = unmapped(address)
    const version = isIP(plain)
    const longest = version === 4 ? 32 : 128
    if (version === 0 || rest.length > 0 || plain.includes('%') || !isPrefix(bits, longest)) return { invalid: entry }
    list.addSubnet(plain, bits === undefined ? longest : Number(bits), family(version))
  }
  return {
    has(address) {
      const plain = unmapped(address).replace(/%.*$/s, '')
      const version = isIP(plain)
      return version !== 0 && list.check(plain, family(version))
    },
  }
}

const family = (version: number) => (version === 4 ? 'ipv4' : 'ipv6')

function isPrefix(bits: string | undefined, longest: number): boolean {
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
}

export interface AddressRules {
  /** Undefined: all. */
  readonly allowed?: AddressList | undefined
  /** Proxies whose `X-Forwarded-For` is trusted. Undefined: none. */
  readonly proxies?: AddressList | undefined
}

/** Whether a connection from this peer may carry a request that is allowed. */
export function mayConnect({ allowed, proxies }: AddressRules, peer: string): boolean {
  return allowed === undefined || allowed.has(peer) || proxies?.has(peer) === true
}

/**
 * The address of the client. Each proxy appends the address that it got the request from, so `X-Forwarded-For` is read
 * from the right for as long as the hop was written by a trusted proxy.
 */
export function clientAddress({ proxies }: AddressRules, peer: string, forwardedFor: string | undefined): string {
  let address = unmapped(peer)
  if (proxies === undefined || forwardedFor === undefined) return address
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!proxies.has(address)) break
    const before = addressIn(hop.trim())
    if (before === undefined) break
    address = before
  }
  return address
}

/** An address as proxies write it: with or without a port, IPv6 in brackets or bare. */
function addressIn(hop: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 ? undefined : unmapped(bare)
}

/** Logs rejected connections and requests, at most one line a minute for each network. */
export function rejections(log: Log, clock: Clock) {
  const window = { window: 60_000 }
  const addresses = new Counters(window, clock)
  const closed = new Counters(window, clock, ({ count }) =>
    log.warn({ closed: count }, 'Connections closed in that minute'),
  )
  const connection = (address: string) => {
    if (addresses.add(networkOf(address), 1) === 1) {
      log.warn({ address }, 'Rejected an address that is not in `allow`; add it if it is the chat server')
    }
  }
  return {
    connection,
    response(address: string): Response {
      connection(address)
      return Response.json({ error: { code: 'address_not_allowed', message: notAllowed } }, { status: 403 })
    },
    tooMany() {
      if (closed.add('', 1) === 1) log.warn({}, 'Too many connections; closing idle ones')
    },
  }
}

const notAllowed =
  'Requests from this address are not allowed. The receiver has a list of allowed addresses, and this is not one of them. ' +
  'Add it to `allow`, or add the proxy in front of the receiver to `trustProxy`.'
