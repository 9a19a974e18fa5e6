import { jsonText } from './jsonText.js'

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

/** Whether a reply is nothing but a text, as most are. */
export function isTextAlone(reply: WebhookReply): reply is { readonly content: string } {
  return 'content' in reply && reply.widget_content === undefined
}

/** A reply as it is sent. */
export function replyJson(reply: WebhookReply): string {
  return isTextAlone(reply) ? `{"content":${jsonText(reply.content)}}` : JSON.stringify(reply)
}
