import { type EditedNotification, isOverheard } from '../bot/index.js'
import type { Message, UpdateMessageEvent } from '../protocol/index.js'
import { findMentions } from '../text/index.js'
import { notificationOf, type OwnAccount } from './notificationOf.js'

/** Seconds after it was sent within which a message that is edited is read again. */
const readAgainFor = 300

/** Whether somebody changed the text of a message. */
export function isEdit({ rendering_only, content, orig_content, message_id }: UpdateMessageEvent): boolean {
  const isChanged = typeof content === 'string' && typeof orig_content === 'string' && content !== orig_content
  return isChanged && rendering_only !== true && Number.isSafeInteger(message_id)
}

/**
 * The notification of a message that was edited; undefined if it isn't for the bot, somebody else edited it, it is too late, or
 * the server doesn't show its earlier texts, so that nobody knows whether a handler has run for one of them: `mayHaveFollowed` says
 * that one didn't call the bot, so that it was a follow-up where the bot follows.
 */
export function editedNotification(
  { user_id, edit_timestamp, orig_content, content = '' }: UpdateMessageEvent,
  message: Message,
  own: OwnAccount,
): { readonly notification: EditedNotification; readonly mayHaveFollowed: boolean } | undefined {
  const isInTime = edit_timestamp - (message.timestamp ?? 0) <= readAgainFor
  if (user_id !== message.sender_id || !isInTime) return undefined
  const history = message.edit_history ?? []
  const at = history.findIndex((one) => one.timestamp === edit_timestamp && one.prev_content === orig_content)
  if (at < 0) return undefined
  const withText = (text: string) => notificationOf({ ...message, content: text }, [], own)
  // The flags are those of the newest text.
  const notification =
    content === message.content ? notificationOf(message, message.flags ?? [], own) : withText(content)
  if (notification === undefined || isOverheard(notification)) return undefined
  const texts = history.slice(at).flatMap(({ prev_content }) => prev_content ?? [])
  const edited = texts.filter((text) => withText(text)?.trigger !== 'message' || mentionsMany(text))
  return { notification: { ...notification, edited }, mayHaveFollowed: edited.length < texts.length }
}

/** Whether a text may have called the bot without its name. */
const mentionsMany = (text: string) => findMentions(text).some(({ kind, silent }) => kind !== 'account' && !silent)
