import type { Account, Channel } from '../state.js'
import type { World } from '../world.js'
import { channelShape } from './channel.js'

/** A channel as one of its subscribers sees it. The shape is assumed. */
export function subscriptionShape(world: World, viewer: Account, channel: Channel, withSubscribers: boolean) {
  const isMuted = viewer.mutedChannels.has(channel.id)
  return {
    ...channelShape(world, channel),
    color: colors[channel.id % colors.length] ?? '',
    is_muted: isMuted,
    in_home_view: !isMuted,
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
    ...viewer.channelSettings.get(channel.id),
    ...(withSubscribers && { subscribers: [...channel.subscribers] }),
  }
}

const colors = ['#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55'] as const
