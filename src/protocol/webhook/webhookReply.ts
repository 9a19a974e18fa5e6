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
