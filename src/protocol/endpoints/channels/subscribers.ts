import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

export const listSubscribers = endpoint({
  name: 'streams.members',
  method: 'GET',
  path: '/streams/{stream_id}/members',
  spec: 'companion',
  summary: 'List the subscribers of a channel.',
  access: 'account',
  params: { stream_id: id },
  response: {
    /** IDs of users. */
    subscribers: z.array(z.int()),
  },
  errors: [errors.invalidChannelId],
  repeatable: 'always',
})

export const isSubscribed = endpoint({
  name: 'subscriptions.isSubscribed',
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  spec: 'companion',
  summary: 'Check whether a user is subscribed to a channel.',
  access: 'account',
  params: { user_id: id, stream_id: id },
  response: { is_subscribed: z.boolean() },
  errors: [errors.noSuchUser, errors.userDeactivated, errors.insufficientPermission, errors.invalidChannelId],
  repeatable: 'always',
})
