import * as z from 'zod/mini'
import { id, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

export const sendTyping = endpoint({
  name: 'typing.send',
  method: 'POST',
  path: '/typing',
  spec: 'companion',
  summary: 'Tell others that the caller is typing, or has stopped.',
  access: 'account',
  params: {
    op: word(['start', 'stop']),
    type: z._default(word(['direct', 'channel', 'stream', 'private']), 'direct'),
    /** For a direct message: the users' IDs. */
    to: z.optional(z.array(id)),
    /** For a channel message. */
    stream_id: z.optional(id),
    topic: z.optional(z.string()),
  },
  response: {},
  errors: [
    errors.missingRecipients,
    errors.noRecipients,
    errors.missingChannelOfTopic,
    errors.missingTopic,
    errors.invalidUserId,
    errors.invalidChannelId,
    errors.notAuthorizedToSend,
    errors.noLongerUsing,
  ],
  repeatable: 'always',
})
