import { HandlerError } from '../base/errors.js'
import { described } from '../base/log.js'
import { Widget } from '../context/widgets.js'

/** A reply as text. @throws {HandlerError} for anything but a string */
export function replyText(value: unknown, whose: string): string {
  if (typeof value === 'string') return value
  throw new HandlerError(
    'invalid_reply',
    `${whose} is ${described(value)}, which is no reply. Give a string; to say nothing, return nothing.`,
  )
}

/** A reply: a string or a widget. @throws {HandlerError} for anything else */
export function replyOf(value: unknown, whose: string): string | Widget {
  return value instanceof Widget ? value : replyText(value, whose)
}

/**
 * The reply that a handler returned. Undefined, null, a sent message and a server's answer to a call are no reply; anything
 * else is more likely a mistake.
 * @throws {HandlerError} as above
 */
export function returnedReply(value: unknown, who: string): string | Widget | undefined {
  if (typeof value === 'string') return value
  if (value === undefined || value === null || isSent(value) || isSuccess(value)) return undefined
  return replyOf(value, `What ${who} returned`)
}

const sent = new WeakSet<object>()

export function markSent<Sent extends object>(value: Sent): Sent {
  sent.add(value)
  return value
}

const isSent = (value: unknown) => typeof value === 'object' && value !== null && sent.has(value)

const isSuccess = (value: unknown) =>
  typeof value === 'object' && value !== null && 'result' in value && value.result === 'success'
