import type { Message } from '../../protocol/index.js'

type Sent = Pick<Message, 'id' | 'timestamp'>

/**
 * Identifies a message in whatever outlasts it. The ID alone isn't enough: a server that was restored from a backup, or begun
 * anew, gives the same IDs again.
 */
export const messageKey = ({ id, timestamp }: Sent): string =>
  timestamp === undefined ? `${id}` : `${id}-${timestamp}`

/**
 * Whether the IDs of two messages rise with the times at which they were sent, as on one server. If not, it was restored or
 * begun anew between them.
 */
export function areInOrder(one: Sent, other: Sent): boolean {
  if (one.timestamp === undefined || other.timestamp === undefined) return true
  const seconds = other.timestamp - one.timestamp
  if (other.id === one.id) return seconds === 0
  return other.id > one.id ? seconds >= -swapped : seconds <= swapped
}

/** Seconds within which messages may get their IDs in another order. */
const swapped = 10

/**
 * When the message was sent, in UNIX milliseconds, by the server's clock; the time of the machine where the server did
 * not say. However late a message is worked on, its own time stays the same.
 */
export function sentAt({ timestamp }: Sent): number {
  return timestamp === undefined ? Date.now() : timestamp * 1000
}
