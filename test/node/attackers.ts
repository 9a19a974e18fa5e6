import { connect, type Socket } from 'node:net'
import { mention } from '../receiver/notifications.js'

/** Those who attack a port until they are told to stop. */
export interface Attack {
  /** Bytes that were sent so far. */
  readonly sent: number
  /** Requests that were answered, by status. */
  readonly statuses: ReadonlyMap<string, number>
  stop(): Promise<void>
}

type Attacker = (link: Link) => Promise<void>

/** So many attackers at once, each of whom comes again a few times after it was cut off. */
export function attack(port: number, count: number, attacker: Attacker, times = 5): Attack {
  const state = { sent: 0, stopped: false, statuses: new Map<string, number>(), sockets: new Set<Socket>() }
  const all = Array.from({ length: count }, async () => {
    for (let time = 0; time < times && !state.stopped; time += 1) await attacker(new Link(port, state)).catch(() => {})
  })
  return {
    get sent() {
      return state.sent
    },
    statuses: state.statuses,
    async stop() {
      state.stopped = true
      for (const socket of state.sockets) socket.destroy()
      await Promise.all(all)
    },
  }
}

/** One connection of an attacker. */
class Link {
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #state: { sent: number; stopped: boolean; statuses: Map<string, number>; sockets: Set<Socket> }

  constructor(port: number, state: Link['state']) {
    this.#state = state
    this.#socket = connect(port, '127.0.0.1')
    state.sockets.add(this.#socket)
    this.#socket.on('error', () => {})
    this.#socket.on('data', (bytes) => {
      for (const [, status = ''] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1)
      }
    })
    this.closed = new Promise((resolve) =>
      this.#socket.once('close', () => {
        state.sockets.delete(this.#socket)
        resolve()
      }),
    )
  }

  /** Resolves when something was answered, or the connection is gone. */
  answered(): Promise<unknown> {
    return Promise.race([this.closed, new Promise((resolve) => this.#socket.once('data', resolve))])
  }

  get state() {
    return this.#state
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#state.stopped
  }

  /** Rejects when the connection is gone. */
  write(bytes: string | Uint8Array): Promise<void> {
    if (!this.isOpen) return Promise.reject(new Error('The connection is gone.'))
    this.#state.sent += bytes.length
    return new Promise((resolve, reject) =>
      this.#socket.write(bytes, (error) => (error ? reject(error) : setImmediate(resolve))),
    )
  }
}

const post = (headers: string) => `POST / HTTP/1.1\r\nhost: bakery\r\n${headers}\r\n\r\n`

/** Connects and says nothing. */
export const idler: Attacker = (link) => link.closed

/** Announces a body, sends a little of it, and waits. */
export const dawdler: Attacker = async (link) => {
  await link.write(post('content-length: 1000000'))
  for (let byte = 0; byte < 20; byte += 1) await link.write('x')
  await link.closed
}

/** Guesses tokens, one after the other. */
export const guesser: Attacker = async (link) => {
  const body = JSON.stringify(mention({}, { token: 'x'.repeat(32) }))
  const request = `${post(`content-length: ${Buffer.byteLength(body)}`)}${body}`
  while (link.isOpen) {
    await link.write(request)
    await link.answered()
  }
}

/** Sends a megabyte of junk in a body, again and again. */
export const junker: Attacker = async (link) => {
  const junk = Buffer.alloc(2 ** 20 - 1, '[{"x":')
  while (link.isOpen) {
    await link.write(post(`content-length: ${junk.length}`))
    await link.write(junk)
  }
}

/** Sends an endless body in chunks. */
export const flooder: Attacker = async (link) => {
  const chunk = `10000\r\n${'{'.repeat(0x10000)}\r\n`
  await link.write(post('transfer-encoding: chunked'))
  while (link.isOpen) await link.write(chunk)
}

/** Sends what is no HTTP. */
export const babbler: Attacker = async (link) => {
  const junk = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) & 255))
  while (link.isOpen) await link.write(junk)
}
