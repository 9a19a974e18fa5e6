import { isInGroup } from '../groups/groups.js'
import { type Account, type StoredMessage, topicKey } from '../state.js'
import { isServiceBot } from '../users/accounts.js'
import type { World } from '../world.js'

/** What a message is to an account: `read`, `mentioned` and so on. */
export function flagsOf(world: World, viewer: Account, message: StoredMessage): readonly string[] {
  const own = viewer.flagged.get(message.id) ?? []
  if (!hasInFeed(viewer, message)) return ['read', 'historical', ...own]
  const { mentions } = message
  const flags: string[] = []
  if (message.readers.includes(viewer.id)) flags.push('read')
  if (mentions.users.includes(viewer.id) || inMentionedGroup(world, viewer, message)) flags.push('mentioned')
  const byTopic = mentions.topicWildcard && takesPart(world, viewer, message)
  if (mentions.channelWildcard || byTopic) {
    if (world.has('wildcardFlags')) {
      if (mentions.channelWildcard) flags.push('stream_wildcard_mentioned')
      if (byTopic) flags.push('topic_wildcard_mentioned')
    }
    flags.push('wildcard_mentioned')
  }
  if (message.alerted.includes(viewer.id)) flags.push('has_alert_word')
  return [...flags, ...own]
}

/** Whether somebody has written or reacted in the topic of a message, up to this one. */
function takesPart({ state }: World, { id }: Account, { id: messageId, place }: StoredMessage): boolean {
  if (place.kind !== 'channel') return false
  for (const earlierId of state.index.byTopic.get(topicKey(place.channelId, place.topic)) ?? []) {
    if (earlierId > messageId) return false
    const earlier = state.messages.get(earlierId)
    if (earlier?.senderId === id || earlier?.reactions.some(({ userId }) => userId === id)) return true
  }
  return false
}

/** Whether the message came to the account. Bots that the server calls have no feed. */
export function hasInFeed(account: Account, message: StoredMessage): boolean {
  return !isServiceBot(account) && message.receivers.includes(account.id)
}

/** Whether the account has the message and has not read it. */
export function isUnread(account: Account, message: StoredMessage): boolean {
  return hasInFeed(account, message) && !message.readers.includes(account.id)
}

/** Marks messages as read and tells the reader. */
export function markRead(world: World, account: Account, messages: Iterable<StoredMessage>): void {
  const read: number[] = []
  for (const message of messages) {
    if (!isUnread(account, message)) continue
    message.readers = [...message.readers, account.id]
    read.push(message.id)
  }
  if (read.length === 0) return
  const body = { op: 'add', operation: 'add', flag: 'read', messages: read, all: false } as const
  world.emit('update_message_flags', [account.id], body)
}

function inMentionedGroup(world: World, viewer: Account, { mentions }: StoredMessage): boolean {
  return mentions.groups.some((id) => {
    const group = world.state.groups.get(id)
    return group !== undefined && isInGroup(world, group, viewer)
  })
}
