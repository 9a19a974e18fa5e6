import { getPath } from 'hono/utils/url'
import { errors } from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import { partsOf, readParts } from '../base/bytes.js'
import { Refusal } from '../realm/world/refusal.js'
import { type FaultyResponse, isFaultyResponse } from './responseSteps.js'

export interface Bindings {
  /** Lets a fault answer instead of the app; the app's response is dropped. */
  takeOver(faultyResponse: FaultyResponse): void
  /** Undefined for a request made in this process. */
  readonly socket?: SocketFacts | undefined
}

interface SocketFacts {
  /** The client's IP address. */
  readonly peer: string | undefined
  readonly listensAt: string
  readonly hasBody: boolean
  /** @throws {BodyTooLarge} as soon as it exceeds the limit */
  body(limit: number): Promise<Uint8Array>
}

/** Answers requests. */
export interface App {
  fetch(request: Request, env: Bindings): MaybePromise<Response>
}

/** A request to be answered: the part of Hono's context that is used here. */
export interface Exchange {
  readonly req: ReceivedRequest
  readonly env: Bindings
}

interface ReceivedRequest {
  readonly raw: Request
  readonly method: string
  readonly url: string
  /** Percent-decoded except for reserved characters, with repeated slashes collapsed. */
  readonly path: string
  header(name: string): string | undefined
}

export function exchangeOf(raw: Request, env: Bindings): Exchange {
  const header = (name: string) => raw.headers.get(name) ?? undefined
  return { req: { raw, method: raw.method, url: raw.url, path: decodedPath(raw), header }, env }
}

/** Hono percent-decodes paths except for reserved characters; here repeated slashes are also collapsed. */
export const decodedPath = (request: Request): string => oneSlash(getPath(request))

/** Faults can change it, and the journal records it. */
export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export type Reply = OutgoingAnswer | FaultyResponse

/** The rest of the body is left unread. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Path and query as sent, with repeated slashes collapsed. */
export function sentTarget(url: string): { readonly path: string; readonly query: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('#', start)
  const target = url.slice(start, end < 0 ? undefined : end)
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: oneSlash(target), query: '' }
    : { path: oneSlash(target.slice(0, mark)), query: target.slice(mark + 1) }
}

function oneSlash(path: string): string {
  return path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
}

export function hasBody({ env, req }: Exchange): boolean {
  return env.socket?.hasBody ?? req.raw.body !== null
}

/** @throws {BodyTooLarge} */
export async function bodyOf({ env, req }: Exchange, limit: number): Promise<Uint8Array> {
  if (env.socket !== undefined) return env.socket.body(limit)
  if (Number(req.header('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const parts = partsOf(req.raw.body)
  const next = () => parts.next().catch(() => Promise.reject(malformed('the body ended early')))
  return readParts(parts, limit, () => new BodyTooLarge(), next)
}

export function respond(c: Exchange, reply: Reply): Response {
  if (isFaultyResponse(reply)) {
    c.env.takeOver(reply)
    return new Response(null)
  }
  const { status, headers, body } = reply
  if (status === 204) return new Response(null, { status, headers })
  if (c.req.method !== 'HEAD') return new Response(body as Uint8Array<ArrayBuffer> | string, { status, headers })
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
  return new Response(null, { status, headers: { ...headers, 'Content-Length': String(length) } })
}

export function malformed(reason: string): Refusal {
  return new Refusal(errors.malformedRequest, { reason })
}
