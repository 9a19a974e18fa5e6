import { botTypes, olderDirectMessageTrigger, triggers } from '../../../protocol/index.js'
import { isInGroup } from '../groups/groups.js'
import type { Account, ChannelPlace, StoredMessage } from '../state.js'
import { accountOf, isBot } from '../users/accounts.js'
import type { World } from '../world.js'

export interface Triggered {
  readonly botId: number
  readonly trigger: string
}

/**
 * Which outgoing-webhook bots a message is posted to: those in a direct conversation, and those that a channel message
 * mentions; a mentioned group reaches its direct members in the channel. No bot ever triggers one. An assumption, as
 * the spec says only that a message may trigger a bot.
 *
 * @see spec 6.1
 */
export function triggeredBots(world: World, sender: Account, message: StoredMessage): readonly Triggered[] {
  if (isBot(sender)) return []
  const { place, mentions } = message
  if (place.kind === 'channel' && mentions.users.length + mentions.groups.length === 0) return []
  const reached = place.kind === 'direct' ? place.userIds : mentionedUsers(world, place, message)
  const called = reached.filter((id) => isCalled(world.state.accounts.get(id)))
  if (called.length === 0) return []
  const trigger = triggerFor(world, message)
  const ids = called.length === 1 ? called : [...new Set(called)].sort((one, other) => one - other)
  return ids.map((botId) => ({ botId, trigger }))
}

/** What a notification of this message gives as its trigger. */
export function triggerFor(world: World, { place }: StoredMessage): string {
  if (place.kind === 'channel') return triggers.mention
  return world.has('directMessageTrigger') ? triggers.directMessage : olderDirectMessageTrigger
}

function isCalled(account: Account | undefined): boolean {
  return account?.isActive === true && account.botType === botTypes.outgoingWebhook
}

function mentionedUsers(world: World, place: ChannelPlace, message: StoredMessage): readonly number[] {
  const { users, groups } = message.mentions
  return groups.length === 0 ? users : [...users, ...inMentionedGroups(world, place, message)]
}

function inMentionedGroups(world: World, { channelId }: ChannelPlace, { mentions }: StoredMessage): readonly number[] {
  const channel = world.state.channels.get(channelId)
  if (channel === undefined) return []
  return mentions.groups.flatMap((id) => {
    const group = world.state.groups.get(id)
    if (group === undefined) return []
    return channel.subscribers.filter((userId) => isInGroup(world, group, accountOf(world, userId), true))
  })
}
