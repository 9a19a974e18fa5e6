import * as z from 'zod/mini'
import { narrow } from '../../encoding/narrow.js'
import { checkedLater, id, target, textUpTo, word } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { Message } from '../../entities/message.js'
import { object } from '../../entity.js'
import { upgrade } from '../../levels/upgrade.js'
import { limits, newestAnchor, reportReasons } from '../../rules/limits.js'
import { rules } from '../../rules/rules.js'

/** How topics are returned. */
export const topicPresentation = {
  /** Return an empty topic as is, not as its display name. */
  allow_empty_topic_name: z._default(z.boolean(), false),
}

/** How messages are returned; shared by every endpoint that returns them. */
const presentation = {
  /** Return `content` as HTML. */
  apply_markdown: z._default(z.boolean(), true),
  ...topicPresentation,
}

export const listMessages = endpoint('messages.list', 'GET /messages', {
  params: {
    /** A message ID, or `newest`, `oldest` or `first_unread`; 10000000000000000 also means the newest. */
    anchor: z.optional(z.union([id, z.literal(newestAnchor), word(['newest', 'oldest', 'first_unread'])])),
    /** Deprecated: start at the first unread message, whatever the anchor. */
    use_first_unread_anchor: z._default(z.boolean(), false),
    include_anchor: z._default(z.boolean(), true),
    num_before: z.optional(z.int().check(z.minimum(0))),
    num_after: z.optional(z.int().check(z.minimum(0))),
    /** Conditions that must all hold. */
    narrow,
    client_gravatar: z._default(z.boolean(), true),
    /** Return only these messages; use instead of an anchor. */
    message_ids: z.optional(z.array(id)),
    ...presentation,
  },
  response: {
    messages: z.array(Message),
    /** 10000000000000000 for the newest. */
    anchor: z.optional(z.number()),
    found_anchor: z.optional(z.boolean()),
    found_oldest: z.optional(z.boolean()),
    found_newest: z.optional(z.boolean()),
    history_limited: z.optional(z.boolean()),
  },
  upgrade: upgrade['messages.list'],
})

export const messageEndpoints = [
  endpoint('messages.send', 'POST /messages', {
    access: 'any account',
    params: {
      type: word(['direct', 'channel', 'stream', 'private']),
      /** A channel ID or name, or user IDs or addresses. */
      to: checkedLater(z.union([target]), 'always'),
      /** For channel messages. */
      topic: z.optional(z.string()),
      content: z.string(),
      /** Mark it as read for the sender. */
      read_by_sender: z.optional(z.boolean()),
      /** A JSON string. */
      widget_content: z.optional(z.string()),
      /** The caller's event queue in which the message carries `local_id`, as `local_message_id`. */
      queue_id: z.optional(z.string()),
      local_id: z.optional(z.string()),
    },
    aliases: { topic: ['subject'] },
    refused: {
      forged: { error: 'notAuthorizedForQuery', values: ['yes', 'true'] },
      sender: { error: 'invalidMirroredMessage' },
    },
    response: {
      id: z.int(),
      /** The visibility policy that the server set for the sender, if any. */
      automatic_new_visibility_policy: z.optional(z.int()),
    },
  }),
  listMessages,
  endpoint('messages.get', 'GET /messages/{message_id}', {
    params: { message_id: id, ...presentation },
    response: {
      message: Message,
      /** Markdown. */
      raw_content: z.optional(z.string()),
    },
    upgrade: upgrade['messages.get'],
  }),
  endpoint('messages.edit', 'PATCH /messages/{message_id}', {
    params: {
      message_id: id,
      content: z.optional(z.string()),
      topic: z.optional(z.string()),
      stream_id: z.optional(id),
      propagate_mode: z._default(word(['change_one', 'change_later', 'change_all']), 'change_one'),
      send_notification_to_old_thread: z._default(z.boolean(), false),
      send_notification_to_new_thread: z._default(z.boolean(), true),
      /** Reject the edit unless the current content still has this digest (hex). */
      prev_content_sha256: z.optional(z.string()),
    },
    aliases: { topic: ['subject'] },
    rules: rules['messages.edit'],
    response: { detached_uploads: z.optional(z.array(object({ id: z.int() }))) },
  }),
  endpoint('messages.delete', 'DELETE /messages/{message_id}', {
    params: { message_id: id },
  }),
  endpoint('messages.report', 'POST /messages/{message_id}/report', {
    params: {
      message_id: id,
      report_type: z.enum(reportReasons),
      /** Required if the type is `other`. */
      description: z._default(textUpTo(limits.reportDescription), ''),
    },
  }),
  endpoint('typing.send', 'POST /typing', {
    params: {
      op: word(['start', 'stop']),
      type: z._default(word(['direct', 'channel', 'stream', 'private']), 'direct'),
      /** For a direct message: user IDs. */
      to: z.optional(z.array(id)),
      /** For a channel message. */
      stream_id: z.optional(id),
      topic: z.optional(z.string()),
    },
    repeatable: 'always',
  }),
  endpoint('typing.sendForEdit', 'POST /messages/{message_id}/typing', {
    params: { message_id: id, op: word(['start', 'stop']) },
    repeatable: 'always',
  }),
] as const
