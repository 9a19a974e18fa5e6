import * as z from 'zod/mini'
import { checkedLater, id, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { object } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'
import { rules } from '../../rules/rules.js'
import { listMessages, topicPresentation } from './messages.js'

const change = {
  op: checkedLater(word(['add', 'remove'])),
  /** `read`, `starred` or `collapsed`. */
  flag: z.string(),
}
/** Channels whose messages can't be marked as unread, since the account isn't subscribed. */
const ignored = z.optional(z.array(z.int()))
const { anchor, include_anchor, narrow } = listMessages.params

/** An emoji, by its name or by all three. */
export const emojiFields = {
  emoji_name: z.optional(z.string()),
  emoji_code: z.optional(z.string()),
  /** `unicode_emoji`, `realm_emoji` or `svc_extra_emoji`. */
  reaction_type: z.optional(z.string()),
}

const instead = 'Use messages.updateFlagsInNarrow.'

export const messageViewEndpoints = [
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
  endpoint('messages.render', 'POST /messages/render', {
    params: { content: z.string() },
    response: {
      /** HTML. */
      rendered: z.string(),
    },
    repeatable: 'always',
  }),
  endpoint('messages.history', 'GET /messages/{message_id}/history', {
    params: { message_id: id, ...topicPresentation },
    response: {
      /** Oldest first: the message as sent, then every change. */
      message_history: z.array(
        object({
          topic: z.optional(z.string()),
          prev_topic: z.optional(z.string()),
          stream: z.optional(z.int()),
          prev_stream: z.optional(z.int()),
          /** Markdown. */
          content: z.optional(z.string()),
          prev_content: z.optional(z.string()),
          /** HTML. */
          rendered_content: z.optional(z.string()),
          prev_rendered_content: z.optional(z.string()),
          /** HTML with insertions and deletions marked. */
          content_html_diff: z.optional(z.string()),
          user_id: z.nullable(z.int()),
          /** UNIX seconds. */
          timestamp: z.int(),
        }),
      ),
    },
  }),
  endpoint('messages.matchesNarrow', 'GET /messages/matches_narrow', {
    params: { msg_ids: z.array(id), narrow: narrow.def.innerType },
    response: {
      /** The matching messages by ID, with search terms marked by `<span class="highlight">`. */
      messages: z.record(
        z.string(),
        object({
          /** HTML. */
          match_content: z.string(),
          /** HTML. */
          match_subject: z.string(),
        }),
      ),
    },
  }),
  endpoint('messages.readReceipts', 'GET /messages/{message_id}/read_receipts', {
    params: { message_id: id },
    response: {
      /** Without the sender, deactivated users, users whom the caller muted and users who muted the caller. */
      user_ids: z.array(z.int()),
    },
  }),
  endpoint('submessages.send', 'POST /submessage', {
    params: {
      message_id: id,
      /** `widget`. */
      msg_type: z.string(),
      /** A JSON string. */
      content: z.string(),
    },
  }),
  endpoint('reactions.add', 'POST /messages/{message_id}/reactions', {
    params: { message_id: id, ...emojiFields, emoji_name: z.string() },
  }),
  endpoint('reactions.remove', 'DELETE /messages/{message_id}/reactions', {
    params: { message_id: id, ...emojiFields },
    rules: rules['reactions.remove'],
  }),
] as const
