import { errorFields, type Log } from '../bot/index.js'
import { askedWait } from '../client/errors/exchangeErrors.js'
import { ApiError, CallError, type Clock, MalformedAnswerError, pause } from '../client/index.js'

export interface Patience {
  readonly clock: Clock
  readonly log: Log
  /** Returns a number from 0 up to 1. */
  readonly random: () => number
  readonly signal: AbortSignal
  /** Whether to try again after a temporary error. (default: always) */
  readonly isWaitedFor?: ((error: unknown) => boolean) | undefined
}

/** Repeats a call until it succeeds. @throws permanent errors, and the signal's reason. */
export async function patiently<T>(call: () => Promise<T>, patience: Patience): Promise<T> {
  const { clock, log, random, signal, isWaitedFor = () => true } = patience
  for (let wait = shortestWait, isFirst = true; ; wait = Math.min(2 * wait, longestWait), isFirst = false) {
    signal.throwIfAborted()
    try {
      const result = await call()
      if (!isFirst) log.info({}, 'The chat server answers again')
      return result
    } catch (error) {
      signal.throwIfAborted()
      if (!mayPass(error) || !isWaitedFor(error)) throw error
      if (isFirst) log.warn(errorFields(error), 'The chat server does not answer as it should; trying until it does')
      await pause(clock, askedWait(error) ?? wait * (0.5 + random() / 2), signal, { sleeping: true })
    }
  }
}

/** Whether the same call may succeed later. */
function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500
  return error instanceof CallError
}

/** Whether the server answers, but a field of its answer can't be read, which another try doesn't change. */
export const isMistyped = (error: unknown): boolean => error instanceof MalformedAnswerError && error.path !== ''

/** Whether a new event queue may help: the bot's is gone, or can't be read. */
export function isLost(error: unknown): boolean {
  if (error instanceof MalformedAnswerError) return true
  return error instanceof ApiError && error.status === 400
}

/** Milliseconds. */
const shortestWait = 1_000
const longestWait = 60_000
