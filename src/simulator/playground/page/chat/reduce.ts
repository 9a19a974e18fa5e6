import type { CustomEmoji, Message } from '../../../../protocol/index.js'
import { type Wire, wireOf } from '../../parsed.js'
import type { ChatEvent } from '../chatEvent.js'
import { type Place, placeOfMessage } from './place.js'
import {
  type Channel,
  type ChatState,
  changedStatus,
  channelFrom,
  emojiFrom,
  type Group,
  groupFrom,
  listOf,
  mutedFrom,
  numberOf,
  numbersOf,
  personFrom,
  policyEntry,
  reportFrom,
  scheduledId,
  textOf,
  topicKey,
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
    const statuses = given.is_active === false ? without(state.statuses, [id]) : state.statuses
    const presences = given.is_active === false ? without(state.presences, [id]) : state.presences
    return { ...state, people: new Map(state.people).set(id, person), statuses, presences }
  },

  presence(state, event) {
    const [entry] = Object.values(wireOf(event.presence))
    const presences = new Map(state.presences).set(numberOf(event.user_id), reportFrom(entry))
    return { ...state, presences }
  },

  user_status(state, event) {
    const id = numberOf(event.user_id)
    const status = changedStatus(state.statuses.get(id), event)
    const isNone = status.text === '' && status.emoji === undefined
    return {
      ...state,
      statuses: isNone ? without(state.statuses, [id]) : new Map(state.statuses).set(id, status),
    }
  },

  muted_users: (state, event) => ({ ...state, mutedUsers: mutedFrom(event.muted_users) }),

  user_topic(state, event) {
    const policies = new Map(state.policies)
    policies.delete(topicKey(numberOf(event.stream_id), textOf(event.topic_name)))
    return { ...state, policies: new Map([...policies, ...policyEntry(event)]) }
  },

  realm_emoji: (state, event) => ({
    ...state,
    emoji: emojiFrom(event.realm_emoji) as ReadonlyMap<string, CustomEmoji>,
  }),

  channel_folder(state, event) {
    const folders = new Map(state.folders)
    const change = (id: number, data: Wire) => {
      const folder = folders.get(id)
      if (folder !== undefined) folders.set(id, { ...folder, ...data })
    }
    if (event.op === 'add') {
      const folder = wireOf(event.channel_folder) as NonNullable<ReturnType<typeof folders.get>>
      folders.set(folder.id, folder)
    } else if (event.op === 'update') change(numberOf(event.channel_folder_id), wireOf(event.data))
    else for (const [order, id] of numbersOf(event.order).entries()) change(id, { order })
    return { ...state, folders }
  },

  user_group(state, event) {
    const id = numberOf(event.group_id)
    const known = state.groups.get(id)
    if (event.op === 'remove') return { ...state, groups: without(state.groups, [id]) }
    const group =
      event.op === 'add'
        ? groupFrom(wireOf(event.group))
        : known && event.op === 'update' && changedGroup(known, wireOf(event.data))
    return group ? { ...state, groups: new Map(state.groups).set(group.id, group) } : state
  },

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
    const change = (id: number, to: (channel: Channel) => Channel | undefined) => {
      const channel = channels.get(id)
      const next = channel && to(channel)
      if (next === undefined) channels.delete(id)
      else channels.set(id, next)
    }
    const isGuest = state.people.get(state.ownId)?.is_guest === true
    const left = (channel: Channel) =>
      channel.isPrivate || isGuest ? undefined : { ...channel, isSubscribed: false, isMuted: false }
    if (event.op === 'add') {
      for (const one of listOf(event.subscriptions)) {
        const channel = channelFrom(one, true)
        channels.set(channel.id, channel)
      }
    } else if (event.op === 'remove') {
      for (const { stream_id } of listOf(event.subscriptions)) change(numberOf(stream_id), left)
    } else if (event.op === 'update') {
      if (event.property === 'is_muted') {
        change(numberOf(event.stream_id), (channel) => ({ ...channel, isMuted: event.value === true }))
      }
    } else {
      const adds = event.op === 'peer_add'
      for (const id of numbersOf(event.stream_ids)) {
        if (channels.has(id)) change(id, (channel) => withPeers(channel, numbersOf(event.user_ids), adds))
      }
    }
    return { ...state, channels }
  },

  scheduled_messages(state, event) {
    const scheduled = new Set(state.scheduled)
    if (event.op === 'remove') scheduled.delete(scheduledId(event as Wire))
    for (const one of event.op === 'add' ? listOf(event.scheduled_messages) : []) scheduled.add(scheduledId(one))
    return { ...state, scheduled }
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
  description: 'description',
  invite_only: 'isPrivate',
  is_archived: 'isArchived',
  folder_id: 'folderId',
}

function withPeers(channel: Channel, userIds: readonly number[], adds: boolean): Channel {
  const subscribers = new Set(channel.subscribers)
  for (const id of userIds) {
    if (adds) subscribers.add(id)
    else subscribers.delete(id)
  }
  return { ...channel, subscribers }
}

function withMessageIn(state: ChatState, { channelId, topic }: Place & { kind: 'topic' }, id: number): ChatState {
  const known = state.topics.get(channelId)
  if (known === undefined) return state
  const same = [...known.keys()].find((name) => name.toLowerCase() === topic.toLowerCase()) ?? topic
  const topics = new Map(known).set(same, Math.max(id, known.get(same) ?? 0))
  return { ...state, topics: new Map(state.topics).set(channelId, topics) }
}

function changedGroup({ id, name, description, isUsed }: Group, data: Wire): Group {
  return groupFrom({ id, name, description, deactivated: !isUsed, ...data })
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
