import { BotSetupError, HandlerError } from '../bot/index.js'
import { ApiError, InvalidParameterError, UnsupportedByServerError } from '../client/index.js'
import { InvalidReplyError } from '../receiver/outgoing.js'

/** Whether what failed may go well the next time. */
export function mayGoBetter(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429
  return !hopeless.some((kind) => error instanceof kind)
}

/** What is wrong with the bot is wrong the next time too. */
const hopeless = [HandlerError, BotSetupError, InvalidParameterError, UnsupportedByServerError, InvalidReplyError]

/** Milliseconds to wait after so many attempts: by chance, up to four times as long each time; as long as a server asks for. */
export function waitAfter(attempts: number, error: unknown, random: () => number): number {
  const longest = Math.min(longestWait, firstWait * 4 ** (attempts - 1))
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  return Math.ceil(Math.max(longest * random(), asked))
}

/** Milliseconds. */
const firstWait = 1_000
const longestWait = 300_000
