import { type Conversation, conversationKey, type DirectPlace, type StoredMessage } from '../state.js'
import { accountOf } from '../users/accounts.js'
import { nextId, type World } from '../world.js'
import type { Viewer } from './visibility.js'

/** The conversation of these users, each counted once. */
export function directPlace(userIds: Iterable<number>): DirectPlace {
  return { kind: 'direct', userIds: [...new Set(userIds)].sort((one, other) => one - other) }
}

/** Takes note that these users have a conversation. */
export function keepConversation(world: World, { userIds }: DirectPlace): Conversation {
  const key = conversationKey(userIds)
  const known = world.state.conversations.get(key)
  if (known !== undefined) return known
  const conversation = { userIds, recipientId: userIds.length > 2 ? nextId(world, 'recipient') : 0 }
  world.state.conversations.set(key, conversation)
  return conversation
}

/**
 * The ID of the set of recipients. Between two it is that of the user who receives the message; from the level of
 * `sharedDirectRecipientId` on it is, for each of them, that of the other one, in both directions.
 *
 * @see spec 6.1
 */
export function recipientId(world: World, viewer: Viewer, { place, senderId }: StoredMessage): number {
  if (place.kind === 'channel') return world.state.channels.get(place.channelId)?.recipientId ?? 0
  const { userIds } = place
  if (userIds.length > 2) return keepConversation(world, place).recipientId
  const shares = world.has('sharedDirectRecipientId') && viewer !== undefined && userIds.includes(viewer.id)
  const oneSide = shares ? viewer.id : senderId
  return accountOf(world, userIds.find((id) => id !== oneSide) ?? oneSide).recipientId
}
