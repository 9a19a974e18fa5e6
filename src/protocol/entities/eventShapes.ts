import * as z from 'zod/mini'

/** One of two fields has to be there; problems are those of the first. */
const either = (one: string, other: string) =>
  z.refine<Readonly<Record<string, unknown>>>((event) => (event[one] ?? event[other]) !== undefined, {
    path: [one],
    message: 'is missing',
  })

/** What a program needs of an event to act on it, by type. A function, so that bundles without a listener leave it out. */
export function eventShapes(): Readonly<Record<string, z.ZodMiniType>> {
  const [number, text] = [z.int(), z.string()]
  const [someNumber, someText, someNumbers] = [z.optional(number), z.optional(text), z.optional(z.array(number))]
  return {
    message: z.object({ flags: z.optional(z.array(text)) }),
    update_message: z
      .object({
        ...{ message_id: number, message_ids: someNumbers, user_id: z.optional(z.nullable(number)) },
        ...{ content: someText, orig_content: someText, subject: someText, orig_subject: someText },
        ...{ stream_id: someNumber, new_stream_id: someNumber, edit_timestamp: z.optional(z.number()) },
      })
      .check(
        z.refine(
          (event) => event.stream_id !== undefined || (event.orig_subject ?? event.new_stream_id) === undefined,
          {
            path: ['stream_id'],
            message: 'is missing',
          },
        ),
      ),
    delete_message: z
      .object({ message_id: someNumber, message_ids: someNumbers, stream_id: someNumber, topic: someText })
      .check(either('message_ids', 'message_id')),
    // Older servers give the user as an object.
    reaction: z
      .object({
        ...{ message_id: number, emoji_name: text, emoji_code: text, reaction_type: text },
        ...{ user_id: someNumber, user: z.optional(z.object({ user_id: number })) },
      })
      .check(either('user_id', 'user')),
    submessage: z.object({ message_id: number, sender_id: number, content: text }),
    subscription: z.object({
      op: text,
      subscriptions: z.optional(z.array(z.object({ stream_id: number, name: text }))),
    }),
    realm_user: z.object({ person: z.object({ user_id: number }) }),
  }
}
