import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

export const createCall = endpoint({
  name: 'calls.create',
  method: 'POST',
  path: '/calls/ext_talk/create',
  spec: '4.16',
  summary: 'Create a video call with the external conferencing provider.',
  access: 'account',
  since: 'createCall',
  params: { room_name: z.string() },
  response: {
    /** Where to join the call. */
    url: z.string(),
  },
  errors: [errors.callProviderNotConfigured, errors.callProviderUnreachable, errors.callNotCreated],
  repeatable: 'never',
})
