import { inParts, partsOf, readParts } from '../base/bytes.js'
import type { Cause, Clock } from '../base/clock.js'
import type { AbortableRequest, DeliveryRequest, Network, NetworkAnswer } from './network.js'

/** The result of one attempt to post a notification. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly status: number; readonly type: string; readonly body: Uint8Array }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'connection error'; readonly reason: string }
  /** Nothing was posted: the webhook's format has no such messages. */
  | { readonly kind: 'not sent'; readonly reason: string }
  /** Any other exception of the server's HTTP library: its class and text. */
  | { readonly kind: 'exception'; readonly type: string; readonly text: string }

/** One request of an attempt: the first, or one that a redirect led to. */
export interface Exchange {
  readonly method: string
  readonly url: string
  /** Absent if no answer came. */
  readonly status?: number
}

interface AttemptOptions {
  readonly clock: Clock
  /** Milliseconds without data from the bot before the attempt times out. */
  readonly timeout: number
  readonly maxAnswerBytes: number
  /** Whether an answer that breaks off is a connection error; otherwise it is another exception. */
  readonly retriesCutAnswers: boolean
  /** How many redirects are followed. */
  readonly redirects: number
  /** The reason of the timeout's timer. */
  readonly cause?: Cause
  /** Ends the attempt at once, as a connection error. */
  readonly signal?: AbortSignal
}

/** The result of posting a notification, and the requests that it took. */
export interface AttemptOutcome {
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptResult
}

/** Posts once, follows redirects, and reads the whole answer. Never rejects: failures are results. */
export async function attempt(
  networkFor: (url: string) => Network | undefined,
  request: DeliveryRequest,
  options: AttemptOptions,
): Promise<AttemptOutcome> {
  const exchanges: Exchange[] = []
  let next: DeliveryRequest | AttemptResult = request
  while (!('kind' in next)) {
    const { method, url } = next
    const network = networkFor(url)
    if (exchanges.length > options.redirects)
      next = exception('TooManyRedirects', `Exceeded ${options.redirects} redirects.`)
    else if (options.signal?.aborted) next = { kind: 'connection error', reason: closed }
    else if (network === undefined) next = { kind: 'connection error', reason: 'The bot has no address.' }
    else {
      const { status, ...sent } = await send(network, next, options)
      exchanges.push({ method, url, ...(status !== undefined && { status }) })
      next = sent.next
    }
  }
  return { exchanges, result: next }
}

const closed = 'The simulator was closed.'

/** Sends one request. `next` is its result, or the request that a redirect leads to. */
async function send(network: Network, request: DeliveryRequest, options: AttemptOptions) {
  const sent = new SentRequest(request)
  const wait = <Value>(work: Promise<Value>) => withTimeout(work, options)
  let answer: NetworkAnswer | undefined
  let next: DeliveryRequest | AttemptResult
  try {
    answer = await wait(network(sent))
    const { status } = answer
    const location = redirects.has(status) ? answer.header('location') : undefined
    if (location !== undefined) next = nextHop(request, status, location)
    else {
      const body = await readBody(answer, options.maxAnswerBytes, wait)
      next = { kind: 'answered', status, type: answer.header('content-type') ?? '', body }
    }
  } catch (error) {
    // Tells a handler or socket that still works on the answer to stop.
    sent.abort()
    next = failure(error, answer !== undefined && !options.retriesCutAnswers)
  }
  if (answer !== undefined) inParts(answer.body).cancel()
  return { status: answer?.status, next }
}

/** Its signal is made when the network reads it: bots in this process rarely do. */
class SentRequest implements AbortableRequest {
  readonly method: DeliveryRequest['method']
  readonly url: string
  readonly headers: DeliveryRequest['headers']
  readonly body: string | undefined
  #isAborted = false
  #controller: AbortController | undefined

