import { channelShape } from '../shapes/channel.js'
import { subscriptionShape } from '../shapes/subscription.js'
import type { Account, Channel } from '../state.js'
import { nextId, seconds, type World } from '../world.js'

/** What a new channel is given. */
export interface ChannelDraft {
  readonly name: string
  readonly description: string
  readonly isPrivate: boolean
  readonly folderId: number | null
}

/** Makes a channel with these subscribers, and tells those who may know of it. */
export function makeChannel(
  world: World,
  creator: Account,
  draft: ChannelDraft,
  subscribers: readonly Account[],
): Channel {
  const channel: Channel = {
    ...draft,
    id: nextId(world, 'channel'),
    isArchived: false,
    creatorId: creator.id,
    created: seconds(world),
    subscribers: [],
    recipientId: nextId(world, 'recipient'),
    groupSettings: new Map(),
  }
  world.state.channels.set(channel.id, channel)
  const audience = channel.isPrivate ? subscribers.map((account) => account.id) : 'everyone'
  world.emit('stream', audience, { op: 'create', streams: [channelShape(world, channel)] })
  addSubscribers(world, channel, subscribers)
  return channel
}

/** Subscribes accounts, each of which is told of the channel, and all others of them. */
export function addSubscribers(world: World, channel: Channel, accounts: readonly Account[]): void {
  const ids = accounts.map((account) => account.id).filter((id) => !channel.subscribers.includes(id))
  if (ids.length === 0) return
  channel.subscribers = [...channel.subscribers, ...ids].sort((one, other) => one - other)
  for (const id of ids) {
    const subscriber = world.state.accounts.get(id)
    if (subscriber === undefined) continue
    const subscriptions = [subscriptionShape(world, subscriber, channel, true)]
    world.emit('subscription', [id], { op: 'add', subscriptions })
  }
  const body = { op: 'peer_add', stream_ids: [channel.id], user_ids: ids } as const
  world.emit('subscription', channel.isPrivate ? channel.subscribers : 'everyone', body)
}

/** Takes accounts out, each of which is told, and all others too. */
export function removeSubscribers(world: World, channel: Channel, accounts: readonly Account[]): void {
  const ids = accounts.map((account) => account.id).filter((id) => channel.subscribers.includes(id))
  if (ids.length === 0) return
  const before = channel.subscribers
  channel.subscribers = before.filter((id) => !ids.includes(id))
  for (const id of ids) {
    const gone = [{ stream_id: channel.id, name: channel.name }]
    world.emit('subscription', [id], { op: 'remove', subscriptions: gone })
  }
  const body = { op: 'peer_remove', stream_ids: [channel.id], user_ids: ids } as const
  world.emit('subscription', channel.isPrivate ? channel.subscribers : 'everyone', body)
}

/** Mutes a channel for one of its subscribers, or unmutes it. */
export function muteChannel(world: World, account: Account, channel: Channel, mutes: boolean): void {
  if (account.mutedChannels.has(channel.id) === mutes) return
  if (mutes) account.mutedChannels.add(channel.id)
  else account.mutedChannels.delete(channel.id)
  const changed = { op: 'update', stream_id: channel.id } as const
  world.emit('subscription', [account.id], { ...changed, property: 'in_home_view', value: !mutes })
  world.emit('subscription', [account.id], { ...changed, property: 'is_muted', value: mutes })
}

/** Sets something else of a channel for one of its subscribers. */
export function setForChannel(
  world: World,
  account: Account,
  channel: Channel,
  property: string,
  value: boolean | string,
): void {
  account.channelSettings.set(channel.id, { ...account.channelSettings.get(channel.id), [property]: value })
  world.emit('subscription', [account.id], { op: 'update', stream_id: channel.id, property, value })
}
