import type { Clock, Waiting } from '../clock.js'
import type { Cause } from '../time/cause.js'
import type { AttemptResult, Exchange } from './attemptResult.js'
import { readBody } from './body.js'
import { HttpLibraryError } from './httpLibraryError.js'
import type { AbortableRequest, DeliveryRequest, Network, NetworkAnswer } from './network.js'

export interface AttemptOptions {
  readonly clock: Clock
  /** Milliseconds that the bot may be silent. */
  readonly timeout: number
  readonly maxAnswerBytes: number
  /** How many redirects are followed. */
  readonly redirects: number
  /** What the bot is given up for, on the clock. */
  readonly cause?: Cause
}

/** Ends attempts from outside. As an abort signal does, but at no cost to an attempt that runs to its end. */
export class Stop {
  isStopped = false
  /** What an attempt waits for, while it does. */
  patience: Patience | undefined

  stop(): void {
    this.isStopped = true
    this.patience?.end()
  }
}

/** What came of posting a notification, and the requests that it took. */
export interface Outcome {
  readonly exchanges: readonly Exchange[]
  readonly result: AttemptResult
}

/**
 * Posts once, follows redirects, and reads the whole answer. Never rejects: what goes wrong is a result. Being stopped
 * ends it at once, as a connection error.
 *
 * @param before The requests that have led here by redirects.
 */
export async function attempt(
  networkFor: (url: string) => Network | undefined,
  request: DeliveryRequest,
  options: AttemptOptions,
  stop: Stop = new Stop(),
  before: readonly Exchange[] = nothing,
): Promise<Outcome> {
  const { clock, timeout, maxAnswerBytes, redirects, cause } = options
  if (before.length > redirects) return { exchanges: before, result: tooManyRedirects(redirects) }
  if (stop.isStopped) return { exchanges: before, result: { kind: 'connection error', reason: closed } }
  const network = networkFor(request.url)
  if (network === undefined) return { exchanges: before, result: noAddress }
  const { method, url } = request
  const sending = new Sending(request)
  const patience = new Patience(clock, timeout, cause)
  stop.patience = patience
  let answer: NetworkAnswer | undefined
  let next: DeliveryRequest | AttemptResult
  try {
    answer = await patience.waitFor(network(sending))
    const { status } = answer
    const location = isRedirect(status) ? answer.header('location') : undefined
    if (location !== undefined) next = nextHop(request, status, location)
    else {
      const body = await readBody(answer, maxAnswerBytes, patience)
      next = { kind: 'answered', status, type: answer.header('content-type') ?? '', body }
    }
  } catch (error) {
    // Whoever works on the answer still, a handler or a socket, is told that nobody waits for it any more.
    sending.abort()
    next = failure(error, answer !== undefined)
  }
  stop.patience = undefined
  answer?.body.cancel()
  const exchange = answer === undefined ? { method, url } : { method, url, status: answer.status }
  const exchanges = before.length === 0 ? [exchange] : [...before, exchange]
  return 'kind' in next ? { exchanges, result: next } : attempt(networkFor, next, options, stop, exchanges)
}

const nothing: readonly never[] = []
const closed = 'The simulator was closed.'
const noAddress: AttemptResult = { kind: 'connection error', reason: 'The bot has no address.' }

function tooManyRedirects(redirects: number): AttemptResult {
  return { kind: 'exception', type: 'TooManyRedirects', text: `Exceeded ${redirects} redirects.` }
}

function isRedirect(status: number): boolean {
  return status >= 300 && redirects.has(status)
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A request under way. Its signal is made when somebody looks at it, since it costs more than the rest. */
class Sending implements AbortableRequest {
  readonly method: DeliveryRequest['method']
  readonly url: string
  readonly headers: DeliveryRequest['headers']
  readonly body: string | undefined
  #controller: AbortController | undefined
  #isAborted = false

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

/** Waits for one thing at a time, and no longer than there is patience. */
class Patience {
  readonly #clock: Clock
  readonly #milliseconds: number
  readonly #how: Waiting | undefined
  #giveUp: (error: Error) => void = () => {}

  constructor(clock: Clock, milliseconds: number, cause: Cause | undefined) {
    this.#clock = clock
    this.#milliseconds = milliseconds
    this.#how = cause && { cause }
  }

  waitFor<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.later(this.#milliseconds, () => this.#giveUp(new TimedOut()), this.#how)
      const giveUp = (error: Error) => {
        cancel()
        reject(error)
      }
      this.#giveUp = giveUp
      work.then((value) => {
        cancel()
        resolve(value)
      }, giveUp)
    })
  }

  /** Ends the waiting at once. */
  end(): void {
    this.#giveUp(new Error(closed))
  }
}

class TimedOut extends Error {}

function failure(error: unknown, hasHead: boolean): AttemptResult {
  if (error instanceof TimedOut) return { kind: 'timeout' }
  if (error instanceof HttpLibraryError) return { kind: 'exception', type: error.type, text: error.message }
  const reason = reasonOf(error)
  // The server's library tells an answer that breaks off from a connection that never gave one.
  return hasHead
    ? { kind: 'exception', type: 'ChunkedEncodingError', text: `Connection broken: ${reason}` }
    : { kind: 'connection error', reason }
}

/** The innermost reason: `fetch` hides it in `cause`, and a refused connection to both families in `errors`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ')
  return error.message === '' ? error.name : error.message
}

/**
 * Where a redirect leads, as the server's HTTP library reads it: 301, 302 and 303 turn a POST into a GET without a
 * body; 307 and 308 keep both. Credentials do not follow to another host.
 */
export function nextHop(request: DeliveryRequest, status: number, location: string): DeliveryRequest | AttemptResult {
  if (!URL.canParse(location, request.url)) return exception('InvalidURL', `Failed to parse: ${location}`)
  const target = new URL(location, request.url)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return exception('InvalidSchema', `No connection adapters were found for '${target.href}'`)
  }
  const dropped = new Set<string>()
  const keepsBody = status === 307 || status === 308
  if (!keepsBody) for (const name of ['Content-Type', 'Content-Length']) dropped.add(name)
  if (new URL(request.url).host !== target.host) dropped.add('Authorization')
  return {
    method: keepsBody ? request.method : 'GET',
    url: target.href,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !dropped.has(name))),
    body: keepsBody ? request.body : undefined,
  }
}

function exception(type: string, text: string): AttemptResult {
  return { kind: 'exception', type, text }
}
