import { described } from '../described.js'
import { HandlerError } from '../errors.js'

/**
 * A reply as text.
 *
 * @throws {HandlerError} for anything that is no text, naming what it is.
 */
export function replyText(value: unknown, whose: string): string {
  if (typeof value === 'string') return value
  throw new HandlerError(
    'invalid_reply',
    `${whose} is ${described(value)}, which is no reply. Give a string; to say nothing, return nothing.`,
  )
}

/**
 * What a handler returned, as text; undefined where it is nothing to be said: nothing, null, what was sent, or what the
 * server answered to a call. Whatever else it may be is more likely a mistake.
 *
 * @throws {HandlerError} as above.
 */
export function returnedText(value: unknown, whose: string): string | undefined {
  if (value === undefined || value === null || isSent(value) || isSuccess(value)) return undefined
  return replyText(value, whose)
}

const sent = new WeakSet<object>()

/** Marks what stands for something that people have got already. */
export function markSent<Sent extends object>(value: Sent): Sent {
  sent.add(value)
  return value
}

const isSent = (value: unknown) => typeof value === 'object' && value !== null && sent.has(value)

const isSuccess = (value: unknown) =>
  typeof value === 'object' && value !== null && 'result' in value && value.result === 'success'
