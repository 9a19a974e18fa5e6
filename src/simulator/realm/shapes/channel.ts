import { channelPermissions, type GroupSetting } from '../../../protocol/index.js'
import { inOrder, systemGroupId } from '../access/groups.js'
import { sharesHistory } from '../access/visibility.js'
import { firstMessageId } from '../conversations/messages.js'
import { renderPlainly } from '../markdown/index.js'
import type { Account, Folder, StoredChannel } from '../world/state.js'
import type { World } from '../world/world.js'

export function channelShape(world: World, channel: StoredChannel) {
  const { id, name, description, invite_only, is_archived, creator_id, date_created, folder_id } = channel
  return {
    ...{ stream_id: id, name, description, rendered_description: renderPlainly(world, description) },
    ...{ invite_only, is_web_public: false, is_archived, creator_id, date_created },
    first_message_id: firstMessageId(world.state, id),
    history_public_to_subscribers: sharesHistory(channel),
    ...{
      message_retention_days: channel.message_retention_days ?? null,
      stream_post_policy: 1,
      is_announcement_only: false,
      stream_weekly_traffic: null,
    },
    is_recently_active: true,
    ...(world.has('channelFolders') && { folder_id }),
    topics_policy: 'inherit',
    subscriber_count: channel.subscribers.length,
    ...defaultGroups(world),
    ...Object.fromEntries(channel.groupSettings),
  }
}

function defaultGroups({ state }: World): Record<string, number> {
  const ids = new Map([...state.groups.values()].map(({ name, id }) => [name, id]))
  return Object.fromEntries(Object.entries(channelPermissions).map(([setting, name]) => [setting, ids.get(name) ?? 0]))
}

/** A channel's group setting. */
export function settingOfChannel(
  world: World,
  { groupSettings: own }: StoredChannel,
  name: keyof typeof channelPermissions,
): GroupSetting {
  return own.get(name) ?? systemGroupId(world.state.groups, channelPermissions[name])
}

export function subscriptionShape(world: World, viewer: Account, channel: StoredChannel, withSubscribers: boolean) {
  const is_muted = viewer.mutedChannels.has(channel.id)
  return {
    ...channelShape(world, channel),
    ...{ color: colors[channel.id % colors.length] ?? '', is_muted, in_home_view: !is_muted, pin_to_top: false },
    ...{ desktop_notifications: null, audible_notifications: null, push_notifications: null },
    ...{ email_notifications: null, wildcard_mentions_notify: null },
    ...viewer.channelSettings.get(channel.id),
    ...(withSubscribers && { subscribers: [...channel.subscribers] }),
  }
}

const colors = ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55'] as const

export function defaultChannelIds({ state }: World): number[] {
  return inOrder(state.defaultChannels)
}

export function folderShape(world: World, { order, ...folder }: Folder) {
  const { id, name, date_created, creator_id, description, is_archived } = folder
  return {
    ...{ id, name, ...(world.has('channelFolderOrder') && { order }), date_created, creator_id, description },
    rendered_description: description === '' ? '' : renderPlainly(world, description),
    is_archived,
  }
}
