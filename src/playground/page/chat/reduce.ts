import type { CustomEmoji, Message } from '../../../protocol/index.js'
import { type Wire, wireOf } from '../../parsed.js'
import type { ChatEvent } from '../chatEvent.js'
import { type Place, placeOfMessage } from './place.js'
import {
  type Channel,
  type ChatState,
  channelFrom,
  emojiFrom,
  listOf,
  numberOf,
  numbersOf,
  personFrom,
  textOf,
  withConversations,
} from './state.js'

type Event = ChatEvent

/** The state after an event; the same object where the event says nothing of it. */
export function reduce(state: ChatState, event: Event): ChatState {
  const change = Object.hasOwn(changes, event.type) ? changes[event.type] : undefined
  return change === undefined ? state : change(state, event)
}

/**
 * Whether an event brings with it what it does not say, so that the state has to be fetched anew: people come into
 * groups by their role, come back into those that they were in, and lose their address when they are deleted; messages
 * that are unread again may be anywhere.
 */
export function isUpheaval(event: Event): boolean {
  if (event.type === 'update_message_flags') return event.flag === 'read' && event.op === 'remove'
  if (event.type !== 'realm_user') return false
  const { role, is_active, is_deleted } = wireOf(event.person)
  return event.op === 'add' || role !== undefined || is_active === true || is_deleted === true
}

/** Whether there are channels that were not to be read before, or are not now: lists of messages are to be read anew. */
export function hasOtherChannels(before: ChatState, after: ChatState): boolean {
  if (before.channels === after.channels) return false
  return (
    before.channels.size !== after.channels.size || [...before.channels.keys()].some((id) => !after.channels.has(id))
  )
}

/** Channels whose topics are to be asked for anew after an event: the newest message of one may be another. */
export function staleTopics(event: Event): readonly number[] {
  if (event.type === 'delete_message' && typeof event.stream_id === 'number') return [event.stream_id]
  if (event.type !== 'update_message') return []
  if (event.subject === undefined && event.new_stream_id === undefined) return []
  return [event.stream_id, event.new_stream_id].filter((id) => typeof id === 'number')
}

const changes: Readonly<Record<string, (state: ChatState, event: Event) => ChatState>> = {
  realm_user(state, event) {
    const given = wireOf(event.person)
    const id = numberOf(given.user_id)
    const known = state.people.get(id)
    if (event.op !== 'add' && known === undefined) return state
    const person = personFrom({ ...known, ...roleFlags(given), ...given }, known?.isSystem)
    return { ...state, people: new Map(state.people).set(id, person) }
  },

  realm_emoji: (state, event) => ({
    ...state,
    emoji: emojiFrom(event.realm_emoji) as ReadonlyMap<string, CustomEmoji>,
  }),

  stream(state, event) {
    const channels = new Map(state.channels)
    if (event.op === 'create') {
      for (const one of listOf(event.streams)) {
        const channel = channelFrom(one, false)
        if (!channels.has(channel.id)) channels.set(channel.id, channel)
      }
      return { ...state, channels }
    }
    if (event.op === 'delete') {
      const ids = event.stream_ids ?? listOf(event.streams).map(({ stream_id }) => stream_id)
      return { ...state, channels: without(channels, numbersOf(ids)) }
    }
    const channel = channels.get(numberOf(event.stream_id))
    const name = channelFields[textOf(event.property)]
    if (channel === undefined || name === undefined) return state
    channels.set(channel.id, { ...channel, [name]: event.value ?? null })
    return { ...state, channels }
  },

  subscription(state, event) {
    const channels = new Map(state.channels)
    const isGuest = state.people.get(state.ownId)?.is_guest === true
    for (const one of listOf(event.subscriptions)) {
      const channel = channelFrom(one, true)
      const known = channels.get(numberOf(one.stream_id))
      if (event.op === 'add') channels.set(channel.id, channel)
      else if (event.op === 'remove' && known !== undefined) {
        if (known.isPrivate || isGuest) channels.delete(known.id)
        else channels.set(known.id, { ...known, isSubscribed: false })
      }
    }
    return { ...state, channels }
  },

  message(state, event) {
    const message = event.message as Message
    const flags = listOf(event.flags) as readonly unknown[]
    const place = placeOfMessage(message, state.ownId)
    const isMentioned = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
    // What one is mentioned in somewhere else is not counted as unread.
    const comes = place.kind !== 'topic' || state.channels.get(place.channelId)?.isSubscribed === true
    const isUnread = comes && !flags.includes('read')
    const unread = isUnread ? new Map(state.unread).set(message.id, { place, isMentioned }) : state.unread
    const next = { ...state, unread }
    if (place.kind === 'direct') {
      return withConversations(next, [{ userIds: place.userIds, newest: message.id }])
    }
    return place.kind === 'topic' ? withMessageIn(next, place, message.id) : next
  },

  update_message_flags(state, event) {
    const ids = numbersOf(event.messages)
    if (event.flag !== 'read' || event.op !== 'add') return state
    return ids.some((id) => state.unread.has(id)) ? { ...state, unread: without(state.unread, ids) } : state
  },

  delete_message: (state, event) => ({ ...state, unread: without(state.unread, numbersOf(event.message_ids)) }),

  update_message(state, event) {
    if (event.subject === undefined && event.new_stream_id === undefined) return state
    const unread = new Map(state.unread)
    const channelId = numberOf(event.new_stream_id ?? event.stream_id)
    for (const id of numbersOf(event.message_ids)) {
      const one = unread.get(id)
      if (one?.place.kind !== 'topic') continue
      unread.set(id, { ...one, place: { kind: 'topic', channelId, topic: textOf(event.subject, one.place.topic) } })
    }
    return { ...state, unread }
  },
}

const channelFields: Readonly<Record<string, keyof Channel>> = {
  name: 'name',
  invite_only: 'isPrivate',
  is_archived: 'isArchived',
}

function withMessageIn(state: ChatState, { channelId, topic }: Place & { kind: 'topic' }, id: number): ChatState {
  const known = state.topics.get(channelId)
  if (known === undefined) return state
  const same = [...known.keys()].find((name) => name.toLowerCase() === topic.toLowerCase()) ?? topic
  const topics = new Map(known).set(same, Math.max(id, known.get(same) ?? 0))
  return { ...state, topics: new Map(state.topics).set(channelId, topics) }
}

/** What a role brings with it, which an event that changes the role may leave to its reader. */
function roleFlags({ role }: Wire): Wire {
  if (typeof role !== 'number') return {}
  return { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 }
}

function without<Key, Value>(map: ReadonlyMap<Key, Value>, keys: readonly Key[]): ReadonlyMap<Key, Value> {
  if (!keys.some((key) => map.has(key))) return map
  const left = new Map(map)
  for (const key of keys) left.delete(key)
  return left
}
