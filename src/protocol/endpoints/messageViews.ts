import * as z from 'zod/mini'
import { endpoint } from '../endpoint.js'
import { errors } from '../errors.js'
import { id } from '../parameters.js'

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
      z.looseObject({
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
        user_id: z.nullable(z.int()),
        /** UNIX seconds. */
        timestamp: z.int(),
      }),
    ),
  },
  errors: [errors.invalidMessages],
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
