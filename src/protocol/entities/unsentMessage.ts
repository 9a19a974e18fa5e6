import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

const unsent = {
  content: z.string(),
  rendered_content: z.optional(z.string()),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: z.int(),
  /** Whether the server tried to send it and failed. */
  failed: z.boolean(),
}
const common = { scheduled_message_id: z.int(), ...unsent }

const channelMessage = object({
  ...common,
  type: z.literal('stream'),
  /** The channel ID. */
  to: z.int(),
  topic: z.string(),
})

/** A scheduled message to a channel. */
export interface ScheduledChannelMessage extends Fields<typeof channelMessage> {}
const ScheduledChannelMessage: Entity<ScheduledChannelMessage, typeof channelMessage> = channelMessage

const directMessage = object({
  ...common,
  type: z.literal('private'),
  /** User IDs. */
  to: z.array(z.int()),
})

/** A scheduled message to users. */
export interface ScheduledDirectMessage extends Fields<typeof directMessage> {}
const ScheduledDirectMessage: Entity<ScheduledDirectMessage, typeof directMessage> = directMessage

/** A scheduled message. The shape is assumed, but for `failed`. */
export const ScheduledMessage = z.discriminatedUnion('type', [ScheduledChannelMessage, ScheduledDirectMessage])
export type ScheduledMessage = ScheduledChannelMessage | ScheduledDirectMessage

const reminder = object({
  reminder_id: z.int(),
  type: z.literal('private'),
  /** The user's own ID. */
  to: z.array(z.int()),
  ...unsent,
  /** The message to be reminded of. */
  reminder_target_message_id: z.int(),
})

/** A reminder of a message, which the server's own bot sends when it is due. */
export interface Reminder extends Fields<typeof reminder> {}
export const Reminder: Entity<Reminder, typeof reminder> = reminder

const draft = object({
  id: z.int(),
  /** `stream`, `private`, or empty while it has no recipients. */
  type: z.string(),
  /** A channel ID, or user IDs. */
  to: z.array(z.int()),
  /** Empty for direct messages. */
  topic: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds of the last change. */
  timestamp: z.int(),
})

/** An unsent message. The shape is assumed. */
export interface Draft extends Fields<typeof draft> {}
export const Draft: Entity<Draft, typeof draft> = draft

const savedSnippet = object({
  id: z.int(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  /** UNIX seconds. */
  date_created: z.int(),
})

/** Text saved for reuse. The shape is assumed. */
export interface SavedSnippet extends Fields<typeof savedSnippet> {}
export const SavedSnippet: Entity<SavedSnippet, typeof savedSnippet> = savedSnippet
