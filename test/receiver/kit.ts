import { type BotBinding, createReceiver, type Delivery, type Receiver, type ReceiverOptions } from 'earshot/receiver'
import type { Log } from '../../src/receiver/index.js'
import { echoBot, echoToken, type Json, mention } from './notifications.js'

type Handle = (delivery: Delivery) => Promise<unknown> | unknown

/** A receiver for one bot, with everything around it in the test's hands. */
export interface Kit {
  readonly receiver: Receiver
  readonly clock: ManualClock
  /** The deliveries that reached the bot. */
  readonly delivered: Delivery[]
  /** The messages that reached the chat server's API, as forms. */
  readonly sent: Record<string, string>[]
  readonly lines: LogLine[]
  /** Posts a notification: as JSON, or as it is when it is a text or bytes. */
  post(
    notification?: Json | string | Uint8Array | ReadableStream,
    headers?: Record<string, string>,
    init?: RequestInit,
  ): Promise<Answered>
}

export interface KitOptions extends Partial<Omit<ReceiverOptions, 'bots'>> {
  readonly handle?: Handle
  readonly binding?: Partial<BotBinding>
  readonly others?: readonly BotBinding[]
  /** The server's refusal of a message, if it refuses it. */
  readonly refuse?: (form: Record<string, string>) => Json | undefined
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

export interface LogLine {
  readonly level: keyof Log
  readonly fields: Record<string, unknown>
  readonly message: string
}

export function kit({ handle = () => {}, binding, others = [], refuse, ...options }: KitOptions = {}): Kit {
  const delivered: Delivery[] = []
  const sent: Record<string, string>[] = []
  const { log, lines } = recordingLog()
  const clock = manualClock()
  const bot = {
    async handle(delivery: Delivery) {
      delivered.push(delivery)
      await handle(delivery)
    },
  }
  const receiver = createReceiver({
    bots: [{ bot, credentials: echoBot, tokens: [echoToken], ...binding }, ...others],
    log,
    clock,
    fetch: chatServer(sent, refuse),
    ...options,
  })
  const post: Kit['post'] = async (notification = mention(), headers = {}, init = {}) => {
    const isRaw =
      typeof notification === 'string' || notification instanceof Uint8Array || notification instanceof ReadableStream
    const response = await receiver.request('/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: isRaw ? notification : JSON.stringify(notification),
      ...(notification instanceof ReadableStream ? { duplex: 'half' } : {}),
      ...init,
    } as RequestInit)
    return answered(response)
  }
  return { receiver, clock, delivered, sent, lines, post }
}

export async function answered(response: Response): Promise<Answered> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** A chat server that takes messages, unless it is told to refuse one. */
export function chatServer(sent: Record<string, string>[], refuse: KitOptions['refuse']) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname } = new URL(url)
    if (pathname === '/api/v1/server_settings') return success({ svc_feature_level: 496 })
    // No message is ever moved here.
    if (init.method === 'GET' && /^\/api\/v1\/messages\/\d+$/.test(pathname)) {
      return success({ message: mention().message })
    }
    if (pathname !== '/api/v1/messages') return Response.json({ result: 'error', msg: 'Not Found' }, { status: 404 })
    const form = Object.fromEntries(new URLSearchParams(String(init.body)))
    const refusal = refuse?.(form)
    if (refusal !== undefined)
      return Response.json({ result: 'error', code: 'BAD_REQUEST', ...refusal }, { status: 400 })
    sent.push(form)
    return success({ id: 300 + sent.length })
  }
}

function success(answer: Json): Response {
  return Response.json({ result: 'success', msg: '', ...answer })
}

export function recordingLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = []
  const writer = (level: keyof Log) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message })
  }
  return { log: { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }, lines }
}

export interface ManualClock {
  now(): number
  later(milliseconds: number, action: () => void): () => void
  /** Goes on by so many milliseconds, and lets everything happen that this sets off. */
  advance(milliseconds: number): Promise<void>
  /** How many actions wait. */
  readonly waiting: number
}

/** A clock that stands still until it is told to go on. */
export function manualClock(): ManualClock {
  let time = 1_772_427_600_000
  const waiting = new Set<{ due: number; action: () => void }>()
  return {
    now: () => time,
    later(milliseconds, action) {
      const entry = { due: time + milliseconds, action }
      waiting.add(entry)
      return () => waiting.delete(entry)
    },
    async advance(milliseconds) {
      await everythingToHappen()
      const end = time + milliseconds
      for (;;) {
        const [next] = [...waiting].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)
        if (next === undefined) break
        waiting.delete(next)
        time = next.due
        next.action()
        await everythingToHappen()
      }
      time = end
    },
    get waiting() {
      return waiting.size
    },
  }
}

/** Resolves when all that can go on without the clock has gone on. */
export async function everythingToHappen(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A promise to be settled by hand. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
