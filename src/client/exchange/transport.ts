import { EarshotError, nameErrors } from '../../errors.js'
import type { CallError, CallFacts } from '../errors/exchangeErrors.js'
import { type Bounds, type Priority, unlessAborted } from './bounds.js'

/** One HTTP request. */
export interface WireRequest {
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** Starts with a slash, and includes the query. */
  readonly path: string
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Asks for the body of a successful response as a stream. It is for whoever reads it to cancel. */
  readonly asStream?: boolean
  /** Whether it goes to another host than the server's, which must not get a client certificate. */
  readonly isForeign?: boolean
}

/** One HTTP response, completely read unless it has a `body`. */
export interface WireAnswer {
  /** 0 where a browser hides a redirect. */
  readonly status: number
  header(name: string): string | undefined
  readonly text: string
  /** The unread body of a successful response, if the request asked for a stream; `text` is empty then. */
  readonly body?: ReadableStream<Uint8Array>
}

/** Sends requests. It never follows a redirect, never sends a request twice, and rejects if there is no response. */
export interface Transport {
  send(request: WireRequest, bounds: Bounds): Promise<WireAnswer>
  /** Milliseconds for which a rate limit would hold back a request that is sent now. Absent if there is none. */
  waitFor?(priority: Priority | undefined): number
  close?(): Promise<void>
}

/** Thrown by a transport if a request ended before any of it was sent. */
export class NotSent extends EarshotError {
  /** The error of its call, if waiting can't help. (default: that of a request that gets no answer) */
  errorOf?(facts: CallFacts, call: CallToSend): CallError
  /** Whether a repeat may succeed where it has an error of its own. (default: false) */
  readonly isTransient?: boolean

  constructor(message = 'The request was not sent.', options?: ErrorOptions) {
    super('not_sent', message, options)
  }
}

/** The account that makes a call, and how many milliseconds it may wait to be sent. */
export interface CallToSend {
  readonly account: string
  readonly maxWait: number
}

/** Thrown by a transport if a response is longer than the request allows. */
export class AnswerTooLong extends EarshotError {
  readonly status: number
  constructor(status: number) {
    super('answer_too_long', 'The answer is longer than the request allows.')
    this.status = status
  }
}

/** A `fetch` function: the platform's own, a simulator's, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Sends requests with a `fetch`, so that a client runs on edge runtimes and in process.
 *
 * @example new Client({ ...credentials, transport: fetchTransport() })
 */
export function fetchTransport(fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Transport {
  return {
    async send({ method, origin, path, headers, body, asStream }, { signal, maxBytes }) {
      const response = await unlessAborted(
        signal,
        fetch(origin + path, {
          method,
          headers: { ...headers },
          redirect: 'manual',
          signal,
          ...(body === undefined ? {} : { body }),
        }),
      )
      const { status } = response
      const header = (name: string) => response.headers.get(name) ?? undefined
      if (asStream && response.ok) return { status, header, text: '', body: response.body ?? new Blob([]).stream() }
      return { status, header, text: await readText(response, signal, maxBytes) }
    },
  }
}

/** Reads the body and counts its bytes: `content-length` can be missing, and is the compressed size of a compressed body. */
async function readText(response: Response, signal: AbortSignal, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await unlessAborted(signal, reader.read())
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > maxBytes) throw new AnswerTooLong(response.status)
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    // Frees the connection; if the body can't be cancelled any more, the connection is already free.
    reader.cancel().catch(() => {})
    throw error
  }
}

nameErrors({ NotSent, AnswerTooLong })
