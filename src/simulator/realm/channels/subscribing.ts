import { inOrder } from '../access/groups.js'
import { maySeeChannel } from '../access/visibility.js'
import { channelShape, subscriptionShape } from '../shapes/channel.js'
import type { Account, StoredChannel } from '../world/state.js'
import { nextId, seconds, type World } from '../world/world.js'

interface ChannelDraft {
  readonly name: string
  readonly description: string
  readonly invite_only: boolean
  /** Of a private channel. (default: false) */
  readonly shared_history: boolean | undefined
  readonly folder_id: number | null
  readonly message_retention_days: number | null
}

/** Creates a channel with these subscribers. */
export function makeChannel(
  world: World,
  creator: Account,
  draft: ChannelDraft,
  subscribers: readonly Account[],
): StoredChannel {
  const channel: StoredChannel = {
    ...draft,
    shared_history: draft.shared_history ?? false,
    id: nextId(world, 'channel'),
    is_archived: false,
    creator_id: creator.id,
    date_created: seconds(world),
    subscribers: [],
    recipient_id: nextId(world, 'recipient'),
    // Whoever makes a channel administers it, a bot too.
    groupSettings: new Map(
      world.has('channelAdministrators')
        ? [['can_administer_channel_group', { direct_members: [creator.id], direct_subgroups: [] }]]
        : [],
    ),
  }
  world.state.channels.set(channel.id, channel)
  const audience = channel.invite_only ? subscribers.map((account) => account.id) : 'everyone'
  world.emit('stream', audience, { op: 'create', streams: [channelShape(world, channel)] })
  addSubscribers(world, channel, subscribers)
  return channel
}

/** Subscribes accounts, and sends the events about it. */
export function addSubscribers(world: World, channel: StoredChannel, accounts: readonly Account[]): void {
  const ids = accounts.map((account) => account.id).filter((id) => !channel.subscribers.includes(id))
  if (ids.length === 0) return
  channel.subscribers = inOrder([...channel.subscribers, ...ids])
  for (const id of ids) {
    const subscriber = world.state.accounts.get(id)
    if (subscriber === undefined) continue
    const subscriptions = [subscriptionShape(world, subscriber, channel, true)]
    world.emit('subscription', [id], { op: 'add', subscriptions })
  }
  const body = { op: 'peer_add', stream_ids: [channel.id], user_ids: ids } as const
  world.emit('subscription', channel.invite_only ? channel.subscribers : 'everyone', body)
}

/** Unsubscribes accounts, and sends the events about it. */
export function removeSubscribers(world: World, channel: StoredChannel, accounts: readonly Account[]): void {
  const ids = accounts.map((account) => account.id).filter((id) => channel.subscribers.includes(id))
  if (ids.length === 0) return
  const before = channel.subscribers
  channel.subscribers = before.filter((id) => !ids.includes(id))
  for (const id of ids) {
    const gone = [{ stream_id: channel.id, name: channel.name }]
    world.emit('subscription', [id], { op: 'remove', subscriptions: gone })
  }
  const body = { op: 'peer_remove', stream_ids: [channel.id], user_ids: ids } as const
  world.emit('subscription', channel.invite_only ? channel.subscribers : 'everyone', body)
}

export function muteChannel(world: World, account: Account, channel: StoredChannel, mutes: boolean): void {
  if (account.mutedChannels.has(channel.id) === mutes) return
  if (mutes) account.mutedChannels.add(channel.id)
  else account.mutedChannels.delete(channel.id)
  const changed = { op: 'update', stream_id: channel.id } as const
  world.emit('subscription', [account.id], { ...changed, property: 'in_home_view', value: !mutes })
  world.emit('subscription', [account.id], { ...changed, property: 'is_muted', value: mutes })
}

/** Changes another setting of one subscriber. */
export function setForChannel(
  world: World,
  account: Account,
  channel: StoredChannel,
  property: string,
  value: boolean | string,
): void {
  account.channelSettings.set(channel.id, { ...account.channelSettings.get(channel.id), [property]: value })
  world.emit('subscription', [account.id], { op: 'update', stream_id: channel.id, property, value })
}

/** Makes a change that may affect who can see channels, and sends events to those who gained or lost sight of one. */
export function withSightEvents(
  world: World,
  accounts: readonly Account[],
  channels: readonly StoredChannel[],
  change: () => void,
): void {
  const seers = (channel: StoredChannel) =>
    accounts.filter((account) => maySeeChannel(account, channel)).map(({ id }) => id)
  const before = new Map(channels.map((channel) => [channel, seers(channel)]))
  change()
  for (const [channel, seen] of before) {
    const see = seers(channel)
    const gained = see.filter((id) => !seen.includes(id))
    const lost = seen.filter((id) => !see.includes(id))
    if (gained.length > 0 && !channel.is_archived) {
      world.emit('stream', gained, { op: 'create', streams: [channelShape(world, channel)] })
    }
    if (lost.length > 0) {
      world.emit('stream', lost, { op: 'delete', streams: [{ stream_id: channel.id }], stream_ids: [channel.id] })
    }
  }
}
