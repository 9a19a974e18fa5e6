import type { ChannelFolder, CustomEmoji, User } from '../../../../protocol/index.js'
import { type Wire, wireOf } from '../../parsed.js'
import type { Report } from '../../presence.js'
import { directPlace, type Place, placeText } from './place.js'
import type { Policy } from './sidebar/view.js'

/** What the service told one of its people of the organisation, kept up to date by events. Pure data. */
export interface ChatState {
  readonly ownId: number
  readonly people: ReadonlyMap<number, Person>
  /** Those that the person may read. */
  readonly channels: ReadonlyMap<number, Channel>
  readonly folders: ReadonlyMap<number, ChannelFolder>
  /** What was set for topics, by `topicKey`. */
  readonly policies: ReadonlyMap<string, TopicPolicy>
  readonly mutedUsers: ReadonlySet<number>
  readonly presences: ReadonlyMap<number, Report>
  readonly statuses: ReadonlyMap<number, Status>
  /** Of the organisation, by ID; deactivated ones too, since reactions may have them. */
  readonly emoji: ReadonlyMap<string, CustomEmoji>
  readonly groups: ReadonlyMap<number, Group>
  /** Own ones that were not sent. */
  readonly scheduled: ReadonlySet<number>
  /** Messages that the person has not read. */
  readonly unread: ReadonlyMap<number, Unread>
  /** The newest message of each topic, of those channels whose topics were asked for. */
  readonly topics: ReadonlyMap<number, ReadonlyMap<string, number>>
  /** Direct conversations that are known of, by `placeText`. */
  readonly conversations: ReadonlyMap<string, Conversation>
  readonly limits: Limits
}

/** A person or bot. What older servers leave out, `personFrom` fills in. */
export type Person = User & { readonly isSystem: boolean }

export interface Channel {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly folderId: number | null
  readonly isPrivate: boolean
  readonly isArchived: boolean
  readonly isSubscribed: boolean
  readonly isMuted: boolean
  readonly subscribers: ReadonlySet<number>
}

export interface Group {
  readonly id: number
  readonly name: string
  readonly description: string
  /** Neither of the server itself nor deactivated. */
  readonly isUsed: boolean
}

export interface TopicPolicy {
  readonly channelId: number
  readonly topic: string
  readonly policy: Policy
}

export interface Status {
  readonly text: string
  /** Undefined where there is none. */
  readonly emoji: EmojiRef | undefined
}

export interface EmojiRef {
  readonly name: string
  readonly code: string
  readonly type: string
}

export interface Unread {
  readonly place: Place
  readonly isMentioned: boolean
}

export interface Conversation {
  readonly userIds: readonly number[]
  /** The newest message in it that is known of. */
  readonly newest: number
}

export interface Limits {
  /** Code points. */
  readonly message: number
  readonly topic: number
  /** What the empty topic is called. */
  readonly emptyTopic: string
  /** Seconds after which who reported to be active counts as gone. */
  readonly offlineAfter: number
  readonly topicsRequired: boolean
  /** Mebibytes. */
  readonly upload: number
  /** Seconds in which a message may be edited; null for ever. */
  readonly edit: number | null
  /** Seconds in which it may be moved. */
  readonly move: number | null
}

/** Types whose data are fetched, and whose events are wanted. */
export const fetchedTypes = [
  'message',
  'realm',
  'realm_user',
  'realm_emoji',
  'user_group',
  'subscription',
  'channel_folder',
  'presence',
  'user_status',
  'user_topic',
  'muted_users',
  'scheduled_messages',
  'update_message_flags',
] as const

/** Types of the events that change the state, or messages. */
export const followedTypes = [
  ...fetchedTypes,
  'stream',
  'update_message',
  'delete_message',
  'reaction',
  'submessage',
  'typing',
] as const

/** The state as it was when an event queue was registered. */
export function stateFrom(answer: Wire): ChatState {
  const ownId = numberOf(answer.user_id)
  const users = [
    ...listOf(answer.realm_users).map((user) => personFrom(user)),
    ...listOf(answer.realm_non_active_users).map((user) => personFrom(user)),
    ...listOf(answer.cross_realm_bots).map((user) => personFrom(user, true)),
  ]
  const people = new Map(users.map((person) => [person.user_id, person]))
  const byEmail = new Map(users.map((person) => [person.email, person.user_id]))
  const channels = [
    ...listOf(answer.subscriptions).map((one) => channelFrom(one, true)),
    ...listOf(answer.unsubscribed).map((one) => channelFrom(one, false)),
    ...listOf(answer.never_subscribed).map((one) => channelFrom(one, false)),
  ]
  // Who is deactivated stays subscribed, for when they come back.
  const isHere = (id: number) => people.get(id)?.is_active !== false
  return {
    ownId,
    people,
    channels: new Map(
      channels.map((channel) => [
        channel.id,
        { ...channel, subscribers: new Set([...channel.subscribers].filter(isHere)) },
      ]),
    ),
    folders: new Map((listOf(answer.channel_folders) as unknown as ChannelFolder[]).map((one) => [one.id, one])),
    policies: new Map(listOf(answer.user_topics).flatMap(policyEntry)),
    mutedUsers: mutedFrom(answer.muted_users),
    presences: new Map(
      Object.entries(wireOf(answer.presences)).flatMap(([email, presence]) => {
        const id = byEmail.get(email)
        return id === undefined ? [] : [[id, reportFrom(wireOf(presence).aggregated)] as const]
      }),
    ),
    statuses: new Map(
      Object.entries(wireOf(answer.user_status)).map(([id, status]) => [
        Number(id),
        changedStatus(undefined, wireOf(status)),
      ]),
    ),
    emoji: emojiFrom(answer.realm_emoji),
    groups: new Map(listOf(answer.realm_user_groups).map(groupFrom).map(withId)),
    scheduled: new Set(listOf(answer.scheduled_messages).map(scheduledId)),
    unread: unreadFrom(wireOf(answer.unread_msgs), ownId),
    topics: new Map(),
    conversations: new Map(),
    limits: {
      message: numberOf(answer.max_message_length, 10_000),
      topic: numberOf(answer.max_topic_length, 60),
      emptyTopic: textOf(answer.realm_empty_topic_display_name, 'general chat'),
      offlineAfter: numberOf(answer.server_presence_offline_threshold_seconds, 140),
      topicsRequired: answer.realm_mandatory_topics === true,
      upload: numberOf(answer.max_file_upload_size_mib, 25),
      edit: limitOf(answer.realm_message_content_edit_limit_seconds),
      move: limitOf(answer.realm_move_messages_within_stream_limit_seconds),
    },
  }
}

