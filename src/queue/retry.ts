import { BotSetupError, HandlerError, InvalidReplyError } from '../bot/index.js'
import { askedWait } from '../client/errors/exchangeErrors.js'
import {
  ApiError,
  CallError,
  InvalidOptionError,
  InvalidParameterError,
  UnknownOptionError,
  UnsupportedByServerError,
} from '../client/index.js'
import { StorageError } from '../storage/index.js'

export function isRetryable(error: unknown): boolean {
  if (Object(error).retry === false || isMistake(error)) return false
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  if (error instanceof StorageError) return !error.code.startsWith('invalid_')
  return !permanent.some((kind) => error instanceof kind)
}

/** Errors in the bot, which a retry doesn't fix. */
const permanent = [
  HandlerError,
  BotSetupError,
  InvalidOptionError,
  InvalidParameterError,
  UnsupportedByServerError,
  UnknownOptionError,
  InvalidReplyError,
]

/** Whether it is a programming error. A failed `fetch` is a TypeError too, recognised by its cause, in Deno by its message. */
function isMistake(error: unknown): boolean {
  if (!(error instanceof Error) || !mistakes.has(error.name)) return false
  if (error.message.startsWith('error sending request')) return false
  return !(error.cause instanceof Error) || isMistake(error.cause)
}

const mistakes: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'EvalError',
  'AssertionError',
])

export function canSendNow(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 429 && error.endpoint !== 'messages.send'
  return !(error instanceof CallError)
}

/** Minimum delay of a retry, in milliseconds, for the sender to be told. */
export const noticeableWait = 2_000

/** Milliseconds before the next attempt: random, with a maximum that quadruples each time, and at least `Retry-After`. */
export function retryDelay(attempts: number, error: unknown, random: () => number): number {
  const longest = Math.min(longestWait, firstWait * 4 ** (attempts - 1))
  return Math.ceil(Math.max(longest * random(), askedWait(error) ?? 0))
}

/** Milliseconds. */
const firstWait = 1_000
const longestWait = 300_000
