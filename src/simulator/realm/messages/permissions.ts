import { accountOf, isBot } from '../access/accounts.js'
import { isAllowed, isNamedBy, realmSetting, settingOf, systemGroupId } from '../access/groups.js'
import { messagesIn } from '../conversations/messages.js'
import { refuse } from '../world/refusal.js'
import type { Account, ChannelPlace, DirectPlace, Mentions, Place } from '../world/state.js'
import type { World } from '../world/world.js'

/**
 * Whether people may write to each other: somebody in the conversation must be allowed to, and the sender to begin it.
 * Bots may write to anybody, and anybody to bots.
 *
 * @throws {Refusal}
 */
export function checkDirectMessage(world: World, sender: Account, place: DirectPlace): void {
  if (isBot(sender) || !world.has('directMessageGroups')) return
  const users = place.user_ids.map((id) => accountOf(world, id))
  if (users.every((user) => isBot(user) || user.id === sender.id)) return
  const permission = realmSetting(world, 'direct_message_permission_group')
  if (!users.some((user) => isNamedBy(world, permission, user))) {
    const isForNobody = permission === systemGroupId(world.state.groups, 'role:nobody')
    refuse(isForNobody ? 'directMessagesDisabled' : 'conversationNotAuthorized')
  }
  const mayBegin = isNamedBy(world, realmSetting(world, 'direct_message_initiator_group'), sender)
  if (!mayBegin && messagesIn(world.state, place).length === 0) refuse('mayNotStartConversation')
}

/**
 * Refuses wildcard mentions in large channels and topics, and mentions of groups that the sender may not mention. Doesn't check
 * the server's own notices, since the names in them can contain either.
 *
 * @throws {Refusal}
 */
export function checkMentions(world: World, sender: Account, place: Place, mentions: Mentions): void {
  if (sender.id === world.state.notificationBotId) return
  if (place.kind === 'channel') checkWildcards(world, sender, place, mentions)
  if (!world.has('groupMentionPermission')) return
  for (const id of mentions.groups) {
    const group = world.state.groups.get(id)
    if (group === undefined) continue
    const setting = settingOf(world, group, 'can_mention_group')
    if (isNamedBy(world, setting, sender)) continue
    const allowed = typeof setting === 'number' ? world.state.groups.get(setting)?.name : undefined
    refuse('groupMentionNotAllowed', { group_name: group.name, allowed_group: allowed })
  }
}

function checkWildcards(
  world: World,
  sender: Account,
  place: ChannelPlace,
  { channelWildcard, topicWildcard }: Mentions,
): void {
  if (!(channelWildcard || topicWildcard) || isAllowed(world, 'can_mention_many_users_group', sender)) return
  const most = world.assumptions.wildcardSubscribers
  const subscribers = world.state.channels.get(place.stream_id)?.subscribers ?? []
  if (channelWildcard && subscribers.length > most) refuse('channelWildcardNotAllowed')
  if (!topicWildcard || !world.has('wildcardMentionCodes')) return
  const messages = messagesIn(world.state, place)
  const participants = messages.flatMap(({ sender_id, reactions }) => [
    sender_id,
    ...reactions.map(({ user_id }) => user_id),
  ])
  if (new Set([sender.id, ...participants]).size > most) refuse('topicWildcardNotAllowed')
}
