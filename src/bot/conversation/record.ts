import * as z from 'zod/mini'
import { type Notification, readNotification } from '../../protocol/index.js'
import { Outcome } from './outcome.js'

/** Something that a handler did. Without an outcome it was begun, and nobody knows whether it was done. */
export type Step = z.infer<typeof Step>
const Step = z.object({
  kind: z.enum(['call', 'message', 'once', 'session']),
  key: z.string(),
  /** How many questions had been asked before it. */
  at: z.number(),
  /** Whether it was begun while a `ctx.once` was under way, which most likely did it. */
  isInner: z.optional(z.literal(true)),
  /** Those that were under way then. */
  within: z.optional(z.string()),
  outcome: z.optional(Outcome),
})

/** A question of a handler; without an answer it waits for one. */
export type Question = z.infer<typeof Question>
const Question = z.object({
  /** What has to be the same when the handler runs again. */
  key: z.string(),
  choices: z.optional(z.array(z.string())),
  from: z.enum(['sender', 'anyone']),
  /** UNIX milliseconds. */
  until: z.number(),
  answer: z.optional(
    z.union([
      z.object({ text: z.string(), message: z.number() }),
      z.object({ none: z.enum(['cancelled', 'timed_out', 'replaced']), message: z.optional(z.number()) }),
    ]),
  ),
})

const Reply = z.object({ content: z.string(), widget: z.optional(z.unknown()) })

/** One run of the handler from a message, or from a time that was up, to the next question. */
const Stretch = z.object({
  /** The message that began it; none where a time was up. */
  message: z.optional(z.number()),
  replies: z.array(Reply),
  /** Whether the first reply has gone as a message; one alone is held, to be the webhook's own answer. */
  isSent: z.boolean(),
})

const Going = z.object({
  format: z.literal(1),
  state: z.enum(['running', 'waiting']),
  notification: z.unknown(),
  /** In the order in which they were begun; those of one time may have changed places. */
  steps: z.array(Step),
  questions: z.array(Question),
  stretch: Stretch,
  /** UNIX milliseconds: when somebody has to look after it. */
  due: z.number(),
})

/** Kept for a while, so that a message which is delivered again is known. */
const Ended = z.object({
  format: z.literal(1),
  state: z.literal('ended'),
  data: z.string(),
  messages: z.array(z.number()),
  stretch: Stretch,
})

/** A conversation as it is stored. */
export type Record = GoingRecord | EndedRecord
export type GoingRecord = Omit<z.infer<typeof Going>, 'notification'> & { notification: Notification }
export type EndedRecord = z.infer<typeof Ended>
export type HeldReply = z.infer<typeof Reply>

const Stored = z.union([Going, Ended])

/** Reads what is stored; gives what is wrong with it where it can't be read. */
export function readRecord(text: string): { readonly record: Record } | { readonly problem: string } {
  try {
    const { success, data, error } = Stored.safeParse(JSON.parse(text))
    if (!success)
      return { problem: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') }
    if (data.state === 'ended') return { record: data }
    const read = readNotification(data.notification)
    if (read.ok) return { record: { ...data, notification: read.notification } }
    return { problem: `the message: ${read.problems.map(({ path, problem }) => `${path}: ${problem}`).join('; ')}` }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** The first record of a conversation that a message begins. The bot's secret, which is in a notification, is not kept. */
export function newRecord(notification: Notification): GoingRecord {
  return {
    format: 1,
    state: 'running',
    notification: { ...notification, token: '' },
    steps: [],
    questions: [],
    stretch: newStretch(notification.message.id),
    due: 0,
  }
}

/** What the handler says from here on is said in the answer to this message, if there is one. */
export function newStretch(message: number | undefined): GoingRecord['stretch'] {
  return { ...(message === undefined ? {} : { message }), replies: [], isSent: false }
}

/**
 * The reply that was held to be the webhook's own answer. A server that delivers the message again has not seen it.
 */
export function heldReply({ stretch }: Record): HeldReply | undefined {
  return stretch.replies.length === 1 && !stretch.isSent ? stretch.replies[0] : undefined
}

/** What is left of it after its end. */
export function endedRecord(record: GoingRecord): EndedRecord {
  const { notification, stretch } = record
  return { format: 1, state: 'ended', data: notification.data, messages: messagesOf(record), stretch }
}

/** The messages that were part of it: the first one, and those that were answers. */
export function messagesOf(record: Record): number[] {
  if (record.state === 'ended') return record.messages
  const answers = record.questions.flatMap(({ answer }) => (answer?.message === undefined ? [] : [answer.message]))
  return [record.notification.message.id, ...answers]
}
