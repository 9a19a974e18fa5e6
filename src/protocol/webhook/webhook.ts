import * as z from 'zod/mini'
import { Message } from '../entities/message.js'
import { type Entity, type Fields, object } from '../entity.js'

const notification = object({
  bot_email: z.string(),
  bot_full_name: z.optional(z.string()),
  /** The raw content: Markdown, including the mention. */
  data: z.optional(z.string()),
  trigger: z.string(),
  /** The bot's secret, by which the receiver recognises the server. */
  token: z.string(),
  message: Message,
})

/** A notification as sent: `data` may be missing. */
export interface SentNotification extends Fields<typeof notification> {}

/** What the server posts to a bot's address. */
export interface Notification extends SentNotification {
  /** The raw content; the message's own content if the server sent none. */
  data: string
}
export const Notification: Entity<SentNotification, typeof notification> = notification

/** The triggers that are known. `trigger` is still any string: other values may exist. */
export const triggers = { mention: 'mention', directMessage: 'direct_message' } as const

/** The trigger of a direct message on servers below the level of `directMessageTrigger`. */
export const olderDirectMessageTrigger = 'private_message'

/** A receiver's response: a reply, or the statement that there is none. The format is assumed. */
export type WebhookReply =
  | {
      /** Markdown, posted in the same conversation. */
      readonly content: string
      /** A JSON string. */
      readonly widget_content?: string
    }
  | { readonly response_not_required: true }

/** The response that posts nothing. */
export const noReply: WebhookReply = { response_not_required: true }
