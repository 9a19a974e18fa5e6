import { type Parts, partsOf } from '../base/bytes.js'

/** A request to a bot before it is sent. */
export interface DeliveryRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface AbortableRequest extends DeliveryRequest {
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** The head of an answer, and its body: in parts, or as bytes if all of it is there. */
export interface NetworkAnswer {
  readonly status: number
  header(name: string): string | undefined
  readonly body: Parts | Uint8Array
  /** Whether the network has undone the content encoding. */
  readonly decoded: boolean
}

/** Sends one request and resolves to the answer's head. Rejects if there is no answer: a connection error. */
export type Network = (request: AbortableRequest) => Promise<NetworkAnswer>

/** Answers a delivery in this process: a receiver's `fetch`, or any function of that kind. */
export type RequestHandler = (request: Request) => Response | Promise<Response>

/** Takes deliveries in this process without HTTP: a receiver, or anything else with such a method. */
export interface DeliveryTarget {
  /**
   * Takes a notification, which is JSON, and resolves to the HTTP status and the JSON of the answer. If it rejects, the server
   * sees a broken connection.
   */
  deliver(notification: string): Promise<{ readonly status: number; readonly body: string }>
}

/** Where a bot's notifications go: an address, or something in this process. */
export type BotAddress = string | RequestHandler | DeliveryTarget

/** How a bot is reached: the address that is shown, and the network for each URL. */
export interface BotConnection {
  readonly address: string
  networkFor(url: string): Network
}

/** Delivers to a bot in this process, without a socket. If the bot throws, the connection breaks. */
export function networkTo(bot: RequestHandler | DeliveryTarget): Network {
  if (typeof bot === 'function') return async (request) => fromResponse(await bot(requestOf(request)), false)
  return async ({ method, body = '' }) => {
    if (method === 'GET') return wholeAnswer(405, json, '')
    const answer = await bot.deliver(body)
    return wholeAnswer(answer.status, json, answer.body)
  }
}

const json = 'application/json; charset=utf-8'

/** Delivers through a `fetch`, which sets some headers itself and undoes content encodings. */
export function networkBy(fetch: typeof globalThis.fetch): Network {
  return async (request) => {
    const { url, signal } = request
    return fromResponse(await fetch(url, { ...initOf(request), signal, redirect: 'manual' }), true)
  }
}

/** An answer that is there at once. */
export function wholeAnswer(status: number, type: string, text: string): NetworkAnswer {
  return {
    status,
    header: (name) => (name === 'content-type' ? type : undefined),
    body: utf8.encode(text),
    decoded: true,
  }
}

const utf8 = new TextEncoder()

/** Its signal is made when the handler reads it, since that takes longer than the rest of the request. */
function requestOf(sent: AbortableRequest): Request {
  return Object.defineProperty(new Request(sent.url, initOf(sent)), 'signal', { get: () => sent.signal })
}

function initOf({ method, headers, body }: DeliveryRequest): RequestInit {
  return { method, headers, ...(body !== undefined && { body }) }
}

function fromResponse(response: Response, decoded: boolean): NetworkAnswer {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body: partsOf(response.body),
    decoded,
  }
}
