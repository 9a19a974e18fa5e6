import type { Message } from '../../../protocol/index.js'
import type { ChatEvent } from './messages.js'
import { type ChatPlace, placeOfMessage } from './place.js'
import { type ChatState, listOf, numbersOf, withConversations } from './state.js'

/** The state after an event; the same object if it doesn't concern it. */
export function reduce(state: ChatState, event: ChatEvent): ChatState {
  if (event.type === 'message') return withMessage(state, event.message as Message, listOf(event.flags))
  const isRead = event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'add'
  if (isRead && event.all === true) return state.unread.size === 0 ? state : { ...state, unread: new Map() }
  const gone = isRead ? event.messages : event.type === 'delete_message' ? event.message_ids : []
  const ids = numbersOf(gone).filter((id) => state.unread.has(id))
  if (ids.length === 0) return state
  const unread = new Map(state.unread)
  for (const id of ids) unread.delete(id)
  return { ...state, unread }
}

/**
 * Whether the state has to be loaded again after an event: it contains too little, or is too rare to be worth applying.
 */
export function isUpheaval({ type, flag, op, subject, new_stream_id }: ChatEvent): boolean {
  if (type === 'update_message_flags') return flag === 'read' && op === 'remove'
  if (type === 'update_message') return subject !== undefined || new_stream_id !== undefined
  return (
    type === 'realm_user' ||
    type === 'user_group' ||
    type === 'realm_emoji' ||
    type === 'stream' ||
    type === 'subscription'
  )
}

function withMessage(state: ChatState, message: Message, flags: readonly unknown[]): ChatState {
  const place = placeOfMessage(message, state.ownId)
  const isMentioned = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
  // Mentions in channels that aren't subscribed don't count as unread.
  const comes = place.kind !== 'topic' || state.channels.get(place.channelId)?.isSubscribed === true
  const isUnread = comes && !flags.includes('read')
  const unread = isUnread ? new Map(state.unread).set(message.id, { place, isMentioned }) : state.unread
  const next = { ...state, unread }
  if (place.kind === 'direct') return withConversations(next, [{ userIds: place.userIds, newest: message.id }])
  return place.kind === 'topic' ? withMessageIn(next, place, message.id) : next
}

function withMessageIn(state: ChatState, { channelId, topic }: ChatPlace & { kind: 'topic' }, id: number): ChatState {
  const known = state.topics.get(channelId)
  if (known === undefined) return state
  const same = [...known.keys()].find((name) => name.toLowerCase() === topic.toLowerCase()) ?? topic
  const topics = new Map(known).set(same, Math.max(id, known.get(same) ?? 0))
  return { ...state, topics: new Map(state.topics).set(channelId, topics) }
}
