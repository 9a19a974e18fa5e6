import * as z from 'zod/mini'
import { id, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { upgrade } from '../../levels/upgrade.js'
import { listMessages } from './messages.js'

const change = {
  op: word(['add', 'remove']),
  /** `read`, `starred` or `collapsed`. */
  flag: z.string(),
}
const refusals = [errors.invalidFlag, errors.flagNotEditable]

export const updateFlags = endpoint({
  name: 'messages.updateFlags',
  method: 'POST',
  path: '/messages/flags',
  spec: 'companion',
  summary: "Add or remove one of the caller's flags on messages.",
  access: 'account',
  params: { messages: z.array(id), ...change },
  response: {
    /** Those that were changed. */
    messages: z.array(z.int()),
  },
  errors: [...refusals, errors.invalidMessages],
  repeatable: 'always',
})

const { anchor, include_anchor, narrow } = listMessages.params

export const updateFlagsInNarrow = endpoint({
  name: 'messages.updateFlagsInNarrow',
  method: 'POST',
  path: '/messages/flags/narrow',
  spec: 'companion',
  summary: "Add or remove one of the caller's flags on the messages around an anchor.",
  access: 'account',
  params: {
    anchor: anchor.def.innerType,
    include_anchor,
    num_before: z.int().check(z.minimum(0)),
    num_after: z.int().check(z.minimum(0)),
    narrow,
    ...change,
  },
  response: {
    processed_count: z.int(),
    updated_count: z.int(),
    /** Null where nothing fitted. */
    first_processed_id: z.nullable(z.int()),
    last_processed_id: z.nullable(z.int()),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
  },
  errors: [...refusals, errors.tooManyMessages, errors.anchorOnlyExcludedAtEnd, errors.badNarrow],
  repeatable: 'always',
})

const instead = 'Use messages.updateFlagsInNarrow.'

export const markAllRead = endpoint({
  name: 'messages.markAllRead',
  method: 'POST',
  path: '/mark_all_as_read',
  spec: 'companion',
  summary: "Mark all of the caller's messages as read.",
  access: 'account',
  deprecated: instead,
  params: {},
  response: {
    /** False when messages are left: repeat the request. */
    complete: z.boolean(),
  },
  errors: [],
  repeatable: 'always',
  upgrade: upgrade['messages.markAllRead'],
})

export const markChannelRead = endpoint({
  name: 'messages.markChannelRead',
  method: 'POST',
  path: '/mark_stream_as_read',
  spec: 'companion',
  summary: "Mark the caller's messages in a channel as read.",
  access: 'account',
  deprecated: instead,
  params: { stream_id: id },
  response: {},
  errors: [errors.invalidChannelId],
  repeatable: 'always',
})

export const markTopicRead = endpoint({
  name: 'messages.markTopicRead',
  method: 'POST',
  path: '/mark_topic_as_read',
  spec: 'companion',
  summary: "Mark the caller's messages in a topic as read.",
  access: 'account',
  deprecated: instead,
  params: { stream_id: id, topic_name: z.string() },
  response: {},
  errors: [errors.invalidChannelId, errors.noSuchTopic],
  repeatable: 'always',
})
