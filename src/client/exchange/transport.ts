import { nameErrors } from '../../errors.js'
import { unlessAborted } from './within.js'

/** One HTTP request. */
export interface WireRequest {
  readonly method: string
  /** Scheme, host and port. */
  readonly origin: string
  /** From the first slash on, with the query. */
  readonly path: string
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** What a request has to keep to on its way. */
export interface Bounds {
  /** Aborts the request, wherever it has got to. */
  readonly signal: AbortSignal
  /** An answer that is longer is not read to its end. */
  readonly maxBytes: number
  /** `bulk` if nobody waits for it. */
  readonly priority?: 'bulk' | undefined
}

/** One HTTP answer, read whole. */
export interface WireAnswer {
  /** 0 where a browser hides a redirect. */
  readonly status: number
  header(name: string): string | undefined
  readonly text: string
}

/** What carries requests: it never follows a redirect, never sends twice, and fails when no answer came. */
export interface Transport {
  send(request: WireRequest, bounds: Bounds): Promise<WireAnswer>
  close?(): Promise<void>
}

/** Thrown by a transport whose request was aborted before any of it was sent. */
export class NotSent extends Error {}

/** Thrown by a transport when an answer is longer than the request allows. */
export class AnswerTooLong extends Error {
  readonly status: number
  constructor(status: number) {
    super('The answer is longer than the request allows.')
    this.status = status
  }
}

/** A `fetch`: the platform's own, a simulator's, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Carries requests with a `fetch`, which is how a client runs on edge runtimes and in process. */
export function fetchTransport(fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Transport {
  return {
    async send({ method, origin, path, headers, body }, { signal, maxBytes }) {
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
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        text: await readText(response, signal, maxBytes),
      }
    },
  }
}

/** Reads the body, counting bytes: a length header can be missing, and says nothing of a compressed body. */
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
    // Frees the connection; a body that can't be canceled any more is gone already.
    reader.cancel().catch(() => {})
    throw error
  }
}

nameErrors({ NotSent, AnswerTooLong })
