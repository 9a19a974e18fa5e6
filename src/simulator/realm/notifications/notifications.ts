import {
  botTypes,
  type FeatureId,
  hasFeature,
  type Notification,
  olderDirectMessageTrigger,
  triggers,
} from '../../../protocol/index.js'
import { escapeRegExp } from '../../../values.js'
import { accountOf, isBot } from '../access/accounts.js'
import { inOrder, isInGroup } from '../access/groups.js'
import { messageOf } from '../conversations/messages.js'
import { asMarkdown, messageShape } from '../shapes/message.js'
import type { Account, ChannelPlace, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'

/** Records the notification for a bot, and emits the event that leads to the delivery. */
export function notifyBot(world: World, message: StoredMessage, { botId, trigger }: Triggered): void {
  const bot = accountOf(world, botId)
  bot.latestNotification = shape(world, bot, message, trigger)
  world.emit('outgoing webhook', [botId], { bot: botId, message: message.id, trigger })
}

interface Posted {
  readonly bot: number
  readonly message: number
}

/**
 * What is posted to a bot about a message in its current state; the message may have been edited or moved since.
 *
 * @throws {RangeError} if there is no such bot or message
 */
export function notificationFor(world: World, { bot, message }: Posted): Notification {
  const stored = messageOf(world, message)
  const triggered = stored.triggered.find((one) => one.botId === bot)
  return shape(world, accountOf(world, bot), stored, triggered?.trigger ?? triggerFor(world, stored))
}

/** What a server of another level would post. @throws {RangeError} if there is no such bot or message */
export function notificationAt(world: World, level: number, { bot, message }: Posted): Notification {
  const reached = level + world.levelReached() - world.level()
  const other = { ...world, has: (feature: FeatureId) => hasFeature(reached, feature), level: () => level }
  const stored = messageOf(other, message)
  return shape(other, accountOf(other, bot), stored, triggerFor(other, stored))
}

function shape(world: World, bot: Account, message: StoredMessage, trigger: string): Notification {
  return {
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    data: message.content,
    message: messageShape(world, bot, message, asMarkdown),
    token: bot.webhook?.token ?? '',
    trigger,
  }
}

interface Triggered {
  readonly botId: number
  readonly trigger: string
}

/**
 * Which outgoing-webhook bots a message is posted to: those in a direct conversation, and those that a channel message
 * mentions; a mentioned group reaches its direct members in the channel. No bot ever triggers one. An assumption, as
 * the spec says only that a message may trigger a bot.
 */
export function triggeredBots(world: World, sender: Account, message: StoredMessage): readonly Triggered[] {
  if (isBot(sender)) return []
  const { place, mentions } = message
  if (place.kind === 'channel' && mentions.users.length + mentions.groups.length === 0) return []
  const reached = place.kind === 'direct' ? place.user_ids : mentionedUsers(world, place, message)
  const called = reached.filter((id) => isCalled(world.state.accounts.get(id)))
  if (called.length === 0) return []
  const trigger = triggerFor(world, message)
  return inOrder(called).map((botId) => ({ botId, trigger }))
}

function triggerFor(world: World, { place }: StoredMessage): string {
  if (place.kind === 'channel') return triggers.mention
  return world.has('directMessageTrigger') ? triggers.directMessage : olderDirectMessageTrigger
}

function isCalled(account: Account | undefined): boolean {
  return account?.is_active === true && account.bot_type === botTypes.outgoingWebhook
}

function mentionedUsers(world: World, place: ChannelPlace, message: StoredMessage): readonly number[] {
  const { users, groups } = message.mentions
  return groups.length === 0 ? users : [...users, ...inMentionedGroups(world, place, message)]
}

function inMentionedGroups(world: World, { stream_id }: ChannelPlace, { mentions }: StoredMessage): readonly number[] {
  const channel = world.state.channels.get(stream_id)
  if (channel === undefined) return []
  return mentions.groups.flatMap((id) => {
    const group = world.state.groups.get(id)
    if (group === undefined) return []
    return channel.subscribers.filter((userId) => isInGroup(world, group, accountOf(world, userId), true))
  })
}

/** Receivers who have an alert word in a text, as a whole word, ignoring case. */
export function alertedBy({ state }: World, content: string, receivers: readonly number[]): readonly number[] {
  return receivers.filter((id) => {
    const words = state.accounts.get(id)?.alert_words ?? []
    return words.some((word) =>
      new RegExp(`(?<![\\p{L}\\p{N}_])${escapeRegExp(word)}(?![\\p{L}\\p{N}_])`, 'iu').test(content),
    )
  })
}
