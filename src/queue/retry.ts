import { RetryError } from '../bot/index.js'
import { askedWait } from '../client/errors/exchangeErrors.js'
import { ApiError, CallError } from '../client/index.js'
import { EarshotError } from '../errors.js'

/** What errors say of themselves: those of Earshot, of the platform, and of other packages. */
interface Facts {
  readonly retry?: unknown
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly response?: Facts
  readonly isCertificate?: unknown
  readonly cause?: unknown
  readonly errors?: unknown
}

/**
 * What may pass by itself: this error, the one that it wraps, or one of several. Undefined if it would only happen again, as a bug
 * does. An error's own `retry` decides for itself and what it wraps.
 */
export function passingIn(error: unknown, depth = 0): object | undefined {
  if (!isObject(error) || depth > deepest) return undefined
  const { retry, cause, errors }: Facts = error
  if (retry === true || (retry !== false && mayPass(error))) return error
  if (retry === false || error instanceof CallError) return undefined
  for (const inner of [cause, ...(Array.isArray(errors) ? errors : [])]) {
    const passing = passingIn(inner, depth + 1)
    if (passing) return passing
  }
  return undefined
}

/** Errors may come from another realm. */
const isObject = (value: unknown): value is object => Object(value) === value

function mayPass(error: object): boolean {
  const { name, code, message, status, statusCode, response, isCertificate, cause }: Facts = error
  const answered = [status, statusCode, response?.status].find((one) => typeof one === 'number')
  if (typeof answered === 'number') return answered === 429 || (answered >= 500 && answered < 600)
  if (name === 'TimeoutError') return true
  if (error instanceof EarshotError) return passingCodes.has(error.code) && isCertificate !== true
  if (typeof code === 'string' && noConnection.test(code)) return true
  return (
    typeof message === 'string' && (failedFetch.test(message) || (cause === undefined && message === 'fetch failed'))
  )
}

/** Of a call, the rate limit, the storage, the queue and locks. */
const passingCodes: ReadonlySet<string> = new Set([
  'network',
  'rate_limited',
  'failed',
  'conflict',
  'locked',
  'lock_lost',
])

/** Node's, undici's, axios's and Bun's codes for an address that can't be reached, or a connection that broke. */
const noConnection =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|AI_AGAIN|NOTFOUND|(NET|HOST)(DOWN|UNREACH))|UND_ERR_(SOCKET|(CONNECT|HEADERS|BODY)_TIMEOUT)|ERR_NETWORK|Connection(Refused|Closed|Reset)|FailedToOpenSocket)$/

/** What `fetch` says in Deno, browsers and Cloudflare. Node's "fetch failed" also stands for a wrong address; its cause tells. */
const failedFetch =
  /^(error sending request|(Failed to fetch|Load failed|Network connection lost)\.?$|NetworkError when )/

/** Errors within errors that are looked at. */
const deepest = 5

export function canSendNow(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 429 && error.endpoint !== 'messages.send'
  return !(error instanceof CallError)
}

/** Minimum delay of a retry, in milliseconds, for the sender to be told. */
export const noticeableWait = 2_000

/** Milliseconds before the next attempt: random, with a maximum that quadruples each time, and at least what the error asks for. */
export function retryDelay(attempts: number, error: unknown, random: () => number): number {
  const longest = Math.min(longestWait, firstWait * 4 ** (attempts - 1))
  const asked = error instanceof RetryError ? error.after : askedWait(error)
  return Math.ceil(Math.max(longest * random(), asked ?? 0))
}

/** Milliseconds. */
const firstWait = 1_000
const longestWait = 300_000
