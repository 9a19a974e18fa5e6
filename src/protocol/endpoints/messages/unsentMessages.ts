import * as z from 'zod/mini'
import { id, target, textUpTo, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Draft, Reminder, SavedSnippet, ScheduledMessage } from '../../entities/unsentMessage.js'
import { strictObject } from '../../entity.js'
import { limits } from '../../rules/limits.js'
import { rules } from '../../rules/rules.js'

const draft = strictObject({
  type: z.enum(['stream', 'private', '']),
  /** One channel ID, or user IDs. */
  to: z.array(id),
  /** For channel messages; truncated if it is too long. */
  topic: z.string(),
  content: z.string(),
  /** UNIX seconds of the last change. (default: now) */
  timestamp: z.optional(z.number()),
})

const title = textUpTo(limits.snippetTitle)
/** Markdown. */
const content = textUpTo(limits.messageLength)

/** Accepted names of a message's kind; `stream` and `private` are the older ones. */
const types = ['direct', 'channel', 'stream', 'private'] as const

export const unsentMessageEndpoints = [
  endpoint('drafts.list', 'GET /drafts', {
    since: 'drafts',
    response: {
      count: z.int(),
      /** Ordered by last change. */
      drafts: z.array(Draft),
    },
  }),
  endpoint('drafts.create', 'POST /drafts', {
    since: 'drafts',
    params: { drafts: z.array(draft) },
    response: {
      /** In the same order as the drafts. */
      ids: z.array(z.int()),
    },
  }),
  endpoint('drafts.edit', 'PATCH /drafts/{draft_id}', {
    since: 'drafts',
    params: { draft_id: id, draft },
    repeatable: 'always',
  }),
  endpoint('drafts.delete', 'DELETE /drafts/{draft_id}', {
    since: 'drafts',
    params: { draft_id: id },
  }),
  endpoint('savedSnippets.list', 'GET /saved_snippets', {
    response: { saved_snippets: z.array(SavedSnippet) },
  }),
  endpoint('savedSnippets.create', 'POST /saved_snippets', {
    params: { title, content },
    response: { saved_snippet_id: z.int() },
  }),
  endpoint('savedSnippets.edit', 'PATCH /saved_snippets/{saved_snippet_id}', {
    params: { saved_snippet_id: id, title: z.optional(title), content: z.optional(content) },
    repeatable: 'always',
  }),
  endpoint('savedSnippets.delete', 'DELETE /saved_snippets/{saved_snippet_id}', {
    params: { saved_snippet_id: id },
  }),
  endpoint('scheduledMessages.edit', 'PATCH /scheduled_messages/{scheduled_message_id}', {
    spec: '4.1',
    since: 'editScheduledMessage',
    params: {
      scheduled_message_id: id,
      type: z.optional(z.enum(types)),
      /** The channel ID, or user IDs. */
      to: z.optional(z.union([id, z.array(id)])),
      content: z.optional(z.string()),
      topic: z.optional(z.string()),
      /** UNIX seconds. */
      scheduled_delivery_timestamp: z.optional(z.int()),
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
      scheduled_delivery_timestamp: z.int(),
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
  endpoint('reminders.create', 'POST /reminders', {
    params: {
      message_id: id,
      /** UNIX seconds. */
      scheduled_delivery_timestamp: z.int(),
      /** Shown in the reminder. */
      note: z.optional(z.string()),
    },
    response: { reminder_id: z.int() },
  }),
  endpoint('reminders.list', 'GET /reminders', {
    response: { reminders: z.array(Reminder) },
  }),
  endpoint('reminders.delete', 'DELETE /reminders/{reminder_id}', {
    params: { reminder_id: id },
  }),
] as const
