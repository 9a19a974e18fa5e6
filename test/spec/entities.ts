import { boolean, integer, integerOrNull, like, listOf, oneOf, someText, text, textOrNull } from './matchers.js'

/** The tables of section 2 and of 6.1: every field by name, with its type. */

/** 2.2 */
export const user = {
  user_id: integer,
  delivery_email: textOrNull,
  email: someText,
  full_name: someText,
  date_joined: someText,
  is_active: boolean,
  is_owner: boolean,
  is_admin: boolean,
  is_guest: boolean,
  is_bot: boolean,
  bot_type: oneOf(null, 1, 2, 3, 4),
  bot_owner_id: integerOrNull,
  role: oneOf(100, 200, 300, 400, 600),
  timezone: text,
  avatar_url: textOrNull,
  avatar_version: integer,
  is_imported_stub: boolean,
}

/** 2.2, of a user who was permanently deleted. */
export const deletedUser = { ...user, is_active: false, is_deleted: true }

/** 2.3; only `failed` is shown, the rest is assumed. */
export const scheduledMessage = {
  scheduled_message_id: integer,
  type: oneOf('stream', 'private'),
  to: integer,
  content: text,
  rendered_content: text,
  scheduled_delivery_timestamp: integer,
  failed: boolean,
}

/** 2.7 */
export const linkifier = {
  id: integer,
  pattern: someText,
  url_template: someText,
  example_input: textOrNull,
  reverse_template: textOrNull,
  alternative_url_templates: listOf(text),
}

/** 2.9, under `website`. */
export const presence = {
  client: 'website',
  status: oneOf('active', 'idle'),
  timestamp: integer,
  pushable: false,
}

/** 2.9, under `aggregated`. */
export const aggregatedPresence = {
  client: 'website',
  status: oneOf('active', 'idle'),
  timestamp: integer,
}

/** 2.11 */
export const channelFolder = {
  id: integer,
  name: someText,
  order: integer,
  date_created: integerOrNull,
  creator_id: integerOrNull,
  description: text,
  rendered_description: text,
  is_archived: boolean,
}

/** 2.12 */
export const customEmoji = {
  id: like(/^\d+$/),
  name: someText,
  source_url: like(/^\//),
  still_url: textOrNull,
  deactivated: boolean,
  author_id: integerOrNull,
}

/** 6.1: a message in a channel, just sent. */
export const channelMessage = {
  id: integer,
  type: 'stream',
  sender_id: integer,
  sender_email: someText,
  sender_full_name: someText,
  sender_realm_str: text,
  avatar_url: textOrNull,
  client: someText,
  content: text,
  content_type: oneOf('text/html', 'text/x-markdown'),
  rendered_content: text,
  display_recipient: someText,
  recipient_id: integer,
  stream_id: integer,
  subject: text,
  is_me_message: boolean,
  timestamp: integer,
  reactions: listOf({ emoji_name: text, emoji_code: text, reaction_type: text, user_id: integer }),
  submessages: listOf({ msg_type: text, content: text, message_id: integer, sender_id: integer, id: integer }),
  topic_links: listOf({ text, url: text }),
}

/** 6.1: one of the users of a direct message. */
const recipient = { id: integer, email: someText, full_name: someText, is_mirror_dummy: boolean }

/** 6.1: a direct message, just sent. It has no `stream_id`. */
export const directMessage = (() => {
  const { stream_id: _, ...shared } = channelMessage
  return { ...shared, type: 'private', display_recipient: listOf(recipient), subject: '' }
})()
