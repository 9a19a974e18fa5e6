import { codePoints, serverTexts } from '../../../protocol/index.js'
import { accountOf } from '../access/accounts.js'
import { inOrder } from '../access/groups.js'
import { hasCopy, type Viewer } from '../access/visibility.js'
import { refuse } from '../world/refusal.js'
import {
  type Account,
  type Conversation,
  conversationKey,
  type DirectPlace,
  type Place,
  type State,
  type StoredChannel,
  type StoredMessage,
  topicKey,
} from '../world/state.js'
import { nextId, type World } from '../world/world.js'

export function placeKey(place: Place): string {
  return place.kind === 'channel' ? topicKey(place.stream_id, place.topic) : conversationKey(place.user_ids)
}

export function messagesIn(state: State, place: Place): StoredMessage[] {
  const key = placeKey(place)
  return messagesThat(state, (message) => message.place.kind === place.kind && placeKey(message.place) === key)
}

export function messagesThat({ messages }: State, fits: (message: StoredMessage) => boolean): StoredMessage[] {
  return [...messages.values()].filter(fits)
}

/** Messages grouped by place, each group oldest first. */
export function byPlace(messages: readonly StoredMessage[]): ReadonlyMap<string, StoredMessage[]> {
  const lists = new Map<string, StoredMessage[]>()
  for (const message of messages) {
    const key = placeKey(message.place)
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [message])
    else list.push(message)
  }
  return lists
}

export function isInChannel({ place }: StoredMessage, channelId: number): boolean {
  return place.kind === 'channel' && place.stream_id === channelId
}

/** @throws {RangeError} if there is no such message */
export function messageOf({ state }: World, id: number): StoredMessage {
  const message = state.messages.get(id)
  if (message === undefined) throw new RangeError(`There is no message ${id} (any more); choose another.`)
  return message
}

export function storedMessages(state: State, ids: Iterable<number>): StoredMessage[] {
  return [...ids].flatMap((id) => state.messages.get(id) ?? [])
}

export function firstMessageId({ messages }: State, channelId: number): number | null {
  for (const message of messages.values()) if (isInChannel(message, channelId)) return message.id
  return null
}

/** The newest message of which an account has a copy; -1 if there is none. */
export function newestCopy({ messages }: State, { id }: Account): number {
  return [...messages.values()].findLast((message) => hasCopy(message, id))?.id ?? -1
}

/** The conversation of these users. */
export function directPlace(userIds: Iterable<number>): DirectPlace {
  return { kind: 'direct', user_ids: inOrder(userIds) }
}

export function recordConversation(world: World, { user_ids }: DirectPlace): Conversation {
  const key = conversationKey(user_ids)
  const known = world.state.conversations.get(key)
  if (known !== undefined) return known
  const conversation = { user_ids, recipient_id: user_ids.length > 2 ? nextId(world, 'recipient') : 0 }
  world.state.conversations.set(key, conversation)
  return conversation
}

/**
 * The ID of the set of recipients. In a conversation of two it is the receiving user's; since `sharedDirectRecipientId`
 * each participant sees the other one's, in both directions.
 */
export function recipientId(world: World, viewer: Viewer, { place, sender_id }: StoredMessage): number {
  if (place.kind === 'channel') return world.state.channels.get(place.stream_id)?.recipient_id ?? 0
  const { user_ids } = place
  if (user_ids.length > 2) return recordConversation(world, place).recipient_id
  const shares = world.has('sharedDirectRecipientId') && viewer !== undefined && user_ids.includes(viewer.id)
  const oneSide = shares ? viewer.id : sender_id
  return accountOf(world, user_ids.find((id) => id !== oneSide) ?? oneSide).recipient_id
}

/**
 * Content as it is stored: without leading newlines and trailing white space, cut to the limit.
 *
 * @throws {Refusal} if nothing is left, or if it contains NUL
 */
export function readContent(world: World, given: string): string {
  const trimmed = given.trimEnd()
  const content = trimmed.startsWith('\n') ? trimmed.replace(/^\n+/, '') : trimmed
  if (content === '') refuse('messageMustNotBeEmpty')
  if (content.includes('\u0000')) refuse('messageMustNotContainNull')
  return cutText(content, world.assumptions.messageLength, serverTexts.truncated)
}

/** Cuts a text to a number of code points, including the mark at its end. */
export function cutText(text: string, limit: number, mark: string): string {
  // A text has at most as many code points as UTF-16 units.
  if (text.length <= limit || codePoints(text) <= limit) return text
  return [...text].slice(0, limit - codePoints(mark)).join('') + mark
}

type Levelled = Pick<World, 'has'>

/** A channel's path within the web client. */
export function channelPath(world: Levelled, channel: Pick<StoredChannel, 'id' | 'name'>): string {
  return `/#narrow/${world.has('channelInPaths') ? 'channel' : 'stream'}/${channel.id}-${encodePart(channel.name.replaceAll(' ', '-'))}`
}

export function topicPath(world: Levelled, channel: Pick<StoredChannel, 'id' | 'name'>, topic: string): string {
  return `${channelPath(world, channel)}/topic/${encodePart(topic)}`
}

export function messageLink(world: World, { id, place }: StoredMessage): string {
  if (place.kind === 'direct') return `${world.url()}/#narrow/dm/${place.user_ids.join(',')}-pm/near/${id}`
  const channel = world.state.channels.get(place.stream_id)
  return channel === undefined ? world.url() : `${world.url()}${topicPath(world, channel, place.topic)}/near/${id}`
}

/** Encodes a name for a URL fragment: percent-encoded, with dots for the percent signs. */
function encodePart(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{fffd}'))
    .replaceAll(/[!'()*.~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%7E', '~')
    .replaceAll('%', '.')
}

export const silentMentionOf = ({ full_name, id }: Account): string => `@_**${full_name}|${id}**`