/** The same for topics that differ in case alone. */
export function topicKey(channelId: number, topic: string): string {
  return `${channelId}/${topic.toLowerCase()}`
}

/** What somebody set for a topic. */
export function policyOf(state: Pick<ChatState, 'policies'>, channelId: number, topic: string): Policy {
  return state.policies.get(topicKey(channelId, topic))?.policy ?? 'neutral'
}

/** Adds the topics of a channel, as the service lists them, or takes them on anew. */
export function withTopics(
  state: ChatState,
  channelId: number,
  topics: readonly { readonly name: string; readonly max_id: number }[],
): ChatState {
  const listed = new Map(topics.map(({ name, max_id }) => [name, max_id]))
  return { ...state, topics: new Map(state.topics).set(channelId, listed) }
}

/** Adds direct conversations, each of which somebody was found to have written in. */
export function withConversations(state: ChatState, found: readonly Conversation[]): ChatState {
  const conversations = new Map(state.conversations)
  for (const { userIds, newest } of found) {
    const place = directPlace(userIds, state.ownId)
    const key = placeText(place)
    const known = conversations.get(key)?.newest ?? 0
    if (newest > known) conversations.set(key, { userIds: place.userIds, newest })
  }
  return { ...state, conversations }
}

export function personFrom(user: Wire, isSystem = user.is_system_bot === true): Person {
  return { delivery_email: null, is_imported_stub: false, profile_data: {}, ...user, isSystem } as unknown as Person
}

export function channelFrom(one: Wire, isSubscribed: boolean): Channel {
  return {
    id: numberOf(one.stream_id),
    name: textOf(one.name),
    description: textOf(one.description),
    folderId: typeof one.folder_id === 'number' ? one.folder_id : null,
    isPrivate: one.invite_only === true,
    isArchived: one.is_archived === true,
    isSubscribed,
    isMuted: one.is_muted === true,
    subscribers: new Set(numbersOf(one.subscribers)),
  }
}

export function groupFrom({ id, name, description, is_system_group, deactivated }: Wire): Group {
  return {
    id: numberOf(id),
    name: textOf(name),
    description: textOf(description),
    isUsed: is_system_group !== true && deactivated !== true,
  }
}

const policies: readonly Policy[] = ['neutral', 'muted', 'unmuted', 'followed']

export function policyEntry(one: Wire): readonly (readonly [string, TopicPolicy])[] {
  const channelId = numberOf(one.stream_id)
  const topic = textOf(one.topic_name)
  const policy = policies[numberOf(one.visibility_policy)] ?? 'neutral'
  return policy === 'neutral' ? [] : [[topicKey(channelId, topic), { channelId, topic, policy }]]
}

export function mutedFrom(users: unknown): ReadonlySet<number> {
  return new Set(listOf(users).map(({ id }) => numberOf(id)))
}

export function reportFrom(entry: unknown): Report {
  const { status, timestamp } = wireOf(entry)
  return { status: textOf(status), timestamp: numberOf(timestamp) }
}

/** A status after a change that says only what is another than before. */
export function changedStatus(before: Status | undefined, change: Wire): Status {
  const name = typeof change.emoji_name === 'string' ? change.emoji_name : undefined
  const emoji =
    name === undefined
      ? before?.emoji
      : name === ''
        ? undefined
        : { name, code: textOf(change.emoji_code), type: textOf(change.reaction_type) }
  return { text: textOf(change.status_text, before?.text ?? ''), emoji }
}

export function emojiFrom(emoji: unknown): ReadonlyMap<string, CustomEmoji> {
  return new Map(Object.entries(wireOf(emoji)) as [string, CustomEmoji][])
}

export const scheduledId = (one: Wire): number => numberOf(one.scheduled_message_id)

function unreadFrom(unread: Wire, ownId: number): ReadonlyMap<number, Unread> {
  const mentions = new Set(numbersOf(unread.mentions))
  const entries = (conversations: unknown, placeOf: (one: Wire) => Place) =>
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

export const listOf = (value: unknown): readonly Wire[] => (Array.isArray(value) ? value : [])
export const numbersOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value : [])
export const numberOf = (value: unknown, other = 0): number => (typeof value === 'number' ? value : other)
const limitOf = (value: unknown) => (typeof value === 'number' ? value : null)
export const textOf = (value: unknown, other = ''): string => (typeof value === 'string' ? value : other)
export const withId = <One extends { readonly id: number }>(one: One): readonly [number, One] => [one.id, one]
