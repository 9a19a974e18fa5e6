import { accountOf } from './accounts.js'
import type { Account, StoredMessage } from './state.js'
import type { World } from './world.js'

/** What did not decide whether a message was posted to a bot, but changes what somebody sees of it. */
export function besidesWhy(world: World, { senderId, place }: StoredMessage, bot: Account): readonly string[] {
  const sender = accountOf(world, senderId)
  const { fullName } = bot
  const sentences: string[] = []
  if (sender.muted.has(bot.id)) {
    sentences.push(`${sender.fullName} has muted ${fullName}: muting stops no delivery, but hides the reply from them.`)
  }
  if (bot.muted.has(senderId)) sentences.push(`${fullName} has muted ${sender.fullName}, which stops no delivery.`)
  if (!sender.isActive) sentences.push(`${sender.fullName} is deactivated by now.`)
  if (!bot.isActive) sentences.push(`${fullName} is deactivated by now.`)
  const channel = place.kind === 'channel' ? world.state.channels.get(place.channelId) : undefined
  if (channel !== undefined && !channel.subscribers.includes(bot.id)) {
    sentences.push(
      `${fullName} is not in #${channel.name}: a mention reaches it all the same, and it may answer there.`,
    )
  }
  return sentences
}
