import { partsOf, readParts } from '../bytes.js'
import { isJourney } from '../faults/sink.js'
import { travelledResponse } from '../faults/webTravel.js'
import type { Api } from './api.js'
import { BodyTooLarge, type IncomingRequest, type OutgoingAnswer } from './exchange.js'
import { malformed } from './fields.js'

/** Answers a web-standard request. */
export async function answerRequest(api: Api, request: Request): Promise<Response> {
  const answer = api(fromRequest(request))
  const { method, signal } = request
  const reply = answer instanceof Promise ? await unlessAborted(signal, answer) : answer
  return isJourney(reply) ? travelledResponse(reply, request) : toResponse(reply, method)
}

/** Whoever gives up waiting is told at once, as by a socket. */
function unlessAborted<Answer>(signal: AbortSignal, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function fromRequest(request: Request): IncomingRequest {
  const { url } = request
  return {
    method: request.method,
    // Behind the scheme and the host, and without building a URL for it.
    target: url.slice(url.indexOf('/', url.indexOf('//') + 2)),
    header: (name) => request.headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined),
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
