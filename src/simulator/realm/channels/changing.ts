import type { GroupSetting } from '../../../protocol/index.js'
import { isGuest } from '../access/accounts.js'
import { isNamedBy, settingsFrom } from '../access/groups.js'
import { sharesHistory } from '../access/visibility.js'
import { renderPlainly } from '../markdown/index.js'
import { channelName, checkName } from '../seed/fields.js'
import type { SeedChannel } from '../seed/seed.js'
import { channelShape, defaultChannelIds, settingOfChannel } from '../shapes/channel.js'
import type { Account, Group, StoredChannel } from '../world/state.js'
import { nextId, seconds, taken, type World } from '../world/world.js'
import { withSightEvents } from './subscribing.js'

interface ChannelOrigin {
  /** UNIX seconds. */
  readonly date_created: number
  readonly recipient_id: number
  readonly groups: ReadonlyMap<number, Group>
}

/** A channel from its seed. Everyone is subscribed by default. */
export function newChannel(
  seed: Partial<SeedChannel> & Pick<SeedChannel, 'stream_id' | 'name'>,
  everyone: readonly number[],
  { groups, ...origin }: ChannelOrigin,
): StoredChannel {
  const { stream_id: id, name, description = '', folder_id = null, shared_history = false, is_archived = false } = seed
  return {
    ...{ id, name, description, folder_id, invite_only: seed.private ?? false, shared_history, is_archived },
    creator_id: null,
    subscribers: [...(seed.subscribers ?? everyone)].sort((one, other) => one - other),
    groupSettings: settingsFrom(seed.group_settings, groups),
    ...origin,
  }
}

/** A channel to add. Everything but the name is optional. */
export type NewChannel = Partial<Omit<SeedChannel, 'name'>> & Pick<SeedChannel, 'name'>

/** Adds a channel, with every active person subscribed by default. A public one becomes a default channel. */
export function addChannel(world: World, given: NewChannel): StoredChannel {
  checkName(channelName, given.name)
  const everyone = [...world.state.accounts.values()].filter((one) => one.is_active && one.bot_type === null)
  const channel = newChannel(
    { ...given, stream_id: given.stream_id ?? nextId(world, 'channel') },
    everyone.map((one) => one.id),
    { date_created: seconds(world), recipient_id: nextId(world, 'recipient'), groups: world.state.groups },
  )
  if (world.state.channels.has(channel.id)) throw taken('channel', channel.id)
  world.state.last.channel = Math.max(world.state.last.channel, channel.id)
  world.state.channels.set(channel.id, channel)
  if (!channel.invite_only && !channel.is_archived) world.state.defaultChannels.add(channel.id)
  world.emit('stream', channel.invite_only ? channel.subscribers : 'everyone', {
    op: 'create',
    streams: [channelShape(world, channel)],
  })
  return channel
}

/** By the channel's own setting, without being an administrator. */
export function administersChannel(world: World, account: Account, channel: StoredChannel): boolean {
  const setting = settingOfChannel(world, channel, 'can_administer_channel_group')
  return world.has('channelAdministrators') && isNamedBy(world, setting, account)
}

export interface ChannelChange {
  readonly name?: string
  readonly description?: string
  readonly is_private?: boolean
  /** (default: unchanged; false for a channel whose privacy changes) */
  readonly shared_history?: boolean
  readonly is_archived?: boolean
  /** Null removes it from its folder. */
  readonly folder_id?: number | null
  readonly message_retention_days?: number | null
  /** Who may post. */
  readonly can_send_message_group?: GroupSetting
}

/** Changes a channel, with an event for every changed property. */
export function changeChannel(world: World, channel: StoredChannel, change: ChannelChange): void {
  const before = { ...channel, poster: settingOfChannel(world, channel, 'can_send_message_group') }
  const poster = change.can_send_message_group ?? before.poster
  if (change.can_send_message_group !== undefined) channel.groupSettings.set('can_send_message_group', poster)
  channel.name = change.name ?? channel.name
  channel.description = change.description ?? channel.description
  withSightEvents(world, [...world.state.accounts.values()], [channel], () => {
    channel.invite_only = change.is_private ?? channel.invite_only
    channel.shared_history =
      change.shared_history ?? (change.is_private === undefined && channel.shared_history === true)
  })
  channel.is_archived = change.is_archived ?? channel.is_archived
  channel.folder_id = change.folder_id === undefined ? channel.folder_id : change.folder_id
  if (change.message_retention_days !== undefined) channel.message_retention_days = change.message_retention_days
  if (channel.invite_only || channel.is_archived) setDefaultChannel(world, channel, false)
  const changes = [
    ['name', before.name, channel.name],
    ['description', before.description, channel.description],
    ['invite_only', before.invite_only, channel.invite_only],
    ['is_archived', before.is_archived, channel.is_archived],
    ['message_retention_days', before.message_retention_days ?? null, channel.message_retention_days ?? null],
    ['folder_id', before.folder_id, channel.folder_id],
    ['can_send_message_group', before.poster, poster],
  ] as const
  const audience = channel.invite_only ? channel.subscribers : 'everyone'
  for (const [property, old, value] of changes) {
    const changesHistory = property === 'invite_only' && sharesHistory(before) !== sharesHistory(channel)
    if (JSON.stringify(old) === JSON.stringify(value) && !changesHistory) continue
    world.emit('stream', audience, {
      op: 'update',
      property,
      value,
      stream_id: channel.id,
      name: before.name,
      ...(property === 'invite_only' && {
        history_public_to_subscribers: sharesHistory(channel),
        is_web_public: false,
      }),
      ...(property === 'description' && { rendered_description: renderPlainly(world, channel.description) }),
    })
  }
}

/** Adds or removes a default channel. Everyone but guests gets an event. */
export function setDefaultChannel(world: World, channel: StoredChannel, isDefault: boolean): void {
  const { accounts, defaultChannels } = world.state
  if (defaultChannels.has(channel.id) === isDefault) return
  if (isDefault) defaultChannels.add(channel.id)
  else defaultChannels.delete(channel.id)
  const audience = [...accounts.values()].filter((account) => !isGuest(account)).map((account) => account.id)
  world.emit('default_streams', audience, { default_streams: defaultChannelIds(world) })
}
