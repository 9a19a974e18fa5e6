import * as z from 'zod/mini'

const common = {
  scheduled_message_id: z.int(),
  content: z.string(),
  rendered_content: z.optional(z.string()),
  /** UNIX seconds. */
  scheduled_delivery_timestamp: z.int(),
  /** The server tried to send it and could not. */
  failed: z.boolean(),
}

/** A message that waits for its time. The shape is assumed; the spec names `failed` only. @see spec 2.3 */
export const ScheduledMessage = z.discriminatedUnion('type', [
  z.looseObject({ ...common, type: z.literal('stream'), to: z.int(), topic: z.string() }),
  z.looseObject({ ...common, type: z.literal('private'), to: z.array(z.int()) }),
])
export type ScheduledMessage = z.infer<typeof ScheduledMessage>
