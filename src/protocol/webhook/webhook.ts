import * as z from 'zod/mini'
import { Message } from '../entities/message.js'
import { type Entity, type Fields, object } from '../entity.js'

const notification = object({
  bot_email: z.string(),
  bot_full_name: z.optional(z.string()),
  /** The raw content, Markdown with the mention in it. */
  data: z.optional(z.string()),
  trigger: z.string(),
  /** The bot's secret, by which the receiver knows the server. */
  token: z.string(),
  message: Message,
})

/** As it is sent, where `data` may be missing. */
export interface SentNotification extends Fields<typeof notification> {}

/** What the server posts to a bot's address. @see spec 6.1 */
export interface Notification extends SentNotification {
  /** The raw content; the message's own where the server sent none. */
  data: string
}
export const Notification: Entity<SentNotification, typeof notification> = notification

/**
 * The triggers that the spec names. `trigger` stays an open string: other values may exist.
 *
 * @see spec 6.1
 */
export const triggers = { mention: 'mention', directMessage: 'direct_message' } as const

/** What servers below the level of `directMessageTrigger` call a direct message. */
export const olderDirectMessageTrigger = 'private_message'

/** What a receiver answers: a reply, or that there is none. The format is assumed. @see spec 6.2 */
export type WebhookReply =
  | {
      /** Markdown, posted in the same conversation. */
      readonly content: string
      /** JSON as text. */
      readonly widget_content?: string
    }
  | { readonly response_not_required: true }

/** The answer that posts nothing. */
export const noReply: WebhookReply = { response_not_required: true }
