import { isPromise, type MaybePromise } from '../../values.js'
import type { App, Bindings } from './exchange.js'
import type { FaultyResponse, ResponseStep } from './responseSteps.js'

/** Answers a request from this process. An aborted request fails at once, and redirects are followed, as over a socket. */
export async function fetchFrom(app: App, request: Request): Promise<Response> {
  let faultyResponse: FaultyResponse | undefined
  const takeOver: Bindings['takeOver'] = (one) => {
    faultyResponse = one
  }
  const response = await unlessAborted(request.signal, app.fetch(request, { takeOver } satisfies Bindings))
  if (faultyResponse !== undefined) return responseOf(faultyResponse, request)
  const location = response.status === 302 && request.redirect === 'follow' && response.headers.get('location')
  if (!location) return response
  const { headers, signal } = request
  return fetchFrom(app, new Request(new URL(location, request.url), { headers, signal }))
}

function unlessAborted<Answer>(signal: AbortSignal, answer: MaybePromise<Answer>): Promise<Answer> {
  if (!isPromise(answer) && !signal.aborted) return Promise.resolve(answer)
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * A faulty response in this process. A broken connection fails like the platform's `fetch` over a socket: with a
 * `TypeError` whose cause is the reason.
 */
async function responseOf(faultyResponse: FaultyResponse, { method, signal }: Request): Promise<Response> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  const steps = faultyResponse.steps(leaving.signal)
  const next = async (): Promise<ResponseStep | undefined> => (await unlessAborted(signal, steps.next())).value
  const first = await next()
  if (first?.kind !== 'head') throw new TypeError('fetch failed', { cause: causeOf(first) })
  const { status, headers } = first
  if (method === 'HEAD' || status === 204) return new Response(null, { status, headers })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await next()
      if (step?.kind === 'part') controller.enqueue(Uint8Array.from(step.bytes))
      else if (step?.kind === 'end') controller.close()
      else controller.error(new TypeError('terminated', { cause: causeOf(step) }))
    },
    cancel: leave,
  })
  return new Response(body, { status, headers })
}

/** The platform's error for a connection that was closed or reset. */
function causeOf(step: ResponseStep | undefined): Error {
  return step?.kind === 'reset'
    ? Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })
    : Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })
}
