import { type Clock, pause } from '../../clock.js'
import { parseJson } from '../../values.js'
import {
  type CallError,
  type CallFacts,
  MalformedAnswerError,
  NetworkError,
  refusesCertificate,
  TimeoutError,
} from '../errors/exchangeErrors.js'
import type { Limit, Settings } from '../options.js'
import { DeadlineExceeded, TimedAttempt } from './bounds.js'
import { AnswerTooLong, NotSent, type WireAnswer, type WireRequest } from './transport.js'
import type { WatchedCall } from './watched.js'

/** A request to send, and what its errors and repeats depend on. */
export interface Sending {
  /** The name in errors. */
  readonly endpoint: string
  readonly request: WireRequest
  /** Sending it twice has the same effect as sending it once. */
  readonly repeatable: boolean
  readonly limit: Limit
}

/** An answer, good or bad, and how it was obtained. */
export interface Delivered {
  readonly answer: WireAnswer
  readonly facts: CallFacts
}

/**
 * Sends a request, and repeats it after transient failures if it is safe to repeat or certainly never took effect. It waits
 * longer each time, or as long as the server asks for. While it waits for a rate limit, its time doesn't pass.
 *
 * @throws {NetworkError | TimeoutError | RateLimitedError | MalformedAnswerError} if there is no answer, or none that can be
 * read completely; the signal's reason if the caller aborts.
 */
export async function exchange(settings: Settings, sending: Sending, watched?: WatchedCall): Promise<Delivered> {
  const { retry, clock, random, transport, maxAnswerBytes } = settings
  const { limit, endpoint, repeatable } = sending
  const { signal } = limit
  const reads = sending.request.method === 'GET'
  let { until } = limit
  let mayHaveTakenEffect = false
  let attempts = 0
  for (let tries = 1; ; tries += 1) {
    const headers = watched?.sending(tries)
    const request = headers ? withHeaders(sending.request, headers) : sending.request
    const time = attemptTime(sending, Math.max(0, until - clock.now()))
    const attempt = new TimedAttempt(clock, time, signal, maxAnswerBytes, limit)
    let outcome: Outcome
    let isSent = true
    try {
      outcome = outcomeOfAnswer(await transport.send(request, attempt), clock)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      // Transports wrap the reason of an abort in different ways, so use the reason itself.
      const failed = outcomeOfError(attempt.aborted ? attempt.reason : error, settings, limit)
      outcome = error instanceof NotSent ? unsent(error, failed, settings, limit) : failed
      isSent = outcome.uncertain || error instanceof AnswerTooLong
    } finally {
      attempt.end()
    }
    until += attempt.waited
    if (isSent) attempts += 1
    mayHaveTakenEffect ||= outcome.uncertain && !reads
    const facts = { endpoint, attempts, mayHaveTakenEffect }
    if (!outcome.transient) return answerOf(outcome, facts, settings, watched)
    const status = outcome.answer?.status
    const wait = outcome.retryAfter || backOff(tries, retry, random)
    const [longest, end] = status === 429 ? [limit.longestWait, limit.waitUntil] : [retry.longestWait, until]
    const again =
      (repeatable || !outcome.uncertain) && tries < retry.attempts && wait <= longest && clock.now() + wait < end
    if (!again) return answerOf(outcome, facts, settings, watched)
    watched?.repeating({ attempt: tries, code: codeOf(outcome, facts), status, wait })
    // A rate limiter has seen the answer too, and holds the request back.
    if (status === 429 && (transport.waitFor?.(limit.priority) ?? 0) > 0) continue
    const before = clock.now()
    await pause(clock, wait, signal)
    if (status === 429) until += clock.now() - before
  }
}

function answerOf(outcome: Outcome, facts: CallFacts, { latest }: Settings, watched?: WatchedCall): Delivered {
  if (outcome.answer === undefined) throw outcome.error(facts)
  latest.date = outcome.answer.header('date')
  watched?.answered(outcome.answer.status)
  return { answer: outcome.answer, facts }
}

/** Milliseconds to wait after this attempt: doubled each time, minus a random part of up to half. */
function backOff(
  attempts: number,
  { firstWait, longestWait }: { readonly firstWait: number; readonly longestWait: number },
  random: () => number,
): number {
  const longest = Math.min(longestWait, firstWait * 2 ** (attempts - 1))
  return (longest * (1 + random())) / 2
}

function withHeaders(request: WireRequest, headers: WireRequest['headers']): WireRequest {
  return { ...request, headers: { ...headers, ...request.headers } }
}

function attemptTime({ repeatable, limit: { attemptTimeout } }: Sending, left: number): number {
  return repeatable ? Math.min(left, attemptTimeout) : left
}

function codeOf(outcome: Outcome, facts: CallFacts): string {
  return outcome.answer === undefined ? outcome.error(facts).code : `HTTP_${outcome.answer.status}`
}

interface Attempted {
  /** A repeat may succeed. */
  readonly transient: boolean
  /** The request may have taken effect. */
  readonly uncertain: boolean
  /** Milliseconds. */
  readonly retryAfter?: number | undefined
}

interface Failed extends Attempted {
  readonly answer?: undefined
  readonly error: (facts: CallFacts) => CallError
}

