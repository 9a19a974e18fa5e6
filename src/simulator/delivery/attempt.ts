import type { Clock } from '../clock.js'
import type { Cause } from '../time/cause.js'
import type { AttemptResult, Exchange } from './attemptResult.js'
import { readBody } from './body.js'
import { HttpLibraryError } from './httpLibraryError.js'
import type { Letter, Network, NetworkAnswer, OutgoingRequest } from './network.js'
import { nextHop } from './redirects.js'

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
export interface Stop {
  readonly isStopped: boolean
  /** Gives up what is waited for, once it is stopped. */
  giveUp: () => void
}

/**
 * Posts once, follows redirects, and reads the whole answer. Never rejects: what goes wrong is a result. Being stopped
 * ends it at once, as a connection error.
 */
export async function attempt(
  networkFor: (url: string) => Network | undefined,
  first: Letter,
  options: AttemptOptions,
  exchanges: Exchange[],
  stop: Stop = { isStopped: false, giveUp() {} },
): Promise<AttemptResult> {
  let letter = first
  for (let hops = 0; hops <= options.redirects; hops += 1) {
    if (stop.isStopped) return { kind: 'connection error', reason: closed }
    const network = networkFor(letter.url)
    if (network === undefined) return { kind: 'connection error', reason: 'The bot has no address.' }
    const exchange: Exchange = { method: letter.method, url: letter.url }
    exchanges.push(exchange)
    const result = await send(network, letter, options, exchange, stop)
    if (!('redirect' in result)) return result
    const next = nextHop(letter, result.redirect.status, result.redirect.location)
    if ('kind' in next) return next
    letter = next
  }
  return { kind: 'exception', type: 'TooManyRedirects', text: `Exceeded ${options.redirects} redirects.` }
}

const closed = 'The simulator was closed.'

interface Redirect {
  readonly redirect: { readonly status: number; readonly location: string }
}

async function send(
  network: Network,
  letter: Letter,
  { clock, timeout, maxAnswerBytes, cause }: AttemptOptions,
  exchange: Exchange,
  stop: Stop,
): Promise<AttemptResult | Redirect> {
  const sending = new Sending(letter)
  const patience = createPatience(clock, timeout, cause)
  stop.giveUp = patience.end
  let answer: NetworkAnswer | undefined
  try {
    answer = await patience.waitFor(network(sending))
    exchange.status = answer.status
    const location = redirects.has(answer.status) ? answer.header('location') : undefined
    if (location !== undefined) return { redirect: { status: answer.status, location } }
    const body = await readBody(answer, maxAnswerBytes, patience.waitFor)
    return { kind: 'answered', status: answer.status, type: answer.header('content-type') ?? '', body }
  } catch (error) {
    // Whoever works on the answer still, a handler or a socket, is told that nobody waits for it any more.
    sending.abort()
    return failure(error, answer !== undefined)
  } finally {
    stop.giveUp = () => {}
    if (answer !== undefined && 'cancel' in answer.body) answer.body.cancel()
  }
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** A letter on its way. Its signal is made when somebody looks at it, which costs more than the letter. */
class Sending implements OutgoingRequest {
  readonly method: Letter['method']
  readonly url: string
  readonly headers: Letter['headers']
  readonly body: string | undefined
  #controller: AbortController | undefined
  #isAborted = false

  constructor({ method, url, headers, body }: Letter) {
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

interface Patience {
  /** Waits for one thing at a time, and no longer than there is patience. */
  waitFor<Value>(work: Promise<Value>): Promise<Value>
  /** Ends the waiting at once. */
  end(): void
}

function createPatience(clock: Clock, milliseconds: number, cause: Cause | undefined): Patience {
  let giveUp: (error: Error) => void = () => {}
  return {
    waitFor: (work) =>
      new Promise((resolve, reject) => {
        const cancel = clock.later(milliseconds, () => giveUp(new TimedOut()), cause && { cause })
        giveUp = (error) => {
          cancel()
          reject(error)
        }
        work.then((value) => {
          cancel()
          resolve(value)
        }, giveUp)
      }),
    end: () => giveUp(new Error(closed)),
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
