import type { Message } from '../../../protocol/index.js'
import { refuse } from '../refusal.js'
import type { Place } from '../state.js'
import { accountOf } from '../users/accounts.js'
import type { World } from '../world.js'
import { directPlace } from './conversations.js'
import { channelNamed } from './recipients.js'
import { send, sendNotice } from './sending.js'

/** A bot's answer to a notification. */
export interface Reply {
  /** The bot's ID. */
  readonly bot: number
  /** The message of the notification: where it was then, the answer goes. */
  readonly message: Message
  readonly content: string
  /** JSON as text; anything else is refused. */
  readonly widget?: unknown
}

/**
 * Posts a bot's answer in the conversation of the message that triggered it, whether or not the bot may otherwise
 * write there. It triggers no bot.
 *
 * @throws {Refusal} when the content may not be sent, or when the channel is gone
 */
export function postReply(world: World, { bot, message, content, widget }: Reply): number {
  const sender = accountOf(world, bot)
  const widgetContent = widget === undefined || typeof widget === 'string' ? widget : notJson
  return send(world, { sender, place: placeOf(world, message), content, client: replyClient, widgetContent }).id
}

/** Writes to a bot's owner in the bot's name; undefined when there is nobody to write to. */
export function noticeToOwner(world: World, botId: number, content: string): number | undefined {
  const bot = accountOf(world, botId)
  const owner = bot.ownerId === null ? undefined : world.state.accounts.get(bot.ownerId)
  return owner?.isActive === true ? sendNotice(world, bot, owner, content).id : undefined
}

/** What posted answers give as their client. */
const replyClient = 'OutgoingWebhookResponse'

/** Stands for a widget that is no text: it can't be read as JSON either. */
const notJson = '{'

/** The channel is found by the name that it had. */
function placeOf(world: World, message: Message): Place {
  if (message.type === 'private') return directPlace(message.display_recipient.map((user) => user.id))
  const name = message.display_recipient
  const channel = channelNamed(world, name) ?? refuse('channelNameDoesNotExist', { stream: name })
  if (channel.isArchived) refuse('notAuthorizedToSend', { name })
  return { kind: 'channel', channelId: channel.id, topic: message.subject }
}
