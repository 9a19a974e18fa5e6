import * as z from 'zod'
import type { Client } from '../../client/index.js'
import { toolsFor } from '../tool.js'

/** Reads messages by conditions, all of which must hold, as Markdown. */
export const readMessagesTool = toolsFor<Client>()(
  'read_messages',
  'Reads the newest messages that fulfil all conditions, oldest first.',
  { readOnlyHint: true, openWorldHint: true },
  {
    channel: z.string().optional().describe("The channel's name"),
    topic: z.string().optional(),
    people: z.array(z.int()).optional().describe('User IDs of the others in a direct conversation'),
    sender: z.string().optional().describe("The sender's address"),
    search: z.string().optional().describe('Words that they contain'),
    is: z.array(z.enum(['unread', 'mentioned', 'starred', 'dm', 'alerted', 'resolved'])).default([]),
    before: z.int().optional().describe('Only messages before the one with this ID'),
    limit: z.int().min(1).max(200).default(20),
  },
  async ({ people, is, before, limit, ...texts }, client) => {
    const { messages } = await client.messages.list({
      anchor: before ?? 'newest',
      include_anchor: before === undefined,
      num_before: limit,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        ...Object.entries(texts).flatMap(([operator, operand]) => (operand === undefined ? [] : { operator, operand })),
        ...(people === undefined ? [] : [{ operator: 'dm', operand: people }]),
        ...is.map((operand) => ({ operator: 'is', operand })),
      ],
    })
    return messages.map(
      ({ id, sender_id, sender_full_name, display_recipient, subject, timestamp, content, reactions }) => ({
        ...{ id, sender_id, sender_full_name, subject, timestamp, content },
        in:
          typeof display_recipient === 'string'
            ? display_recipient
            : display_recipient.map(({ id: user, full_name }) => `${full_name} (${user})`),
        ...(reactions.length > 0 && {
          reactions: reactions.map(({ emoji_name, user_id }) => `${emoji_name} by ${user_id}`),
        }),
      }),
    )
  },
)
