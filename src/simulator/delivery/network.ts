import { type Parts, partsOf } from '../bytes.js'

/** A request to a bot before it is sent. */
export interface DeliveryRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface AbortableRequest extends DeliveryRequest {
  /** Aborts when nobody waits for the answer. */
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

/** Delivers to a function instead of an address, without a socket. A handler that throws is a broken connection. */
export function networkTo(handler: RequestHandler): Network {
  return async ({ method, url, headers, body, signal }) =>
    fromResponse(
      await handler(new Request(url, { method, headers, signal, ...(body === undefined ? {} : { body }) })),
      false,
    )
}

/** Delivers by a `fetch`. It decides some headers itself, and undoes content encodings. */
export function networkBy(fetch: typeof globalThis.fetch): Network {
  return async ({ method, url, headers, body, signal }) =>
    fromResponse(
      await fetch(url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) }),
      true,
    )
}

function fromResponse(response: Response, decoded: boolean): NetworkAnswer {
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    body: partsOf(response.body),
    decoded,
  }
}
