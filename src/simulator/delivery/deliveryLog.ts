import * as z from 'zod'

const text = (most: number) =>
  z.string().transform((whole) => (whole.length > most ? `${whole.slice(0, most)}…` : whole))

/** Milliseconds since the bot's process received the delivery, by its own clock. */
const after = z.number().min(0)

/** What a bot's process reports about its work on a delivery, to be shown with the request and the answer. */
export const deliveryLog = z.strictObject({
  name: text(200).describe(
    'What the process calls the delivery: in its log, and to the sender when something goes wrong.',
  ),
  handler: text(500)
    .nullish()
    .describe('The handler that took the message, with its pattern; null if none did. (default: not known yet)'),
  middleware: z
    .array(z.strictObject({ name: text(200), passed: z.boolean().describe('Whether it let the message through.') }))
    .max(100)
    .default([])
    .describe('The middleware around the handler, the outermost first.'),
  lines: z
    .array(
      z.strictObject({
        after,
        level: z.enum(['debug', 'info', 'warn', 'error']),
        text: text(10_000),
        fields: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .max(1000)
    .default([])
    .describe('What was logged.'),
  errors: z
    .array(
      z.strictObject({
        after,
        name: text(200),
        message: text(10_000),
        frames: z
          .array(
            z.strictObject({
              at: text(1000).describe('The function and its place, such as `order (/app/bot.ts:12:9)`.'),
              source: text(500).optional().describe('The line of the source.'),
            }),
          )
          .max(50)
          .default([]),
      }),
    )
    .max(20)
    .default([])
    .describe('What the handler threw, but for what is an answer to the sender.'),
  calls: z
    .array(
      z.strictObject({
        after,
        endpoint: text(200),
        duration: z.number().nullish().describe('Milliseconds; null while it is under way.'),
        status: z.int().nullish().describe('HTTP; null if there was no answer.'),
        code: text(200).nullish().describe('`OK`, or the code of the error.'),
      }),
    )
    .max(500)
    .default([])
    .describe('Calls of the API meanwhile.'),
  outcome: text(100).nullish().describe('How the process ended its work. (default: it goes on)'),
  duration: z.number().nullish().describe('Milliseconds that its work took.'),
})

export type DeliveryLog = z.infer<typeof deliveryLog>
