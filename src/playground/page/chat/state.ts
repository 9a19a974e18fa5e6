import type { CustomEmoji, User } from '../../../protocol/index.js'
import { type ParsedJson, parsedJson } from '../../parsed.js'
import { type ChatPlace, directPlace, placeText } from './place.js'

/** The organisation as one person sees it, updated by events. */
export interface ChatState {
  readonly ownId: number
  readonly people: ReadonlyMap<number, Person>
  /** The channels that the person can read. */
  readonly channels: ReadonlyMap<number, ChatChannel>
  /** Custom emoji by ID, including deactivated ones, which reactions can still have. */
  readonly emoji: ReadonlyMap<string, CustomEmoji>
  /** The groups that can be mentioned. */
  readonly groups: readonly Group[]
  readonly unread: ReadonlyMap<number, Unread>
  /** The newest message of each topic, for channels whose topics were loaded. */
  readonly topics: ReadonlyMap<number, ReadonlyMap<string, number>>
  /** The known direct conversations, by `placeText`. */
  readonly conversations: ReadonlyMap<string, DirectConversation>
  readonly limits: Limits
}

/** A person or bot. What older servers leave out, `personFrom` fills in. */
type Person = User & { readonly isSystem: boolean }

export interface ChatChannel {
  readonly id: number
  readonly name: string
  readonly isPrivate: boolean
  readonly isArchived: boolean
  readonly isSubscribed: boolean
}

interface Group {
  readonly id: number
  readonly name: string
}

export interface Unread {
  readonly place: ChatPlace
  readonly isMentioned: boolean
}

export interface DirectConversation {
  readonly userIds: readonly number[]
  /** Its newest known message. */
  readonly newest: number
}

interface Limits {
  /** Code points. */
  readonly message: number
  readonly topic: number
  /** The name of the empty topic. */
  readonly emptyTopic: string
}

/** Event types whose initial data is fetched. */
export const fetchedTypes =
  'message realm realm_user realm_user_groups realm_emoji subscription update_message_flags'.split(' ')

/** Event types that change the state or messages. */
export const followedTypes = fetchedTypes.concat(
  'stream user_group update_message delete_message reaction submessage typing'.split(' '),
)

/** The state from the answer to a registration. */
export function stateFrom(answer: ParsedJson): ChatState {
  const ownId = numberOf(answer.user_id)
  const users = [
    ...listOf(answer.realm_users).map((user) => personFrom({ ...user, is_active: true })),
    ...listOf(answer.realm_non_active_users).map((user) => personFrom({ ...user, is_active: false })),
    ...listOf(answer.cross_realm_bots).map((user) => personFrom(user, true)),
  ]
  const channels = [
    ...listOf(answer.subscriptions).map((one) => channelFrom(one, true)),
    ...listOf(answer.unsubscribed).map((one) => channelFrom(one, false)),
    // Administrators are told of private channels, but can't read them.
    ...listOf(answer.never_subscribed)
      .filter((one) => one.invite_only !== true)
      .map((one) => channelFrom(one, false)),
  ]
  return {
    ownId,
    people: new Map(users.map((person) => [person.user_id, person])),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    emoji: new Map(Object.entries(parsedJson(answer.realm_emoji)) as [string, CustomEmoji][]),
    groups: listOf(answer.realm_user_groups).flatMap(groupFrom),
    unread: unreadFrom(parsedJson(answer.unread_msgs), ownId),
    topics: new Map(),
    conversations: new Map(),
    limits: {
      message: numberOf(answer.max_message_length, 10_000),
      topic: numberOf(answer.max_topic_length, 60),
      emptyTopic: textOf(answer.realm_empty_topic_display_name, 'general chat'),
    },
  }
}

/** Sets the topics of a channel. */
export function withTopics(
  state: ChatState,
  channelId: number,
  topics: readonly { readonly name: string; readonly max_id: number }[],
): ChatState {
  const listed = new Map(topics.map(({ name, max_id }) => [name, max_id]))
  return { ...state, topics: new Map(state.topics).set(channelId, listed) }
}

/** Adds direct conversations. */
export function withConversations(state: ChatState, found: readonly DirectConversation[]): ChatState {
  const conversations = new Map(state.conversations)
  for (const { userIds, newest } of found) {
    const place = directPlace(userIds, state.ownId)
    const key = placeText(place)
    const known = conversations.get(key)?.newest ?? 0
    if (newest > known) conversations.set(key, { userIds: place.userIds, newest })
  }
  return { ...state, conversations }
}

function personFrom(user: ParsedJson, isSystem = user.is_system_bot === true): Person {
  return { delivery_email: null, is_imported_stub: false, ...user, isSystem } as unknown as Person
}

function channelFrom(one: ParsedJson, isSubscribed: boolean): ChatChannel {
  return {
    id: numberOf(one.stream_id),
    name: textOf(one.name),
    isPrivate: one.invite_only === true,
    isArchived: one.is_archived === true,
    isSubscribed,
  }
}

function groupFrom({ id, name, is_system_group, deactivated }: ParsedJson): readonly Group[] {
  return is_system_group === true || deactivated === true ? [] : [{ id: numberOf(id), name: textOf(name) }]
}

function unreadFrom(unread: ParsedJson, ownId: number): ReadonlyMap<number, Unread> {
  const mentions = new Set(numbersOf(unread.mentions))
  const entries = (conversations: unknown, placeOf: (one: ParsedJson) => ChatPlace) =>
    listOf(conversations).flatMap((one) => {
      const place = placeOf(one)
      return numbersOf(one.unread_message_ids).map((id): readonly [number, Unread] => [
        id,
        { place, isMentioned: mentions.has(id) },
      ])
    })
  return new Map([
    ...entries(unread.streams, (one) => ({
      kind: 'topic',
      channelId: numberOf(one.stream_id),
      topic: textOf(one.topic),
    })),
    ...entries(unread.pms, (one) => directPlace([numberOf(one.other_user_id)], ownId)),
    ...entries(unread.huddles, (one) => directPlace(textOf(one.user_ids_string).split(',').map(Number), ownId)),
  ])
}

export const listOf = (value: unknown): readonly ParsedJson[] => (Array.isArray(value) ? value : [])
export const numbersOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value : [])
export const numberOf = (value: unknown, other = 0): number => (typeof value === 'number' ? value : other)
export const textOf = (value: unknown, other = ''): string => (typeof value === 'string' ? value : other)