  constructor({ method, url, headers, body }: DeliveryRequest) {
    this.method = method
    this.url = url
    this.headers = headers
    this.body = body
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isAborted) this.#controller.abort()
    return this.#controller.signal
  }

  abort(): void {
    this.#isAborted = true
    this.#controller?.abort()
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

class TimedOut extends Error {}

function withTimeout<Value>(work: Promise<Value>, { clock, timeout, cause, signal }: AttemptOptions): Promise<Value> {
  return new Promise((resolve, reject) => {
    const settle =
      <Result>(how: (result: Result) => void) =>
      (result: Result) => {
        cancel()
        signal?.removeEventListener('abort', stop)
        how(result)
      }
    const fail = settle(reject)
    const stop = () => fail(new Error(closed))
    const cancel = clock.later(timeout, () => fail(new TimedOut()), cause && { cause })
    signal?.addEventListener('abort', stop)
    work.then(settle(resolve), fail)
  })
}

function failure(error: unknown, isCut: boolean): AttemptResult {
  if (error instanceof TimedOut) return { kind: 'timeout' }
  if (error instanceof HttpLibraryError) return exception(error.type, error.message)
  const reason = reasonOf(error)
  // The server's library distinguishes a truncated answer from a connection without one; newer servers don't.
  return isCut
    ? exception('ChunkedEncodingError', `Connection broken: ${reason}`)
    : { kind: 'connection error', reason }
}

/** The innermost reason: `fetch` puts it in `cause`, or in `errors` if both address families refused the connection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ')
  return error.message === '' ? error.name : error.message
}

/**
 * The request that a redirect leads to, as in the server's HTTP library: 301, 302 and 303 turn a POST into a GET without
 * a body; 307 and 308 keep both. Credentials aren't sent to another host.
 */
export function nextHop(request: DeliveryRequest, status: number, location: string): DeliveryRequest | AttemptResult {
  if (!URL.canParse(location, request.url)) return exception('InvalidURL', `Failed to parse: ${location}`)
  const target = new URL(location, request.url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return exception('InvalidSchema', `No connection adapters were found for '${target.href}'`)
  }
  const keepsBody = status === 307 || status === 308
  const dropped = [
    ...(keepsBody ? [] : ['Content-Type', 'Content-Length']),
    ...(new URL(request.url).host === target.host ? [] : ['Authorization']),
  ]
  return {
    method: keepsBody ? request.method : 'GET',
    url: target.href,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.includes(name))),
    body: keepsBody ? request.body : undefined,
  }
}

function exception(type: string, text: string): AttemptResult {
  return { kind: 'exception', type, text }
}

/** What the server's HTTP library throws for an unusable answer. Never retried. */
class HttpLibraryError extends Error {
  override readonly name = 'HttpLibraryError'
  /** The class that users see. */
  readonly type: string

  constructor(type: string, text: string) {
    super(text)
    this.type = type
  }
}

type Part = Uint8Array | undefined

/**
 * Reads a whole body and undoes its content encoding. `wait` limits how long each part may take.
 *
 * @throws {HttpLibraryError} when it is larger than the limit, or not in the encoding that it claims
 */
async function readBody(
  answer: NetworkAnswer,
  limit: number,
  wait: (part: Promise<Part>) => Promise<Part>,
): Promise<Uint8Array> {
  const { body } = answer
  if (body instanceof Uint8Array) {
    if (body.length > limit) throw tooLarge(limit)
    return body
  }
  const announced = Number(answer.header('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const raw = await readParts(
    body,
    limit,
    () => tooLarge(limit),
    () => wait(body.next()),
  )
  const format = answer.decoded ? undefined : formats[answer.header('content-encoding')?.trim().toLowerCase() ?? '']
  return format === undefined || raw.length === 0 ? raw : decompress(raw, format, limit)
}

const formats: Readonly<Record<string, 'gzip' | 'deflate' | undefined>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
}

async function decompress(bytes: Uint8Array, format: 'gzip' | 'deflate', limit: number): Promise<Uint8Array> {
  const parts = partsOf(new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream(format)))
  try {
    return await readParts(parts, limit, () => tooLarge(limit))
  } catch (error) {
    parts.cancel()
    if (error instanceof HttpLibraryError) throw error
    throw new HttpLibraryError(
      'ContentDecodingError',
      `Received response with content-encoding: ${format}, but failed to decode it.`,
    )
  }
}

/** The real server reads answers of any size; this limit is the simulator's own. */
function tooLarge(limit: number): HttpLibraryError {
  return new HttpLibraryError('ResponseTooLarge', `The answer has more than ${limit} bytes.`)
}
