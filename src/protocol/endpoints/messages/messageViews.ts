import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { object } from '../../entity.js'
import { errors } from '../../errors/errors.js'
import { listMessages } from './messages.js'

export const renderMessage = endpoint({
  name: 'messages.render',
  method: 'POST',
  path: '/messages/render',
  spec: 'companion',
  summary: 'Turn Markdown into the HTML of a message, without sending it.',
  access: 'account',
  params: { content: z.string() },
  response: {
    /** HTML. */
    rendered: z.string(),
  },
  errors: [errors.messageMustNotContainNull],
  repeatable: 'always',
})

export const getMessageHistory = endpoint({
  name: 'messages.history',
  method: 'GET',
  path: '/messages/{message_id}/history',
  spec: 'companion',
  summary: 'Show what a message was before it was changed.',
  access: 'account',
  params: {
    message_id: id,
    /** Give an empty topic as it is, not as its display name. */
    allow_empty_topic_name: z._default(z.boolean(), false),
  },
  response: {
    /** Oldest first: the message as it was sent, then every change. */
    message_history: z.array(
      object({
        topic: z.optional(z.string()),
        prev_topic: z.optional(z.string()),
        stream: z.optional(z.int()),
        prev_stream: z.optional(z.int()),
        /** Markdown. */
        content: z.optional(z.string()),
        prev_content: z.optional(z.string()),
        /** HTML. */
        rendered_content: z.optional(z.string()),
        prev_rendered_content: z.optional(z.string()),
        /** HTML with what was inserted and deleted marked. */
        content_html_diff: z.optional(z.string()),
        user_id: z.nullable(z.int()),
        /** UNIX seconds. */
        timestamp: z.int(),
      }),
    ),
  },
  errors: [errors.invalidMessages],
  repeatable: 'always',
})

export const matchesNarrow = endpoint({
  name: 'messages.matchesNarrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  spec: 'companion',
  summary: "Find out which of the caller's messages fit conditions.",
  access: 'account',
  params: { msg_ids: z.array(id), narrow: listMessages.params.narrow.def.innerType },
  response: {
    /** Those that fit, by ID; what was searched for is marked by `<span class="highlight">`. */
    messages: z.record(
      z.string(),
      object({
        /** HTML. */
        match_content: z.string(),
        /** HTML. */
        match_subject: z.string(),
      }),
    ),
  },
  errors: [errors.badNarrow],
  repeatable: 'always',
})

export const getReadReceipts = endpoint({
  name: 'messages.readReceipts',
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  spec: 'companion',
  summary: 'Show who has read a message.',
  access: 'account',
  since: 'readReceipts',
  params: { message_id: id },
  response: {
    /** Without the sender, deactivated users, and those whom the caller muted or who muted the caller. */
    user_ids: z.array(z.int()),
  },
  errors: [errors.invalidMessages, errors.readReceiptsDisabled],
  repeatable: 'always',
})

export const sendSubmessage = endpoint({
  name: 'submessages.send',
  method: 'POST',
  path: '/submessage',
  spec: 'companion',
  summary: 'Attach data to a message with a widget, such as a vote in a poll.',
  access: 'account',
  params: {
    message_id: id,
    /** `widget`. */
    msg_type: z.string(),
    /** JSON as text. */
    content: z.string(),
  },
  response: {},
  errors: [errors.invalidMessages, errors.submessageNotAllowed, errors.submessageNotJson, errors.invalidSubmessage],
  repeatable: 'never',
})
