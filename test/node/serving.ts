import { connect, type Socket } from 'node:net'
import { type ServeOptions, type Serving, serve } from 'earshot/node'
import type { Delivery } from 'earshot/receiver'
import { onTestFinished } from 'vitest'
import { chatServer, type LogLine, recordingLog } from '../receiver/kit.js'
import { echoBot, echoToken, type Json, mention } from '../receiver/notifications.js'

export interface Served extends Serving {
  readonly delivered: Delivery[]
  readonly sent: Record<string, string>[]
  readonly lines: LogLine[]
  post(notification?: Json | string | Uint8Array, init?: RequestInit): Promise<Response>
}

/** Serves the echo bot on a free port until the test is over. */
export async function served(
  handle: (delivery: Delivery) => unknown = () => {},
  options: Partial<ServeOptions> = {},
): Promise<Served> {
  const delivered: Delivery[] = []
  const sent: Record<string, string>[] = []
  const { log, lines } = recordingLog()
  const bot = {
    async handle(delivery: Delivery) {
      delivered.push(delivery)
      await handle(delivery)
    },
  }
  const serving = await serve(bot, {
    credentials: { ...echoBot, token: echoToken },
    port: 0,
    environment: {},
    handleSignals: false,
    fetch: chatServer(sent, undefined),
    log,
    ...options,
  })
  onTestFinished(() => serving.close())
  const post: Served['post'] = (notification = mention(), init = {}) => {
    const isRaw = typeof notification === 'string' || notification instanceof Uint8Array
    const body = isRaw ? notification : JSON.stringify(notification)
    return fetchOnce(serving.url, { method: 'POST', body, ...init })
  }
  return { ...serving, delivered, sent, lines, post }
}

/** Does not keep the connection: closing a server waits a moment for those that are kept. */
export function fetchOnce(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('connection', 'close')
  return fetch(url, { ...init, headers })
}

/** A connection of which every byte is in the test's hands. @param localPort Where it comes from (default: a free port). */
export async function wire(port: number, localPort?: number): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1', ...(localPort !== undefined && { localPort }) })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // A server that hangs up while we still send is what some tests are about.
  socket.on('error', () => {})
  return {
    socket,
    closed,
    write: (bytes) => new Promise((resolve) => socket.write(bytes, () => resolve())),
    async answer() {
      while (!received.includes('\r\n\r\n') || !/\}$/.test(received)) {
        const event = new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
        if (socket.destroyed) break
        await event
      }
      return received
    },
  }
}

export interface Wire {
  readonly socket: Socket
  readonly closed: Promise<void>
  write(bytes: string | Uint8Array): Promise<void>
  /** The first answer, headers and all; what there is of it if the server hangs up. */
  answer(): Promise<string>
}
