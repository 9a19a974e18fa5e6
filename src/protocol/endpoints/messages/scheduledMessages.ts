import * as z from 'zod/mini'
import { id, listed, target, unixTime, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { ScheduledMessage } from '../../entities/scheduledMessage.js'
import { rules } from '../../rules/rules.js'

/** Accepted names of a message's kind; `stream` and `private` are the older ones. */
const types = ['direct', 'channel', 'stream', 'private'] as const

export const scheduledMessageEndpoints = [
  endpoint('scheduledMessages.edit', 'PATCH /scheduled_messages/{scheduled_message_id}', {
    spec: '4.1',
    since: 'editScheduledMessage',
    params: {
      scheduled_message_id: id,
      type: z.optional(listed(types)),
      /** The channel ID, or user IDs. */
      to: z.optional(z.union([id, z.array(id)])),
      content: z.optional(z.string()),
      topic: z.optional(z.string()),
      /** UNIX seconds. */
      scheduled_delivery_timestamp: z.optional(unixTime),
    },
    rules: rules['scheduledMessages.edit'],
    repeatable: 'always',
  }),
  endpoint('scheduledMessages.list', 'GET /scheduled_messages', {
    response: { scheduled_messages: z.array(ScheduledMessage) },
  }),
  endpoint('scheduledMessages.create', 'POST /scheduled_messages', {
    params: {
      type: word(types),
      to: target,
      content: z.string(),
      topic: z.optional(z.string()),
      /** UNIX seconds. */
      scheduled_delivery_timestamp: unixTime,
      /** Mark it as read for the sender. (default: true) */
      read_by_sender: z.optional(z.boolean()),
    },
    aliases: { topic: ['subject'] },
    rules: rules['scheduledMessages.create'],
    response: { scheduled_message_id: z.int() },
  }),
  endpoint('scheduledMessages.delete', 'DELETE /scheduled_messages/{scheduled_message_id}', {
    params: { scheduled_message_id: id },
  }),
] as const
