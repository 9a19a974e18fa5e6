import * as z from 'zod/mini'
import type { Log } from '../bot/index.js'
import { type Event, type NotificationProblem, pathText, readNotification } from '../protocol/index.js'
import { isObject } from '../values.js'

/** An event as the listener can use it; undefined if it isn't as documented, so that it is skipped: the log says why. */
export function readEvent(event: Event, log: Log): Event | undefined {
  const about = { event: event.id, type: event.type }
  const read = event.type === 'message' ? readMessage(event.message) : undefined
  const problem = problemOf(event) ?? (read && !read.ok ? read.problems[0] : undefined)
  if (problem) {
    log.error({ ...about, field: problem.path, problem: problem.problem }, "Skipped an event that can't be read")
    return undefined
  }
  if (event.type !== 'message' || !read?.ok) return event
  const { notification, warnings } = read
  if (warnings.length > 0) log.warn({ ...about, warnings }, 'Dropped mistyped fields of an event')
  return { ...event, message: notification.message }
}

/** A message as a notification has it. */
export const readMessage = (message: unknown) => readNotification({ bot_email: '', trigger: '', token: '', message })

function problemOf(event: Event): NotificationProblem | undefined {
  if (event.type === 'unreadable') {
    if (!isObject(event.value)) return { path: '', problem: 'is not an object' }
    if (event.value.id !== event.id) return { path: 'id', problem: "is not the next event's" }
    return { path: 'type', problem: 'is not a string' }
  }
  const [issue] = (Object.hasOwn(shapes, event.type) && shapes[event.type]?.safeParse(event).error?.issues) || []
  return issue && { path: pathText(issue.path), problem: issue.message }
}

const [number, text] = [z.int(), z.string()]
const [someNumber, someText, someNumbers] = [z.optional(number), z.optional(text), z.optional(z.array(number))]

/** One of two fields has to be there; problems are those of the first. */
const either = (one: string, other: string) =>
  z.refine<Readonly<Record<string, unknown>>>((event) => (event[one] ?? event[other]) !== undefined, {
    path: [one],
    message: 'is missing',
  })

/** What is needed of each type. */
const shapes: Readonly<Record<string, z.ZodMiniType>> = {
  message: z.object({ flags: z.optional(z.array(text)) }),
  update_message: z
    .object({
      ...{ message_id: number, message_ids: someNumbers, user_id: z.optional(z.nullable(number)) },
      ...{ content: someText, orig_content: someText, subject: someText, orig_subject: someText },
      ...{ stream_id: someNumber, new_stream_id: someNumber, edit_timestamp: z.optional(z.number()) },
    })
    .check(
      z.refine((event) => event.stream_id !== undefined || (event.orig_subject ?? event.new_stream_id) === undefined, {
        path: ['stream_id'],
        message: 'is missing',
      }),
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
  subscription: z.object({ op: text, subscriptions: z.optional(z.array(z.object({ stream_id: number, name: text }))) }),
  realm_user: z.object({ person: z.object({ user_id: number }) }),
}
