import { partsOf, readParts } from '../bytes.js'
import type { Api } from './api.js'
import { BodyTooLarge, type IncomingRequest, type OutgoingAnswer } from './exchange.js'
import { malformed } from './fields.js'

/** Answers a web-standard request. */
export async function answerRequest(api: Api, request: Request): Promise<Response> {
  return toResponse(await api(fromRequest(request)), request.method)
}

function fromRequest(request: Request): IncomingRequest {
  const { url } = request
  return {
    method: request.method,
    // Behind the scheme and the host, and without building a URL for it.
    target: url.slice(url.indexOf('/', url.indexOf('//') + 2)),
    header: (name) => request.headers.get(name) ?? undefined,
    hasBody: request.body !== null,
    body: (limit) => bodyOf(request, limit),
  }
}

async function bodyOf(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new BodyTooLarge()
  const parts = partsOf(request.body)
  const next = () => parts.next().catch(() => Promise.reject(malformed('the body ended early')))
  return readParts(parts, limit, () => new BodyTooLarge(), next)
}

function toResponse({ status, headers, body }: OutgoingAnswer, method: string): Response {
  const isEmpty = method === 'HEAD' || status === 204
  const content = typeof body === 'string' ? body : Uint8Array.from(body)
  return new Response(isEmpty ? null : content, { status, headers: { ...headers } })
}
