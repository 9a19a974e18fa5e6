import { noticeText, serverTexts } from '../../protocol/index.js'
import { accountOf, isBot } from './accounts.js'
import { channelNamed } from './recipients.js'
import { sendNotice } from './sending.js'
import type { Account } from './state.js'
import { seconds, type World } from './world.js'

/**
 * Tells a bot's owner when the bot writes to a channel that is missing or that nobody is subscribed to, not too often.
 * An assumption.
 */
export function alertOwner(world: World, sender: Account, target: number | string): void {
  if (!isBot(sender) || sender.ownerId === null) return
  const channel = typeof target === 'number' ? world.state.channels.get(target) : channelNamed(world, target)
  if (channel !== undefined && channel.subscribers.length > 0) return
  const now = seconds(world)
  if (sender.ownerAlerted !== undefined && now - sender.ownerAlerted < world.assumptions.ownerAlertSeconds) return
  sender.ownerAlerted = now
  const text =
    channel !== undefined
      ? serverTexts.channelIsEmpty
      : typeof target === 'number'
        ? serverTexts.channelIdIsMissing
        : serverTexts.channelIsMissing
  const content = noticeText(text, { email: sender.email, channel: channel?.name ?? target })
  const owner = accountOf(world, sender.ownerId)
  if (owner.isActive) sendNotice(world, accountOf(world, world.state.notificationBotId), owner, content)
}