type Outcome = (Attempted & { readonly answer: WireAnswer }) | Failed

function outcomeOfAnswer(answer: WireAnswer, clock: Clock): Outcome {
  // A 429 means that nothing was done; any 5xx may come after the request took effect.
  const slowDown = answer.status === 429
  if (!slowDown && answer.status < 500) return { answer, transient: false, uncertain: false }
  return { answer, transient: true, uncertain: !slowDown, retryAfter: retryAfterOf(answer, clock.now()) }
}

function unsent(error: NotSent, outcome: Failed, { site, email }: Settings, { maxWait }: Limit): Failed {
  const { errorOf, isTransient = false } = error
  if (errorOf === undefined) return { ...outcome, uncertain: false }
  const call = { account: `${email} at ${site.address}`, maxWait }
  return { transient: isTransient, uncertain: false, error: (facts) => errorOf.call(error, facts, call) }
}

/** The error of a call whose response broke off. */
export function brokenOff(error: unknown, settings: Settings, limit: Limit, facts: CallFacts): CallError {
  return outcomeOfError(error, settings, limit).error(facts)
}

function outcomeOfError(error: unknown, { secrets, maxAnswerBytes }: Settings, { timeout }: Limit): Failed {
  if (error instanceof AnswerTooLong) {
    const { status } = error
    const problem = `is longer than ${maxAnswerBytes} bytes`
    return {
      transient: false,
      uncertain: status < 400 || status >= 500,
      error: (facts) => new MalformedAnswerError(facts, { status, path: '', problem }),
    }
  }
  const { reason, unsent, timedOut } = readFailure(error)
  if (error instanceof DeadlineExceeded || timedOut) {
    return { transient: true, uncertain: true, error: (facts) => new TimeoutError(facts, timeout) }
  }
  const masked = secrets.mask(reason)
  const isCertificate = refusesCertificate(error)
  return {
    transient: !isCertificate,
    uncertain: !unsent,
    // Drops a platform error that quotes a secret.
    error: (facts) =>
      new NetworkError(facts, { reason: masked, isCertificate, cause: secrets.areIn(error) ? undefined : error }),
  }
}

/** Platform errors that occur before the first byte of a request is sent. Any other error may occur later. */
const beforeSending: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  // Bun's code.
  'ConnectionRefused',
])

/** System calls that fail before the first byte of a request is sent. */
const connectionCalls: ReadonlySet<string> = new Set(['connect', 'getaddrinfo'])

/** Platform errors that mean a time-out. */
const timeoutCodes: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

interface Failure {
  /** Human-readable, without a stack trace. */
  readonly reason: string
  /** The request certainly never reached the server. */
  readonly unsent: boolean
  readonly timedOut: boolean
}

function readFailure(error: unknown): Failure {
  const roots = rootCausesOf(error)
  return {
    reason: [...new Set(roots.map(messageOf))].join('; '),
    unsent: roots.every(isBeforeSending),
    timedOut: roots.some((root) => timeoutCodes.has(field(root, 'code'))),
  }
}

function isBeforeSending(root: unknown): boolean {
  if (beforeSending.has(field(root, 'code')) || connectionCalls.has(field(root, 'syscall'))) return true
  return refusesCertificate(root)
}

/** The root causes: `fetch` wraps the real error, and trying several addresses at once yields several errors. */
function rootCausesOf(error: unknown, depth = 0): unknown[] {
  if (depth < 5 && error instanceof Error) {
    if (error instanceof AggregateError && error.errors.length > 0) {
      return error.errors.flatMap((inner) => rootCausesOf(inner, depth + 1))
    }
    if (error.cause instanceof Error) return rootCausesOf(error.cause, depth + 1)
  }
  return [error]
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || field(error, 'code') || error.name
}

function field(error: unknown, name: string): string {
  return typeof error === 'object' && error !== null ? String(Reflect.get(error, name) ?? '') : ''
}

/**
 * Milliseconds to wait before a retry: from the `Retry-After` header (seconds, possibly fractional, or an HTTP date),
 * otherwise from `retry-after` in the body; an hour if it is more. Undefined if neither is there.
 *
 * A date is compared with the response's `Date` header, if there is one.
 */
export function retryAfterOf(answer: WireAnswer, now: number): number | undefined {
  const asked = fromHeader(answer.header('retry-after'), answer.header('date'), now) ?? fromBody(answer.text)
  return asked === undefined ? undefined : Math.min(asked, longestRetryAfter)
}

/** Milliseconds. A server that asks for more is mistaken: the next call after this time finds out. */
export const longestRetryAfter = 3_600_000

function fromHeader(value: string | undefined, date: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d*\.?\d+\s*$/.test(value)) return Number(value) * 1000
  // Only text that begins with a letter is a date: `Date.parse` reads almost any number as a year.
  const until = /^\s*[A-Za-z]/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const from = Date.parse(date ?? '')
  return Math.max(0, until - (Number.isNaN(from) ? now : from))
}

function fromBody(text: string): number | undefined {
  if (!text.includes('retry-after')) return undefined
  const seconds: unknown = Object(parseJson(text))['retry-after']
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined
}
