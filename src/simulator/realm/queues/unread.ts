import { flagsOf, isUnread } from '../messages/flags.js'
import { type Account, conversationKey, type StoredMessage, topicKey } from '../state.js'
import type { World } from '../world.js'

/** What an account has not read, by conversation, as a new client starts with. The shape is assumed. */
export function unreadMessages(world: World, viewer: Account) {
  const groups = new Map<string, StoredMessage[]>()
  const mentions: number[] = []
  const { all } = world.state.index
  let count = 0
  for (let at = Math.max(0, all.size - mostLookedAt); at < all.size; at += 1) {
    const message = world.state.messages.get(all.at(at) ?? 0)
    if (message === undefined || !isUnread(viewer, message)) continue
    count += 1
    const { place } = message
    const key = place.kind === 'direct' ? conversationKey(place.userIds) : topicKey(place.channelId, place.topic)
    groups.set(key, [...(groups.get(key) ?? []), message])
    if (flagsOf(world, viewer, message).some((flag) => flag.endsWith('mentioned'))) mentions.push(message.id)
  }
  const entries = [...groups.values()].map((messages) => entry(viewer, messages))
  return {
    count,
    pms: entries.filter((one) => 'other_user_id' in one),
    streams: entries.filter((one) => 'stream_id' in one),
    huddles: entries.filter((one) => 'user_ids_string' in one),
    mentions,
    old_unreads_missing: all.size > mostLookedAt,
  }
}

/** Older messages count as read by whoever starts. */
const mostLookedAt = 50_000

function entry(viewer: Account, messages: readonly StoredMessage[]) {
  const unread_message_ids = messages.map((message) => message.id)
  const place = messages[0]?.place
  if (place === undefined || place.kind === 'channel') {
    return { stream_id: place?.channelId ?? 0, topic: place?.topic ?? '', unread_message_ids }
  }
  if (place.userIds.length > 2) return { user_ids_string: place.userIds.join(','), unread_message_ids }
  const other_user_id = place.userIds.find((id) => id !== viewer.id) ?? viewer.id
  return { other_user_id, sender_id: other_user_id, unread_message_ids }
}
