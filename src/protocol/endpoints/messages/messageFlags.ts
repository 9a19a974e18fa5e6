import * as z from 'zod/mini'
import { checkedLater, id, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { upgrade } from '../../levels/upgrade.js'
import { listMessages } from './messages.js'

const change = {
  op: checkedLater(word(['add', 'remove'])),
  /** `read`, `starred` or `collapsed`. */
  flag: z.string(),
}
/** Channels whose messages can't be marked as unread, since the account isn't subscribed. */
const ignored = z.optional(z.array(z.int()))
const { anchor, include_anchor, narrow } = listMessages.params

const instead = 'Use messages.updateFlagsInNarrow.'

export const messageFlagEndpoints = [
  endpoint('messages.updateFlags', 'POST /messages/flags', {
    params: { messages: z.array(id), ...change },
    response: {
      /** The given IDs, whether or not anything changed. */
      messages: z.array(z.int()),
      ignored_because_not_subscribed_channels: ignored,
    },
    repeatable: 'always',
  }),
  endpoint('messages.updateFlagsInNarrow', 'POST /messages/flags/narrow', {
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
      /** Null if no message matched. */
      first_processed_id: z.nullable(z.int()),
      last_processed_id: z.nullable(z.int()),
      found_oldest: z.boolean(),
      found_newest: z.boolean(),
      ignored_because_not_subscribed_channels: ignored,
    },
    repeatable: 'always',
  }),
  endpoint('messages.markAllRead', 'POST /mark_all_as_read', {
    deprecated: instead,
    response: {
      /** False if messages are left: repeat the request. */
      complete: z.boolean(),
    },
    repeatable: 'always',
    upgrade: upgrade['messages.markAllRead'],
  }),
  endpoint('messages.markChannelRead', 'POST /mark_stream_as_read', {
    deprecated: instead,
    params: { stream_id: id },
    repeatable: 'always',
  }),
  endpoint('messages.markTopicRead', 'POST /mark_topic_as_read', {
    deprecated: instead,
    params: { stream_id: id, topic_name: z.string() },
    repeatable: 'always',
  }),
] as const
