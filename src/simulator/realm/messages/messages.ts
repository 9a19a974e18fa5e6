import { SortedIds } from '../sortedIds.js'
import { conversationKey, type Place, type State, type StoredMessage, topicKey } from '../state.js'
import type { World } from '../world.js'

/** Puts a message into the tables. */
export function keepMessage(state: State, message: StoredMessage): void {
  state.messages.set(message.id, message)
  state.index.all.add(message.id)
  listOf(state.index.bySender, message.senderId).add(message.id)
  indexPlace(state, message)
}

/** Takes messages, all of the same place, out of the tables. */
export function dropMessages(state: State, messages: readonly StoredMessage[]): void {
  const ids = new Set(messages.map((message) => message.id))
  const senders = new Set(messages.map((message) => message.senderId))
  const [first] = messages
  if (first === undefined) return
  state.index.all.remove(ids)
  for (const sender of senders) takeFrom(state.index.bySender, sender, ids)
  takeFromPlace(state, first.place, ids)
  for (const id of ids) state.messages.delete(id)
}

/** Moves messages, all of the same place, to another. */
export function moveMessages(state: State, messages: readonly StoredMessage[], to: Place): void {
  const [first] = messages
  if (first === undefined) return
  takeFromPlace(state, first.place, new Set(messages.map((message) => message.id)))
  for (const message of messages) {
    message.place = to
    indexPlace(state, message)
  }
}

/** The messages of a place, oldest first. */
export function messagesIn(state: State, place: Place): readonly StoredMessage[] {
  return storedMessages(state, idsIn(state, place) ?? [])
}

/** The IDs of a place's messages; undefined when there are none. */
export function idsIn(state: State, place: Place): SortedIds | undefined {
  return place.kind === 'channel'
    ? state.index.byTopic.get(topicKey(place.channelId, place.topic))
    : state.index.byConversation.get(conversationKey(place.userIds))
}

/** The messages with these IDs, those that are gone left out. */
export function storedMessages(state: State, ids: Iterable<number>): StoredMessage[] {
  return [...ids].flatMap((id) => state.messages.get(id) ?? [])
}

/** The oldest message of a channel; null when there is none. */
export function firstMessageId({ state }: World, channelId: number): number | null {
  return state.index.byChannel.get(channelId)?.first ?? null
}

function indexPlace({ index }: State, { id, place }: StoredMessage): void {
  if (place.kind === 'direct') {
    listOf(index.byConversation, conversationKey(place.userIds)).add(id)
    return
  }
  listOf(index.byChannel, place.channelId).add(id)
  listOf(index.byTopic, topicKey(place.channelId, place.topic)).add(id)
}

function takeFromPlace({ index }: State, place: Place, ids: ReadonlySet<number>): void {
  if (place.kind === 'direct') {
    takeFrom(index.byConversation, conversationKey(place.userIds), ids)
    return
  }
  takeFrom(index.byChannel, place.channelId, ids)
  takeFrom(index.byTopic, topicKey(place.channelId, place.topic), ids)
}

function listOf<Key>(lists: Map<Key, SortedIds>, key: Key): SortedIds {
  const known = lists.get(key)
  if (known !== undefined) return known
  const made = new SortedIds()
  lists.set(key, made)
  return made
}

/** An empty list is dropped: a topic without messages is no topic. */
function takeFrom<Key>(lists: Map<Key, SortedIds>, key: Key, ids: ReadonlySet<number>): void {
  const list = lists.get(key)
  list?.remove(ids)
  if (list?.size === 0) lists.delete(key)
}
