import { codePoints, limits } from '../../protocol/index.js'
import { sendable, splitText } from '../../text/index.js'
import { HandlerError } from '../base/errors.js'
import { described, type Log } from '../base/log.js'
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

/** The most messages for one text, to avoid a flood. */
const mostParts = 20

/** A text as messages that the server accepts; none if it is blank. */
export function messageParts(text: string, log: Log, most: number = mostParts): string[] {
  const mended = sendable(text)
  if (mended !== text) log.warn({}, 'Removed characters from a text that no message can contain')
  if (mended.trim() === '') return []
  // Text far over the limit need not be read.
  const parts = splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)))
  if (parts.length <= most) return parts
  const length = codePoints(mended)
  log.warn({ length }, 'A text was too long for its messages, and was cut')
  const note = '\n\n[…]'
  return splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)), limits.messageLength - codePoints(note))
    .slice(0, most)
    .map((part, at) => (at === most - 1 ? part + note : part))
}
