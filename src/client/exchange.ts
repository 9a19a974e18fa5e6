import type { Clock } from '../clock.js'
import type { CallError, CallFacts } from './errors/earshotError.js'
import { MalformedAnswerError, NetworkError, TimeoutError } from './errors/exchangeErrors.js'
import type { CallWatch } from './observing.js'
import type { Settings } from './options.js'
import { retryAfterOf } from './retryAfter.js'
import { AnswerTooLong, type WireAnswer, type WireRequest } from './transport.js'
import { pause, stepSignal, TimeIsUp } from './within.js'

/** A request, and what may be done to get an answer to it. */
export interface Sending {
  /** For errors. */
  readonly endpoint: string
  readonly request: WireRequest
  /** Sending it twice is the same as sending it once. */
  readonly repeatable: boolean
  /** UNIX milliseconds. */
  readonly until: number
  /** Milliseconds that the whole call had. */
  readonly timeout: number
  /** Milliseconds for one attempt, where it can be repeated. */
  readonly attemptTimeout: number
  readonly signal: AbortSignal | undefined
  readonly watch?: CallWatch | undefined
}

/** An answer, good or bad, and how it was obtained. */
export interface Delivered {
  readonly answer: WireAnswer
  readonly facts: CallFacts
}

/**
 * Sends a request until there is an answer that repeating would not change. It repeats what is safe to repeat and what
 * certainly never took effect, waits longer each time, and waits as long as the server asks for.
 *
 * @throws {NetworkError | TimeoutError | MalformedAnswerError} when no answer came, or none that can be read whole;
 * the caller's reason when the caller's signal aborts.
 */
export async function exchange(settings: Settings, sending: Sending): Promise<Delivered> {
  const { retry, clock, random, transport, maxAnswerBytes } = settings
  const reads = sending.request.method === 'GET'
  let mayHaveTakenEffect = false
  for (let attempts = 1; ; attempts += 1) {
    const headers = sending.watch?.sending?.(attempts)
    const request = headers ? withHeaders(sending.request, headers) : sending.request
    const { signal, release } = stepSignal(clock, attemptTime(sending, clock.now()), sending.signal)
    let outcome: Outcome
    try {
      outcome = judge(await transport.send(request, { signal, maxBytes: maxAnswerBytes }), clock)
    } catch (error) {
      if (sending.signal?.aborted) throw sending.signal.reason
      // Whatever the transport makes of the signal, its reason is what counts.
      outcome = excuse(signal.aborted ? signal.reason : error, settings, sending)
    } finally {
      release()
    }
    mayHaveTakenEffect ||= outcome.uncertain && !reads
    const facts = { endpoint: sending.endpoint, attempts, mayHaveTakenEffect }
    if (!outcome.passing) return answerOf(outcome, facts)
    const wait = outcome.retryAfter || backOff(attempts, retry, random)
    const again =
      (sending.repeatable || !outcome.uncertain) &&
      attempts < retry.attempts &&
      wait <= retry.longestWait &&
      clock.now() + wait < sending.until
    if (!again) return answerOf(outcome, facts)
    const status = outcome.answer?.status
    sending.watch?.repeating?.({ attempt: attempts, code: codeOf(outcome, facts), status, wait })
    await pause(clock, wait, sending.signal)
  }
}

function answerOf(outcome: Outcome, facts: CallFacts): Delivered {
  if (outcome.answer === undefined) throw outcome.error(facts)
  return { answer: outcome.answer, facts }
}

/** Milliseconds to wait after so many attempts: twice as long each time, and a random half of that less. */
export function backOff(
  attempts: number,
  { firstWait, longestWait }: { readonly firstWait: number; readonly longestWait: number },
  random: () => number,
): number {
  const longest = Math.min(longestWait, firstWait * 2 ** (attempts - 1))
  return (longest * (1 + random())) / 2
}

/** What the request has of its own stays as it is. */
function withHeaders(request: WireRequest, headers: WireRequest['headers']): WireRequest {
  return { ...request, headers: { ...headers, ...request.headers } }
}

/** Milliseconds that an attempt gets. */
function attemptTime({ until, repeatable, attemptTimeout }: Sending, now: number): number {
  const left = Math.max(0, until - now)
  return repeatable ? Math.min(left, attemptTimeout) : left
}

function codeOf(outcome: Outcome, facts: CallFacts): string {
  return outcome.answer === undefined ? outcome.error(facts).code : `HTTP_${outcome.answer.status}`
}

type Outcome = {
  /** It may go better the next time. */
  readonly passing: boolean
  /** The request may have taken effect. */
  readonly uncertain: boolean
  /** Milliseconds. */
  readonly retryAfter?: number | undefined
} & ({ readonly answer: WireAnswer } | { readonly answer?: undefined; readonly error: (facts: CallFacts) => CallError })

function judge(answer: WireAnswer, clock: Clock): Outcome {
  // Told to slow down means that nothing was done; any other trouble of the server may have come afterwards.
  const slowDown = answer.status === 429
  if (!slowDown && answer.status < 500) return { answer, passing: false, uncertain: false }
  return { answer, passing: true, uncertain: !slowDown, retryAfter: retryAfterOf(answer, clock.now()) }
}

function excuse(error: unknown, { secrets, maxAnswerBytes }: Settings, { timeout }: Sending): Outcome {
  if (error instanceof AnswerTooLong) {
    const { status } = error
    const problem = `is longer than ${maxAnswerBytes} bytes`
    return {
      passing: false,
      uncertain: status < 400 || status >= 500,
      error: (facts) => new MalformedAnswerError(facts, { status, path: '', problem }),
    }
  }
  const { reason, unsent, timedOut } = failureOf(error)
  if (error instanceof TimeIsUp || timedOut) {
    return { passing: true, uncertain: true, error: (facts) => new TimeoutError(facts, timeout) }
  }
  const masked = secrets.mask(reason)
  return {
    passing: true,
    uncertain: !unsent,
    // An error of the platform that quotes a secret is not passed on.
    error: (facts) => new NetworkError(facts, masked, secrets.areIn(error) ? undefined : error),
  }
}

/**
 * Errors of the platform that come before the first byte of a request is sent. Anything else may have come after it.
 */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  // Bun's word.
  'ConnectionRefused',
])

/** System calls that end before the first byte of a request is sent. */
const opening: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Errors of the platform that say that a request timed out. */
const outOfPatience: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Why no answer came. */
interface Failure {
  /** For people, without its stack. */
  readonly reason: string
  /** The request certainly never reached the server. */
  readonly unsent: boolean
  readonly timedOut: boolean
}

/** Reads what a transport threw. */
function failureOf(error: unknown): Failure {
  const roots = rootsOf(error)
  return {
    reason: [...new Set(roots.map(words))].join('; '),
    unsent: roots.every((root) => beforeSending.has(field(root, 'code')) || opening.has(field(root, 'syscall'))),
    timedOut: roots.some((root) => outOfPatience.has(field(root, 'code'))),
  }
}

/** What lies at the bottom: `fetch` wraps the real error, and several addresses tried at once give several. */
function rootsOf(error: unknown, depth = 0): unknown[] {
  if (depth < 5 && error instanceof Error) {
    if (error instanceof AggregateError && error.errors.length > 0) {
      return error.errors.flatMap((inner) => rootsOf(inner, depth + 1))
    }
    if (error.cause instanceof Error) return rootsOf(error.cause, depth + 1)
  }
  return [error]
}

function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || field(error, 'code') || error.name
}

function field(error: unknown, name: string): string {
  return typeof error === 'object' && error !== null ? String(Reflect.get(error, name) ?? '') : ''
}
