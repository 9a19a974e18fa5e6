import * as z from 'zod/mini'
import { id, topicName } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Channel } from '../../entities/organisation.js'
import { errors } from '../../errors/errors.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits } from '../../rules/limits.js'

export const deleteTopic = endpoint({
  name: 'streams.deleteTopic',
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  spec: '4.6',
  summary: 'Delete the messages of a topic, newest first, until the request runs out of time.',
  access: 'administrator',
  params: {
    stream_id: id,
    /** May be empty. */
    topic_name: topicName,
  },
  response: {
    /** False when messages are left: repeat the request. */
    complete: z.boolean(),
  },
  errors: [errors.invalidChannelId, errors.tooLong],
  repeatable: 'always',
  takesUpTo: limits.deleteTopicSeconds,
  upgrade: upgrade['streams.deleteTopic'],
})

export const listChannels = endpoint({
  name: 'streams.list',
  method: 'GET',
  path: '/streams',
  spec: 'companion',
  summary: 'List the channels that the caller can see.',
  access: 'account',
  params: {
    include_public: z._default(z.boolean(), true),
    include_subscribed: z._default(z.boolean(), true),
    /** All channels, private ones that the caller is not in among them; for administrators. */
    include_all_active: z._default(z.boolean(), false),
    exclude_archived: z._default(z.boolean(), true),
    /** Also the channels that new users are subscribed to; says of each whether it is one. */
    include_default: z._default(z.boolean(), false),
  },
  response: { streams: z.array(Channel) },
  errors: [errors.notAuthorizedForQuery],
  repeatable: 'always',
})

export const getChannel = endpoint({
  name: 'streams.get',
  method: 'GET',
  path: '/streams/{stream_id}',
  spec: 'companion',
  summary: 'Show one channel.',
  access: 'account',
  params: { stream_id: id },
  response: { stream: Channel },
  errors: [errors.invalidChannelId],
  repeatable: 'always',
})
