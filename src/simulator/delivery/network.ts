import { type Parts, partsOf } from '../bytes.js'

/** A request to a bot before it is sent. */
export interface DeliveryRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface AbortableRequest extends DeliveryRequest {
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** The head of an answer, and its body in parts. */
export interface NetworkAnswer {
  readonly status: number
  header(name: string): string | undefined
  readonly body: Parts
  /** Whether the network has undone the content encoding. */
  readonly decoded: boolean
}

/** Sends one request and resolves to the answer's head. Rejects if there is no answer: a connection error. */
export type Network = (request: AbortableRequest) => Promise<NetworkAnswer>

/** Answers a delivery in this process: a receiver's `fetch`, or any function of that kind. */
export type RequestHandler = (request: Request) => Response | Promise<Response>

/** How a bot is reached: the address that is shown, and the network for each URL. */
export interface Connection {
  readonly address: string
  networkFor(url: string): Network
}

/** Delivers to a function instead of an address, without a socket. If the handler throws, the connection breaks. */
export function networkTo(handler: RequestHandler): Network {
  return async (request) => fromResponse(await handler(new Request(request.url, initOf(request))), false)
}

/** Delivers through a `fetch`, which sets some headers itself and undoes content encodings. */
export function networkBy(fetch: typeof globalThis.fetch): Network {
  return async (request) => fromResponse(await fetch(request.url, { ...initOf(request), redirect: 'manual' }), true)
}

function initOf({ method, headers, body, signal }: AbortableRequest): RequestInit {
  return { method, headers, signal, ...(body !== undefined && { body }) }
}

function fromResponse(response: Response, decoded: boolean): NetworkAnswer {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body: partsOf(response.body),
    decoded,
  }
}
