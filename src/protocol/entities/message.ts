import * as z from 'zod/mini'
import { type Entity, type Fields, object, useEnglishMessages } from '../entity.js'

useEnglishMessages()

const reaction = object({ emoji_name: z.string(), emoji_code: z.string(), reaction_type: z.string(), user_id: z.int() })

/** One emoji on a message. */
export interface Reaction extends Fields<typeof reaction> {}
export const Reaction: Entity<Reaction, typeof reaction> = reaction

const edit = object({
  /** Null only for edits before March 2017. */
  user_id: z.nullable(z.int()),
  /** UNIX seconds. */
  timestamp: z.int(),
  prev_content: z.optional(z.string()),
  prev_rendered_content: z.optional(z.string()),
  prev_stream: z.optional(z.int()),
  stream: z.optional(z.int()),
  prev_topic: z.optional(z.string()),
  topic: z.optional(z.string()),
})

/** One change of a message. Which optional fields are present depends on what changed. */
export interface Edit extends Fields<typeof edit> {}
export const Edit: Entity<Edit, typeof edit> = edit

const submessage = object({
  id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  /** A JSON string. */
  content: z.string(),
})

/** Data of an experimental integration, such as a poll. */
export interface Submessage extends Fields<typeof submessage> {}
export const Submessage: Entity<Submessage, typeof submessage> = submessage

const topicLink = object({ text: z.string(), url: z.string() })

/** A link that a linkifier found in the topic. */
export interface TopicLink extends Fields<typeof topicLink> {}
export const TopicLink: Entity<TopicLink, typeof topicLink> = topicLink

const recipient = object({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  /** Whether the account is a stub, whose user never logged in. */
  is_mirror_dummy: z._default(z.boolean(), false),
})

/** One of the users in a direct conversation. */
export interface Recipient extends Fields<typeof recipient> {}
export const Recipient: Entity<Recipient, typeof recipient> = recipient

/** The fields that messages of both kinds share. */
const common = {
  /** Display order is by ID. */
  id: z.int(),
  sender_id: z.int(),
  sender_email: z.string(),
  /** The sender's name; empty if the server didn't send one. */
  sender_full_name: z._default(z.string(), ''),
  /** Identifier of the sender's realm, unique within the server. */
  sender_realm_str: z.optional(z.string()),
  /** Null only if the avatar provider hosts the picture and `client_gravatar` was true. */
  avatar_url: z.nullish(z.string()),
  /** Name of the client that sent the message. */
  client: z.optional(z.string()),
  /** Markdown, or HTML where `content_type` says so. */
  content: z.string(),
  content_type: z.optional(z.string()),
  /** HTML. */
  rendered_content: z.optional(z.string()),
  /** ID of the channel or set of users that it was sent to. */
  recipient_id: z.optional(z.int()),
  /** Topic; empty for direct messages, and for the empty topic of a channel. */
  subject: z._default(z.string(), ''),
  is_me_message: z._default(z.boolean(), false),
  /** UNIX seconds. */
  timestamp: z.optional(z.int()),
  /** UNIX seconds; absent if never edited. */
  last_edit_timestamp: z.optional(z.int()),
  /** UNIX seconds; absent if never moved. */
  last_moved_timestamp: z.optional(z.int()),
  /** Newest first. */
  edit_history: z.optional(z.array(Edit)),
  reactions: z._default(z.array(Reaction), []),
  submessages: z._default(z.array(Submessage), []),
  topic_links: z._default(z.array(TopicLink), []),
  /** HTML with the search terms marked; in listings with the operator `search`. */
  match_content: z.optional(z.string()),
  match_subject: z.optional(z.string()),
  /** The caller's flags (`read`, `mentioned`, …); in listings, not in notifications. */
  flags: z.optional(z.array(z.string())),
}

const channelMessage = object({
  ...common,
  type: z.literal('stream'),
  stream_id: z.int(),
  /** The channel's name. */
  display_recipient: z.string(),
})

/** A message in a topic of a channel. */
export interface ChannelMessage extends Fields<typeof channelMessage> {}
export const ChannelMessage: Entity<ChannelMessage, typeof channelMessage> = channelMessage

const directMessage = object({
  ...common,
  type: z.literal('private'),
  /** Everyone in the conversation, including the sender and the bot. */
  display_recipient: z.array(Recipient),
})

/** A message to one or more users. */
export interface DirectMessage extends Fields<typeof directMessage> {}
export const DirectMessage: Entity<DirectMessage, typeof directMessage> = directMessage

/** A message of either kind, discriminated by `type`. */
export const Message = z.discriminatedUnion('type', [ChannelMessage, DirectMessage])
export type Message = ChannelMessage | DirectMessage

/** The organisation of the server's own bots, which say that a topic was moved or resolved. They can't be looked up. */
export const systemRealm = 'zulipinternal'
