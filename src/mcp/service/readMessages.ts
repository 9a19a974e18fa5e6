import type { Client } from '../../client/index.js'

/** Conditions on messages, all of which must hold. */
export interface MessageConditions {
  readonly channel?: string | undefined
  readonly topic?: string | undefined
  readonly sender?: string | undefined
  readonly search?: string | undefined
  /** User IDs. */
  readonly people?: readonly number[] | undefined
  readonly is?: readonly string[] | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Reads the newest messages, as Markdown. */
export async function readMessages(client: Client, { before, limit, ...conditions }: MessageConditions) {
  const { people, is = [], ...texts } = conditions
  const narrow = [
    ...Object.entries(texts).flatMap(([operator, operand]) => (operand === undefined ? [] : [{ operator, operand }])),
    ...(people === undefined ? [] : [{ operator: 'dm', operand: people }]),
    ...is.map((operand) => ({ operator: 'is', operand })),
  ]
  const range = {
    anchor: before ?? ('newest' as const),
    include_anchor: before === undefined,
    num_before: limit,
    num_after: 0,
  }
  const { messages } = await client.messages.list({ ...range, narrow, apply_markdown: false })
  return messages.map(({ reactions, display_recipient: place, ...message }) => ({
    ...message,
    in: typeof place === 'string' ? place : place.map(({ id, full_name: name }) => `${name} (${id})`),
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ emoji_name: name, user_id: by }) => `${name} by ${by}`),
    }),
  }))
}

/** What an agent needs of a message. */
export const messageFields = [
  'id',
  'sender_id',
  'sender_full_name',
  'in',
  'subject',
  'timestamp',
  'content',
  'reactions',
]
