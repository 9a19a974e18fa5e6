import * as z from 'zod'
import { endpoint } from '../endpoint.js'
import { Message } from '../entities/message.js'
import { errors } from '../errors.js'
import { id, target, word } from '../parameters.js'
import { modernMessage } from './modernMessage.js'

/** How a message is shown; the same for every endpoint that shows one. */
const presentation = {
  /** Give `content` as HTML. */
  apply_markdown: z.boolean().default(true),
  /** Give an empty topic as it is, not as its display name. */
  allow_empty_topic_name: z.boolean().default(false),
}

export const sendMessage = endpoint({
  name: 'messages.send',
  method: 'POST',
  path: '/messages',
  spec: 'companion',
  summary: 'Send a message to a channel or to users.',
  access: 'account',
  params: {
    type: word(['direct', 'channel', 'stream', 'private']),
    /** A channel's ID or name, or users' IDs or addresses. */
    to: target,
    /** For channel messages. */
    topic: z.string().optional(),
    content: z.string(),
    /** Mark it as read for the sender. */
    read_by_sender: z.boolean().optional(),
    /** JSON as text. */
    widget_content: z.string().optional(),
    /** The caller's event queue in which the message is to carry `local_id`, as `local_message_id`. */
    queue_id: z.string().optional(),
    local_id: z.string().optional(),
  },
  aliases: { topic: ['subject'] },
  response: {
    id: z.int(),
    /** A visibility policy that the server set for the sender, if it did. */
    automatic_new_visibility_policy: z.int().optional(),
  },
  errors: [
    errors.missingTopic,
    errors.missingChannel,
    errors.messageMustHaveRecipients,
    errors.messageMustNotBeEmpty,
    errors.messageMustNotContainNull,
    errors.invalidEmail,
    errors.invalidUserId,
    errors.idsOrEmails,
    errors.invalidDataTypeForChannel,
    errors.invalidDataTypeForRecipients,
    errors.channelDoesNotExist,
    errors.channelNameDoesNotExist,
    errors.notAuthorizedToSend,
    errors.invalidCharacterInTopic,
    errors.topicCannotBeEmpty,
    errors.topicsRequired,
    errors.channelWildcardNotAllowed,
    errors.topicWildcardNotAllowed,
    errors.noLongerUsing,
    errors.invalidWidget,
  ],
  repeatable: 'never',
})

export const listMessages = endpoint({
  name: 'messages.list',
  method: 'GET',
  path: '/messages',
  spec: 'companion',
  summary: 'Fetch messages around an anchor.',
  access: 'account',
  params: {
    /** A message's ID, or `newest`, `oldest`, `first_unread`. */
    anchor: z.union([id, word(['newest', 'oldest', 'first_unread'])]).optional(),
    include_anchor: z.boolean().default(true),
    num_before: z.int().min(0).optional(),
    num_after: z.int().min(0).optional(),
    /** All of these must hold. */
    narrow: z
      .array(
        z.object({
          operator: z.string(),
          operand: z.union([z.string(), z.int(), z.boolean(), z.array(z.int())]),
          negated: z.boolean().optional(),
        }),
      )
      .default([]),
    client_gravatar: z.boolean().default(true),
    /** These and no others; instead of an anchor. */
    message_ids: z.array(id).optional(),
    ...presentation,
  },
  response: {
    messages: z.array(Message),
    anchor: z.int().optional(),
    found_anchor: z.boolean().optional(),
    found_oldest: z.boolean().optional(),
    found_newest: z.boolean().optional(),
    history_limited: z.boolean().optional(),
  },
  errors: [
    errors.missingAnchor,
    errors.invalidAnchor,
    errors.tooManyMessages,
    errors.anchorOnlyExcludedAtEnd,
    errors.unsupportedCombination,
    errors.badNarrow,
  ],
  repeatable: 'always',
  modernise: (answer, has) => ({
    ...answer,
    messages: Array.isArray(answer.messages)
      ? answer.messages.map((message) => modernMessage(message, has))
      : answer.messages,
  }),
})

export const getMessage = endpoint({
  name: 'messages.get',
  method: 'GET',
  path: '/messages/{message_id}',
  spec: 'companion',
  summary: 'Fetch one message.',
  access: 'account',
  params: { message_id: id, ...presentation },
  response: {
    message: Message,
    /** Markdown. */
    raw_content: z.string().optional(),
  },
  errors: [errors.invalidMessages],
  repeatable: 'always',
  modernise: (answer, has) => ({ ...answer, message: modernMessage(answer.message, has) }),
})

export const editMessage = endpoint({
  name: 'messages.edit',
  method: 'PATCH',
  path: '/messages/{message_id}',
  spec: 'companion',
  summary: "Change a message's content, topic or channel.",
  access: 'account',
  params: {
    message_id: id,
    content: z.string().optional(),
    topic: z.string().optional(),
    stream_id: id.optional(),
    propagate_mode: word(['change_one', 'change_later', 'change_all']).default('change_one'),
    send_notification_to_old_thread: z.boolean().default(false),
    send_notification_to_new_thread: z.boolean().default(true),
    /** Refuse the edit unless the content is still the one with this digest (hex). */
    prev_content_sha256: z.string().optional(),
  },
  aliases: { topic: ['subject'] },
  rules: [
    {
      field: 'content',
      holds: ({ content, topic, stream_id }) => content !== undefined || topic !== undefined || stream_id !== undefined,
      says: 'at least one of `content`, `topic` and `stream_id` must be given',
    },
  ],
  response: { detached_uploads: z.array(z.looseObject({ id: z.int() })).optional() },
  errors: [
    errors.invalidMessages,
    errors.nothingToChange,
    errors.noEditPermission,
    errors.editTimeIsUp,
    errors.directMessagesHaveNoTopics,
    errors.directMessagesCannotMove,
    errors.propagateNeedsTopic,
    errors.contentAndChannel,
    errors.widgetsCannotBeEdited,
    errors.expectationMismatch,
    errors.invalidChannelId,
    errors.messageMustNotBeEmpty,
    errors.messageMustNotContainNull,
    errors.invalidCharacterInTopic,
    errors.topicCannotBeEmpty,
    errors.topicsRequired,
    errors.channelWildcardNotAllowed,
    errors.topicWildcardNotAllowed,
    errors.notAuthorizedToSend,
  ],
  repeatable: 'never',
})

export const deleteMessage = endpoint({
  name: 'messages.delete',
  method: 'DELETE',
  path: '/messages/{message_id}',
  spec: 'companion',
  summary: 'Delete a message.',
  access: 'account',
  params: { message_id: id },
  response: {},
  errors: [errors.invalidMessages, errors.noDeletePermission, errors.deleteTimeIsUp],
  repeatable: 'never',
})
