import type { Has } from '../levels.js'

/** An attachment of an older server in today's shape: seconds for milliseconds, and the IDs of its messages. */
export function modernAttachment(attachment: unknown, has: Has): unknown {
  if (typeof attachment !== 'object' || attachment === null) return attachment
  const { messages, create_time: time, ...rest } = attachment as { messages?: unknown; create_time?: unknown }
  const seconds = typeof time === 'number' && !has('attachmentTimesInSeconds') ? Math.floor(time / 1000) : time
  const ids = Array.isArray(messages)
    ? { message_ids: messages.map((message) => (message as { id?: unknown })?.id) }
    : {}
  return { create_time: seconds, ...rest, ...ids }
}
