import { isObject } from '../../values.js'
import type { Has } from '../levels.js'
import { unmarkedTopic } from '../resolvedTopic.js'

/**
 * A message of an older server in today's shape: `last_edit_timestamp` spoke of moves too, and the history tells them
 * apart. Where the history is not shown, nothing can be told and the message stays as it is.
 *
 * @see spec 6.1
 */
export function modernMessage(message: unknown, has: Has): unknown {
  if (has('lastMovedTimestamp') || !isObject(message) || !Array.isArray(message.edit_history)) return message
  const { last_edit_timestamp: _, ...rest } = message
  const history = message.edit_history.filter(isObject)
  const edited = newest(history.filter((edit) => edit.prev_content !== undefined))
  const moved = newest(history.filter(isMove))
  return {
    ...rest,
    ...(edited !== undefined && { last_edit_timestamp: edited }),
    ...(moved !== undefined && { last_moved_timestamp: moved }),
  }
}

function isMove({ prev_stream, prev_topic, topic }: Record<string, unknown>): boolean {
  if (prev_stream !== undefined) return true
  return prev_topic !== undefined && unmarkedTopic(String(prev_topic)) !== unmarkedTopic(String(topic))
}

/** Histories begin with the newest edit. */
function newest(history: readonly Record<string, unknown>[]): unknown {
  return history[0]?.timestamp
}
