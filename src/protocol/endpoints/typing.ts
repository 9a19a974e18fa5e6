import * as z from 'zod'
import { endpoint } from '../endpoint.js'
import { errors } from '../errors.js'
import { id, word } from '../parameters.js'

export const sendTyping = endpoint({
  name: 'typing.send',
  method: 'POST',
  path: '/typing',
  spec: 'companion',
  summary: 'Tell others that the caller is typing, or has stopped.',
  access: 'account',
  params: {
    op: word(['start', 'stop']),
    type: word(['direct', 'channel', 'stream', 'private']).default('direct'),
    /** For a direct message: the users' IDs. */
    to: z.array(id).optional(),
    /** For a channel message. */
    stream_id: id.optional(),
    topic: z.string().optional(),
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
