import * as z from 'zod'
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
    allow_empty_topic_name: z.boolean().default(false),
  },
  response: {
    /** Oldest first: the message as it was sent, then every change. */
    message_history: z.array(
      z.looseObject({
        topic: z.string().optional(),
        prev_topic: z.string().optional(),
        stream: z.int().optional(),
        prev_stream: z.int().optional(),
        /** Markdown. */
        content: z.string().optional(),
        prev_content: z.string().optional(),
        /** HTML. */
        rendered_content: z.string().optional(),
        prev_rendered_content: z.string().optional(),
        user_id: z.int().nullable(),
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
