import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'

export const addDefaultChannel = endpoint({
  name: 'defaultStreams.add',
  method: 'POST',
  path: '/default_streams',
  spec: 'companion',
  summary: 'Let new users be subscribed to a channel.',
  access: 'administrator',
  params: { stream_id: id },
  response: {},
  errors: [errors.invalidChannelId, errors.privateChannelAsDefault],
  repeatable: 'always',
})

export const removeDefaultChannel = endpoint({
  name: 'defaultStreams.remove',
  method: 'DELETE',
  path: '/default_streams',
  spec: 'companion',
  summary: 'No longer let new users be subscribed to a channel.',
  access: 'administrator',
  params: { stream_id: id },
  response: {},
  errors: [errors.invalidChannelId],
  repeatable: 'always',
})
