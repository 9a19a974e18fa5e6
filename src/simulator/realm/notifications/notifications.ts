import type { Notification } from '../../../protocol/index.js'
import { messageShape } from '../shapes/message.js'
import type { Account, StoredMessage } from '../state.js'
import { accountOf } from '../users/accounts.js'
import type { World } from '../world.js'
import { type Triggered, triggerFor } from './triggers.js'

/** Lets a bot be called: remembers what is posted to it, and says that it is to be posted. */
export function notifyBot(world: World, message: StoredMessage, { botId, trigger }: Triggered): void {
  const bot = accountOf(world, botId)
  const posted = notification(world, bot, message)
  bot.latestNotification = posted
  // Whoever hears of it at once need not have it made again.
  world.posting = { bot, message, posted }
  try {
    world.emit('outgoing webhook', [botId], { bot: botId, message: message.id, trigger })
  } finally {
    world.posting = undefined
  }
}

/** What is posted to a bot about a message, as the message is now. */
export function notificationFor(world: World, bot: Account, message: StoredMessage): Notification {
  const { posting } = world
  return posting?.bot === bot && posting.message === message ? posting.posted : notification(world, bot, message)
}

/** What is posted to a bot about a message. @see spec 6.1 */
export function notification(world: World, bot: Account, message: StoredMessage): Notification {
  const triggered = message.triggered.find((one) => one.botId === bot.id)
  return shape(world, bot, message, triggered?.trigger ?? triggerFor(world, message))
}

/** What would be posted to a bot about a message if it was sent to a server as this one is now. */
export function notificationNow(world: World, bot: Account, message: StoredMessage): Notification {
  return shape(world, bot, message, triggerFor(world, message))
}

function shape(world: World, bot: Account, message: StoredMessage, trigger: string): Notification {
  const how = { applyMarkdown: false, clientGravatar: false, emptyTopics: true, withRendered: true }
  return {
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: message.content,
    message: messageShape(world, bot, message, how),
    token: bot.webhook?.token ?? '',
    trigger,
  }
}
