import * as z from 'zod/mini'

/** What a step came to, in a form that JSON can keep. */
export type Outcome = z.infer<typeof Outcome>

const Facts = z.object({ endpoint: z.string(), attempts: z.number(), mayHaveTakenEffect: z.boolean() })
const Refusal = z.object({
  status: z.number(),
  code: z.string(),
  msg: z.string(),
  extra: z.record(z.string(), z.unknown()),
  retryAfter: z.optional(z.number()),
})

const Outcome = z.union([
  z.object({ kind: z.literal('value'), value: z.optional(z.unknown()) }),
  z.object({ kind: z.literal('refused'), facts: Facts, refusal: Refusal }),
  z.object({ kind: z.literal('user error'), message: z.string(), code: z.string() }),
  z.object({ kind: z.literal('error'), name: z.string(), message: z.string(), code: z.optional(z.string()) }),
])

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

export type Reply = z.infer<typeof Reply>
const Reply = z.object({ content: z.string(), widget: z.optional(z.unknown()) })

/** One run of the handler from a message, or from a time that was up, to the next question. */
const Stretch = z.object({
  /** The message that began it; none where a time was up. */
  message: z.optional(z.number()),
  replies: z.array(Reply),
  /** Whether the first reply has gone as a message; one alone is held, to be the webhook's own answer. */
  isSent: z.boolean(),
})

export type Going = z.infer<typeof Going>
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
export type Ended = z.infer<typeof Ended>
const Ended = z.object({
  format: z.literal(1),
  state: z.literal('ended'),
  data: z.string(),
  messages: z.array(z.number()),
  stretch: Stretch,
})

/** A conversation in the storage. */
export const Stored = z.union([Going, Ended])

/** The question that waits at a place: of which conversation, and which of its questions. */
export type Target = z.infer<typeof Target>
export const Target = z.object({ conversation: z.number(), question: z.number() })
