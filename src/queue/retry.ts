import { BotSetupError, HandlerError } from '../bot/index.js'
import { ApiError, CallError, InvalidParameterError, UnsupportedByServerError } from '../client/index.js'
import { InvalidReplyError } from '../receiver/delivery/outgoing.js'

/** Whether what failed may go well the next time. */
export function mayGoBetter(error: unknown): boolean {
  if (Object(error).retry === false || isMistake(error)) return false
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return !hopeless.some((kind) => error instanceof kind)
}

/** What is wrong with the bot is wrong the next time too. */
const hopeless = [HandlerError, BotSetupError, InvalidParameterError, UnsupportedByServerError, InvalidReplyError]

/** Whether the program is wrong. A failed `fetch` is a TypeError too: the reason is its cause, or in Deno its text. */
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

/** Whether messages can be sent now, as far as the error shows. */
export function canBeTold(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 429 && error.endpoint !== 'messages.send'
  return !(error instanceof CallError)
}

/** Milliseconds until the next attempt from which on the sender is told of it. */
export const longWait = 2_000

/** Milliseconds to wait after so many attempts: by chance, up to four times as long each time; as long as a server asks for. */
export function waitAfter(attempts: number, error: unknown, random: () => number): number {
  const longest = Math.min(longestWait, firstWait * 4 ** (attempts - 1))
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  return Math.ceil(Math.max(longest * random(), asked))
}

/** Milliseconds. */
const firstWait = 1_000
const longestWait = 300_000
