import { accountOf, isBot } from '../access/accounts.js'
import { isNamedBy, realmSetting, systemGroupId } from '../access/groups.js'
import { messagesIn } from '../conversations/messages.js'
import { refuse } from '../world/refusal.js'
import type { Account, DirectPlace } from '../world/state.js'
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
