import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { object } from '../../entity.js'
import { errors } from '../../errors/errors.js'
import { channelNameErrors } from './subscriptions.js'

export const getChannelId = endpoint({
  name: 'streams.getId',
  method: 'GET',
  path: '/get_stream_id',
  spec: 'companion',
  summary: "Look a channel's ID up by its name.",
  access: 'account',
  params: { stream: z.string() },
  response: { stream_id: z.int() },
  errors: [errors.invalidChannelName],
  repeatable: 'always',
})

export const listTopics = endpoint({
  name: 'streams.topics',
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  spec: 'companion',
  summary: 'List the topics of a channel, most recent first.',
  access: 'account',
  params: {
    stream_id: id,
    /** Give an empty topic as it is, not as its display name. */
    allow_empty_topic_name: z._default(z.boolean(), false),
  },
  response: { topics: z.array(object({ name: z.string(), max_id: z.int() })) },
  errors: [errors.invalidChannelId],
  repeatable: 'always',
})

export const createChannel = endpoint({
  name: 'streams.create',
  method: 'POST',
  path: '/channels/create',
  spec: 'companion',
  summary: 'Create a channel.',
  access: 'member',
  params: {
    name: z.string(),
    description: z._default(z.string(), ''),
    /** The users' IDs. */
    subscribers: z.array(id),
    /** Private. */
    invite_only: z._default(z.boolean(), false),
    folder_id: z.optional(id),
  },
  response: { id: z.int() },
  errors: [
    ...channelNameErrors,
    errors.channelExists,
    errors.noSuchUser,
    errors.userDeactivated,
    errors.insufficientPermission,
    errors.invalidChannelFolder,
  ],
  repeatable: 'never',
})

export const updateChannel = endpoint({
  name: 'streams.update',
  method: 'PATCH',
  path: '/streams/{stream_id}',
  spec: 'companion',
  summary: 'Change the name, description, folder or privacy of a channel, or bring it back from the archive.',
  access: 'member',
  params: {
    stream_id: id,
    new_name: z.optional(z.string()),
    description: z.optional(z.string()),
    is_private: z.optional(z.boolean()),
    /** Only false: archiving is `streams.archive`. */
    is_archived: z.optional(z.boolean()),
    /** Null takes the channel out of its folder. */
    folder_id: z.nullish(id),
  },
  response: {},
  errors: [
    ...channelNameErrors,
    errors.invalidChannelId,
    errors.channelNotAdministered,
    errors.channelNameInUse,
    errors.channelNameSame,
    errors.channelNotArchived,
    errors.tooLong,
    errors.invalidChannelFolder,
  ],
  repeatable: 'never',
})

export const archiveChannel = endpoint({
  name: 'streams.archive',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  spec: 'companion',
  summary: 'Archive a channel.',
  access: 'account',
  params: { stream_id: id },
  response: {},
  errors: [errors.invalidChannelId, errors.channelNotAdministered],
  repeatable: 'never',
})
