import type { Audience } from '../events.js'
import { isAllowed } from '../groups/groups.js'
import type { SeedEmailVisibility } from '../seed/seed.js'
import type { Account, Channel, Place, StoredMessage } from '../state.js'
import { isAdministrator, isBot, isGuest, isModerator, isServiceBot } from '../users/accounts.js'
import { host, type World } from '../world.js'

/** Undefined: sees only what everybody may see. */
export type Viewer = Account | undefined

/** Whether a viewer may see a real address. Everybody may see a bot's. @see spec 5.5 */
export function maySeeAddress(viewer: Viewer, target: Account): boolean {
  if (isBot(target) || viewer?.id === target.id) return true
  return addressRules[target.emailVisibility](viewer)
}

const addressRules: Readonly<Record<SeedEmailVisibility, (viewer: Viewer) => boolean>> = {
  everyone: () => true,
  members: (viewer) => viewer !== undefined && !isGuest(viewer),
  moderators: (viewer) => viewer !== undefined && isModerator(viewer),
  administrators: (viewer) => viewer !== undefined && isAdministrator(viewer),
  nobody: () => false,
}

/** The address that the API shows for a user: the real one if the viewer may see it. @see spec 2.2 */
export function apiEmail(world: World, viewer: Viewer, target: Account): string {
  return maySeeAddress(viewer, target) ? target.email : dummyEmail(world, target.id)
}

/** The address that replaces a hidden one. */
export function dummyEmail(world: World, id: number): string {
  return `user${id}@${host(world)}`
}

/**
 * Whether the target is accessible: always, unless the organisation restricts its guests. They then see bots, and users
 * with whom they share a channel or a conversation.
 */
export function mayAccessUser(world: World, viewer: Viewer, target: Account): boolean {
  if (viewer === undefined || !isGuest(viewer) || viewer.id === target.id || isBot(target)) return true
  if (isAllowed(world, 'can_access_all_users_group', viewer)) return true
  const together = (ids: readonly number[]) => ids.includes(viewer.id) && ids.includes(target.id)
  for (const channel of world.state.channels.values()) if (together(channel.subscribers)) return true
  for (const conversation of world.state.conversations.values()) if (together(conversation.userIds)) return true
  return false
}

export function isSubscribed(channel: Channel, account: Account): boolean {
  return channel.subscribers.includes(account.id)
}

/** Guests may read only channels that they are subscribed to, others also public ones. */
export function mayReadChannel(viewer: Account, channel: Channel): boolean {
  return isSubscribed(channel, viewer) || (!channel.isPrivate && !isGuest(viewer))
}

/** Administrators also see private channels that they can't read. */
export function maySeeChannel(viewer: Account, channel: Channel): boolean {
  return mayReadChannel(viewer, channel) || isAdministrator(viewer)
}

/** Bots that the server calls can't fetch direct messages that others sent them. */
export function mayReadMessage(world: World, viewer: Account, message: StoredMessage): boolean {
  const { place } = message
  if (place.kind === 'channel') {
    const channel = world.state.channels.get(place.channelId)
    return channel !== undefined && mayReadChannel(viewer, channel)
  }
  if (message.senderId === viewer.id) return true
  return place.userIds.includes(viewer.id) && !isServiceBot(viewer)
}

/** Who gets events about a place: its participants, or everybody for a public channel. */
export function audienceOf(world: World, place: Place): Audience {
  if (place.kind === 'direct') return place.userIds
  const channel = world.state.channels.get(place.channelId)
  return channel?.isPrivate === true ? channel.subscribers : 'everyone'
}
