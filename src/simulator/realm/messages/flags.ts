import type { Wire } from '../events.js'
import { isInOneOf } from '../groups/groups.js'
import { refuse } from '../refusal.js'
import type { Account, StoredMessage } from '../state.js'
import { isServiceBot } from '../users/accounts.js'
import type { World } from '../world.js'
import { messagesIn } from './messages.js'

export function flagsOf(world: World, viewer: Account, message: StoredMessage): readonly string[] {
  const own = viewer.flagged.get(message.id) ?? []
  if (!hasInFeed(viewer, message)) return ['read', 'historical', ...own]
  const { mentions } = message
  const flags: string[] = []
  if (message.readers.includes(viewer.id)) flags.push('read')
  if (mentions.users.includes(viewer.id) || isInOneOf(world, mentions.groups, viewer)) flags.push('mentioned')
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

/** Whether an account has written or reacted in the topic, up to this message. */
function takesPart({ state }: World, { id }: Account, { id: messageId, place }: StoredMessage): boolean {
  return messagesIn(state, place).some(
    (earlier) =>
      earlier.id <= messageId && (earlier.senderId === id || earlier.reactions.some(({ userId }) => userId === id)),
  )
}

export function isMentioned(world: World, viewer: Account, message: StoredMessage): boolean {
  return flagsOf(world, viewer, message).some((flag) => flag.endsWith('mentioned'))
}

/** Whether a message is in an account's feed. Bots that the server calls have none. */
export function hasInFeed(account: Account, message: StoredMessage): boolean {
  return !isServiceBot(account) && message.receivers.includes(account.id)
}

export function isUnread(account: Account, message: StoredMessage): boolean {
  return hasInFeed(account, message) && !message.readers.includes(account.id)
}

/** Marks messages as read, and notifies the reader. */
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

interface FlagChange {
  readonly op: 'add' | 'remove'
  readonly flag: string
}

/** Flags that clients can set, and flags that follow from the message. */
const editable: readonly string[] = ['read', 'starred', 'collapsed']
const given: readonly string[] = [
  ...['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
  ...['has_alert_word', 'historical'],
]

/** @throws {Refusal} for a flag that can't be set, or something else to do with it than adding and removing */
export function checkFlag({ flag, op }: { readonly flag: string; readonly op: string }): void {
  if (!editable.includes(flag)) refuse(given.includes(flag) ? 'flagNotEditable' : 'invalidFlag', { flag })
  if (op !== 'add' && op !== 'remove') refuse('invalidFlagOperation', { op })
}

/** Adds or removes a flag, and returns the IDs of the messages that it changed. */
export function changeFlag(
  world: World,
  account: Account,
  messages: readonly StoredMessage[],
  { op, flag }: FlagChange,
): readonly number[] {
  const change = flag === 'read' ? changeRead : changeOwn
  const changed = messages.filter((message) => change(account, message, op === 'add', flag))
  const ids = changed.map(({ id }) => id)
  if (changed.length > 0) {
    const unread = flag === 'read' && op === 'remove'
    const details = unread && {
      message_details: Object.fromEntries(changed.map((one) => [one.id, unreadDetails(world, account, one)])),
    }
    world.emit('update_message_flags', [account.id], { op, operation: op, flag, messages: ids, all: false, ...details })
  }
  return ids
}

function unreadDetails(world: World, account: Account, message: StoredMessage): Wire {
  const { place } = message
  const mentioned = isMentioned(world, account, message)
  return {
    ...(place.kind === 'channel'
      ? { type: 'stream', stream_id: place.channelId, topic: place.topic }
      : { type: 'private', user_ids: place.userIds.filter((id) => id !== account.id) }),
    ...(mentioned && { mentioned }),
  }
}

/** Messages outside the feed count as read. */
function changeRead(account: Account, message: StoredMessage, adds: boolean): boolean {
  if (!hasInFeed(account, message) || message.readers.includes(account.id) === adds) return false
  message.readers = adds ? [...message.readers, account.id] : message.readers.filter((id) => id !== account.id)
  return true
}

function changeOwn(account: Account, { id }: StoredMessage, adds: boolean, flag: string): boolean {
  const before = account.flagged.get(id) ?? []
  if (before.includes(flag) === adds) return false
  const after = adds ? [...before, flag] : before.filter((one) => one !== flag)
  if (after.length > 0) account.flagged.set(id, after)
  else account.flagged.delete(id)
  return true
}
