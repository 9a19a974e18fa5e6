import { type Message, type Notification, triggers } from '../protocol/index.js'
import { findMentions, isMentionOf } from '../text/index.js'

/** The account that listens. */
export interface OwnAccount {
  readonly user_id: number
  readonly email: string
  readonly full_name: string
}

/**
 * The notification that a server would post to an outgoing webhook for this message, even if it isn't for the bot;
 * undefined for the bot's own messages.
 *
 * @param flags Of the message, for this account. A message of a channel that the account isn't subscribed to has none, so
 *   its text is searched for the mention as well.
 */
export function notificationOf(message: Message, flags: readonly string[], own: OwnAccount): Notification | undefined {
  if (message.sender_id === own.user_id) return undefined
  return notificationFor(message, triggerOf(message, flags, own), own)
}

export function notificationFor<Trigger extends string>(message: Message, trigger: Trigger, own: OwnAccount) {
  return { bot_email: own.email, bot_full_name: own.full_name, data: message.content, trigger, token: '', message }
}

function triggerOf(message: Message, flags: readonly string[], own: OwnAccount): string {
  if (message.type === 'private') return triggers.directMessage
  const isMentioned =
    flags.includes('mentioned') ||
    findMentions(message.content).some(
      (mention) => !mention.silent && isMentionOf(mention, { name: own.full_name, id: own.user_id }),
    )
  return isMentioned ? triggers.mention : 'message'
}
