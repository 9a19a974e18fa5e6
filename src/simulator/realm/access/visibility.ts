import type { SeedEmailVisibility } from '../seed/seed.js'
import type { Audience } from '../world/events.js'
import type { Account, Place, StoredChannel, StoredMessage } from '../world/state.js'
import { host, type World } from '../world/world.js'
import { isAdministrator, isBot, isGuest, isModerator } from './accounts.js'
import { isAllowed } from './groups.js'

/** Undefined: sees only what everybody may see. */
export type Viewer = Account | undefined

/** Whether a viewer may see a real address. Everybody may see a bot's. */
export function maySeeAddress(viewer: Viewer, target: Account): boolean {
  if (isBot(target) || viewer?.id === target.id) return true
  return addressRules[target.email_visibility](viewer)
}

const addressRules: Readonly<Record<SeedEmailVisibility, (viewer: Viewer) => boolean>> = {
  everyone: () => true,
  members: (viewer) => viewer !== undefined && !isGuest(viewer),
  moderators: (viewer) => viewer !== undefined && isModerator(viewer),
  administrators: (viewer) => viewer !== undefined && isAdministrator(viewer),
  nobody: () => false,
}

/** The address that the API shows for a user: the real one if the viewer may see it. */
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
  for (const conversation of world.state.conversations.values()) if (together(conversation.user_ids)) return true
  return false
}

/** Guests may see everybody's presence, unless the server's operator limits it to the users whom they may see. */
export function maySeePresence(world: World, viewer: Viewer, target: Account): boolean {
  return !world.assumptions.limitPresenceToAccessibleUsers || mayAccessUser(world, viewer, target)
}

export function isSubscribed(channel: StoredChannel, account: Account): boolean {
  return includesSorted(channel.subscribers, account.id)
}

/** Guests may read only channels that they are subscribed to, others also public ones. */
export function mayReadChannel(viewer: Account, channel: StoredChannel): boolean {
  return isSubscribed(channel, viewer) || (!channel.invite_only && !isGuest(viewer))
}

/** Administrators also see private channels that they can't read. */
export function maySeeChannel(viewer: Account, channel: StoredChannel): boolean {
  return mayReadChannel(viewer, channel) || isAdministrator(viewer)
}

/** Whether everybody who can read a channel can read all of its messages. Otherwise, subscribers read only those they received. */
export function sharesHistory({ invite_only, shared_history = false }: StoredChannel): boolean {
  return !invite_only || shared_history
}

/** Whether an account may read a message by its ID, with or without its own copy. */
export function mayReadMessage({ state }: World, viewer: Account, message: StoredMessage): boolean {
  const { place } = message
  if (place.kind === 'direct') return hasCopy(message, viewer.id)
  const channel = state.channels.get(place.stream_id)
  if (channel === undefined || !mayReadChannel(viewer, channel)) return false
  return sharesHistory(channel) || hasCopy(message, viewer.id)
}

/** Whether a message is in the listings of an account, most of which show only its own copies. */
export function isListed({ state }: World, viewer: Account, message: StoredMessage): boolean {
  const { place } = message
  if (!hasCopy(message, viewer.id)) return false
  if (place.kind === 'direct') return true
  // A copy from a private channel that the account has left gives no access.
  const channel = state.channels.get(place.stream_id)
  return channel !== undefined && mayReadChannel(viewer, channel)
}

/** Who gets events about messages of one place: those with a copy, and subscribers who may read it without one. */
export function audienceOf({ state }: World, place: Place, messages: readonly StoredMessage[]): readonly number[] {
  const channel = place.kind === 'channel' ? state.channels.get(place.stream_id) : undefined
  const lists = new Set(messages.map(copyHolders))
  if (channel === undefined) return union(lists)
  const { subscribers } = channel
  if (!sharesHistory(channel)) return union(lists).filter((id) => includesSorted(subscribers, id))
  if (channel.invite_only) return subscribers
  const mayRead = (id: number) => {
    const account = state.accounts.get(id)
    return account !== undefined && mayReadChannel(account, channel)
  }
  lists.delete(subscribers)
  return lists.size === 0 ? subscribers : union([subscribers, union(lists).filter(mayRead)])
}

/** The IDs of all lists, each once. */
export function union(lists: Iterable<readonly number[]>): readonly number[] {
  const [first = [], ...others] = lists
  return others.length === 0 ? first : [...new Set([first, ...others].flat())]
}

/** Who gets events about a channel: everybody, if it is public. */
export function channelAudience(channel: StoredChannel): Audience {
  return channel.invite_only ? channel.subscribers : 'everyone'
}

/**
 * Whether an account has its own copy of a message, with flags: because it received the message, reacted to it or flagged it. Direct
 * messages can't be read without a copy; messages of public channels can, but only some listings show them.
 */
export function hasCopy(message: StoredMessage, id: number): boolean {
  return (
    includesSorted(message.receivers, id) || message.mentionedBots?.includes(id) === true || isHistorical(message, id)
  )
}

/** Whether an account's copy was made later than the message was sent. */
export function isHistorical({ historicalCopies }: StoredMessage, id: number): boolean {
  return historicalCopies?.includes(id) === true
}

/** The accounts with a copy. The list may be shared. */
export function copyHolders({
  receivers,
  mentionedBots = [],
  historicalCopies = [],
}: StoredMessage): readonly number[] {
  const others = [...mentionedBots, ...historicalCopies]
  return others.length === 0 ? receivers : [...receivers, ...others]
}

/** Makes a copy for an account that didn't receive the message. */
export function makeCopy(message: StoredMessage, id: number): void {
  if (hasCopy(message, id)) return
  message.historicalCopies = [...(message.historicalCopies ?? []), id]
  if (!message.readers.includes(id)) message.readers = [...message.readers, id]
}

/** Searches by bisection, since listings do this for every message of large channels. */
export function includesSorted(ids: readonly number[], wanted: number): boolean {
  let from = 0
  let to = ids.length
  while (from < to) {
    const middle = (from + to) >> 1
    const id = ids[middle] ?? 0
    if (id === wanted) return true
    if (id < wanted) from = middle + 1
    else to = middle
  }
  return false
}
