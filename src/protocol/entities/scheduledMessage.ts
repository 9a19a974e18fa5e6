import * as z from 'zod/mini'
import { type Entity, type Fields, object } from '../entity.js'

const common = {
  scheduled_message_id: z.int(),
  content: z.string(),
  rendered_content: z.optional(z.string()),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: z.int(),
  /** The server tried to send it and could not. */
  failed: z.boolean(),
}

const channelMessage = object({
  ...common,
  type: z.literal('stream'),
  /** The channel's ID. */
  to: z.int(),
  topic: z.string(),
})

/** A message to a channel that waits for its time. @see spec 2.3 */
export interface ScheduledChannelMessage extends Fields<typeof channelMessage> {}
const ScheduledChannelMessage: Entity<ScheduledChannelMessage, typeof channelMessage> = channelMessage

const directMessage = object({
  ...common,
  type: z.literal('private'),
  /** IDs of users. */
  to: z.array(z.int()),
})

/** A message to users that waits for its time. @see spec 2.3 */
export interface ScheduledDirectMessage extends Fields<typeof directMessage> {}
const ScheduledDirectMessage: Entity<ScheduledDirectMessage, typeof directMessage> = directMessage

/** A message that waits for its time. The shape is assumed; the spec names `failed` only. @see spec 2.3 */
export const ScheduledMessage = z.discriminatedUnion('type', [ScheduledChannelMessage, ScheduledDirectMessage])
export type ScheduledMessage = ScheduledChannelMessage | ScheduledDirectMessage
