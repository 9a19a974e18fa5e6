import * as z from 'zod/mini'
import { object } from '../entity.js'
import type { Message, Reaction } from './message.js'

/** The fields of every event. */
interface EventBase {
  /** Increases within its queue, possibly with gaps. */
  id: number
}

/** A message that was sent, with the caller's flags. */
interface MessageEvent extends EventBase {
  type: 'message'
  message: Message
  /** `read`, `mentioned`, … */
  flags: string[]
  /** The sending client's own ID for the message. */
  local_message_id?: string
}

/** Messages that were edited or moved. Unchanged fields are absent. */
export interface UpdateMessageEvent extends EventBase {
  type: 'update_message'
  /** Null if the server made the change. */
  user_id: number | null
  message_id: number
  message_ids: number[]
  /** UNIX seconds. */
  edit_timestamp: number
  /** Whether only the HTML changed: no one edited the message. */
  rendering_only: boolean
  orig_content?: string
  content?: string
  rendered_content?: string
  stream_id?: number
  new_stream_id?: number
  /** The topic before the move. */
  orig_subject?: string
  /** The topic after the move. */
  subject?: string
  propagate_mode?: string
}

/** Messages that were deleted. */
interface DeleteMessageEvent extends EventBase {
  type: 'delete_message'
  message_ids?: number[]
  /** For clients without the capability `bulk_message_deletion`. */
  message_id?: number
  message_type: 'stream' | 'private'
  stream_id?: number
  topic?: string
}

/** A reaction that was added or removed. */
export interface ReactionEvent extends EventBase, Reaction {
  type: 'reaction'
  op: 'add' | 'remove'
  message_id: number
}

/** A flag that was set on messages, or removed from them. */
interface UpdateMessageFlagsEvent extends EventBase {
  type: 'update_message_flags'
  op: 'add' | 'remove'
  flag: string
  messages: number[]
  /** Whether the change applies to all of the caller's messages. */
  all: boolean
}

/** Data that was added to a message, such as a vote. */
export interface SubmessageEvent extends EventBase {
  type: 'submessage'
  msg_type: string
  /** A JSON string. */
  content: string
  message_id: number
  sender_id: number
  submessage_id: number
}

/** Someone started or stopped typing. */
interface TypingEvent extends EventBase {
  type: 'typing'
  op: 'start' | 'stop'
  message_type: 'direct' | 'stream'
  sender: { user_id: number; email: string }
  recipients?: { user_id: number; email: string }[]
  stream_id?: number
  topic?: string
}

/** Someone started or stopped typing while editing a message. */
interface TypingEditMessageEvent extends EventBase {
  type: 'typing_edit_message'
  op: 'start' | 'stop'
  sender_id: number
  message_id: number
  recipient: { type: 'channel'; channel_id: number; topic: string } | { type: 'direct'; user_ids: number[] }
}

/** A status that was set. Fields that weren't set are absent. */
interface UserStatusEvent extends EventBase {
  type: 'user_status'
  user_id: number
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: string
}

/** The visibility policy that the caller set for a topic. */
interface UserTopicEvent extends EventBase {
  type: 'user_topic'
  stream_id: number
  topic_name: string
  /** UNIX seconds. */
  last_updated: number
  /** See `visibilityPolicies`. */
  visibility_policy: number
}

/** Channels that the caller was subscribed to or unsubscribed from; other `op`s concern settings and other people. */
interface SubscriptionEvent extends EventBase {
  type: 'subscription'
  op: string
  subscriptions?: { stream_id: number; name: string }[]
}

/** An account that was added, changed or removed; of a change, `person` has the fields that changed, such as `full_name`. */
export interface RealmUserEvent extends EventBase {
  type: 'realm_user'
  op: 'add' | 'update' | 'remove'
  person: { user_id: number; full_name?: string }
}

/** The server restarted, possibly with a newer version. */
interface RestartEvent extends EventBase {
  type: 'restart'
}

/** Sent when nothing has happened for a while. */
interface HeartbeatEvent extends EventBase {
  type: 'heartbeat'
}

/** What a server sent in place of an event, such as null: it doesn't cost the client the others. Its ID is -1 if it has none. */
interface UnreadableEvent extends EventBase {
  type: 'unreadable'
  value: unknown
}

/** An event whose fields aren't declared here; see the server's documentation. */
interface OtherEvent extends EventBase {
  type:
    | ('alert_words' | 'attachment' | 'channel_folder' | 'custom_profile_fields' | 'default_streams' | 'drafts')
    | ('invites_changed' | 'muted_topics' | 'muted_users' | 'presence' | 'realm' | 'realm_bot' | 'realm_emoji')
    | ('realm_domains' | 'realm_export' | 'realm_linkifiers' | 'realm_playgrounds' | 'realm_user_settings_defaults')
    | ('reminders' | 'saved_snippets' | 'scheduled_messages' | 'stream' | 'user_group' | 'user_settings')
  op?: string
}

/** An event from an event queue, discriminated by `type`. A server may send further types. The shapes are assumed. */
export type Event =
  | MessageEvent
  | UpdateMessageEvent
  | DeleteMessageEvent
  | ReactionEvent
  | UpdateMessageFlagsEvent
  | SubmessageEvent
  | TypingEvent
  | TypingEditMessageEvent
  | UserStatusEvent
  | UserTopicEvent
  | SubscriptionEvent
  | RealmUserEvent
  | RestartEvent
  | HeartbeatEvent
  | UnreadableEvent
  | OtherEvent

const Identified = object({ id: z.int(), type: z.string() }) as unknown as z.ZodMiniType<Event, Event>

// Nothing is rejected, so that neither a broken event nor one of a newer server costs the client the others.
export const Event = new z.ZodMiniCatch({
  type: 'catch',
  innerType: Identified,
  catchValue: ({ value }): Event => ({ id: idIn(value) ?? -1, type: 'unreadable', value }),
}) as z.ZodMiniType<Event, Event>

function idIn(value: unknown): number | undefined {
  const { id }: { readonly id?: unknown } = Object(value)
  return Number.isSafeInteger(id) ? (id as number) : undefined
}
