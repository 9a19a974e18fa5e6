import type { App, Bindings } from '../api/exchange.js'
import type { FaultyResponse, ResponseWriter } from './responseWriter.js'

/** Answers a request of this process. Whoever gives up waiting is told at once, as by a socket. */
export async function fetchFrom(app: App, request: Request): Promise<Response> {
  let faultyResponse: FaultyResponse | undefined
  const takeOver: Bindings['takeOver'] = (one) => {
    faultyResponse = one
  }
  const response = await unlessAborted(request.signal, app.fetch(request, { takeOver } satisfies Bindings))
  return faultyResponse === undefined ? response : writtenResponse(faultyResponse, request)
}

function unlessAborted<Answer>(signal: AbortSignal, answer: Answer | Promise<Answer>): Promise<Answer> {
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
 * What a faulty response comes to in this process. Where the connection breaks, it fails as the
 * platform's `fetch` does over a socket: a `TypeError`, with the reason as its cause.
 */
function writtenResponse(faultyResponse: FaultyResponse, { method, signal }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    let hasHead = false
    let hasEnded = false
    const keep = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      body = controller
    }
    const fail = (error: unknown) => {
      hasEnded = true
      if (hasHead) body?.error(error)
      else reject(error)
    }
    const broken = (cause: Error) => {
      if (!hasEnded) fail(new TypeError(hasHead ? 'terminated' : 'fetch failed', { cause }))
    }
    const writer: ResponseWriter = {
      head(status, headers) {
        hasHead = true
        const isEmpty = method === 'HEAD' || status === 204
        const stream = isEmpty ? null : streamOf(keep, () => leave())
        resolve(new Response(stream, { status, headers: { ...headers } }))
      },
      part: (bytes) => body?.enqueue(Uint8Array.from(bytes)),
      end() {
        hasEnded = true
        body?.close()
      },
      close: () => broken(otherSideClosed()),
      reset: () => broken(connectionReset()),
    }
    const leave = faultyResponse.writeTo(writer)
    const abort = () => {
      leave()
      if (!hasEnded) fail(signal.reason)
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

function streamOf(
  start: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
  cancel: () => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({ start, cancel })
}

/** What the platform says of a connection that was closed. */
function otherSideClosed(): Error {
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })
}

/** What the platform says of a connection that was reset. */
function connectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })
}
