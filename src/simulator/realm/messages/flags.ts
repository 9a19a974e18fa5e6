import { isInOneOf } from '../access/groups.js'
import { hasCopy, isHistorical, isSubscribed, makeCopy, mayReadMessage } from '../access/visibility.js'
import { messagesIn } from '../conversations/messages.js'
import type { Wire } from '../world/events.js'
import { refuse } from '../world/refusal.js'
import type { Account, StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'

export function flagsOf(world: World, viewer: Account, message: StoredMessage): readonly string[] {
  if (!hasCopy(message, viewer.id)) return ['read', 'historical']
  const own = viewer.flagged.get(message.id) ?? []
  const { mentions } = message
  const flags: string[] = []
  if (message.readers.includes(viewer.id)) flags.push('read')
  if (isHistorical(message, viewer.id)) return [...flags, 'historical', ...own]
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
      earlier.id <= messageId && (earlier.sender_id === id || earlier.reactions.some(({ user_id }) => user_id === id)),
  )
}

export function isMentioned(world: World, viewer: Account, message: StoredMessage): boolean {
  return flagsOf(world, viewer, message).some((flag) => flag.endsWith('mentioned'))
}

export function isUnread(account: Account, message: StoredMessage): boolean {
  return hasCopy(message, account.id) && !message.readers.includes(account.id)
}

/** Marks messages as read, and notifies the reader. */
export function markRead(world: World, account: Account, messages: Iterable<StoredMessage>): void {
  const read = readNow(account, messages)
  if (read.length === 0) return
  world.emit('update_message_flags', [account.id], { ...marksRead, messages: read, all: false })
}

/** Marks everything as read, and notifies the reader without listing it. */
export function markAllRead(world: World, account: Account): void {
  readNow(account, world.state.messages.values())
  world.emit('update_message_flags', [account.id], { ...marksRead, messages: [], all: true })
}

const marksRead = { op: 'add', operation: 'add', flag: 'read' } as const

/** The IDs of the messages that were unread. */
function readNow(account: Account, messages: Iterable<StoredMessage>): readonly number[] {
  const read: number[] = []
  for (const message of messages) {
    if (!isUnread(account, message)) continue
    message.readers = [...message.readers, account.id]
    read.push(message.id)
  }
  return read
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

/** What a change of flags did, by IDs. */
interface FlagResult {
  readonly changed: readonly number[]
  /** Channels whose messages can't be unread for the account, which isn't subscribed. */
  readonly ignoredChannels: readonly number[]
}

/**
 * Adds or removes a flag. Without a copy, a message counts as read and has no other flag: only a change of that makes a copy, and
 * needs access to the message.
 *
 * @throws {Refusal} for a message that a copy can't be made of
 */
export function changeFlag(world: World, account: Account, ids: Iterable<number>, change: FlagChange): FlagResult {
  const { op, flag } = change
  const unread = flag === 'read' && op === 'remove'
  const ignoredChannels = new Set<number>()
  const changed: StoredMessage[] = []
  for (const id of new Set(ids)) {
    const message = world.state.messages.get(id)
    const place = message?.place
    const channel = unread && place?.kind === 'channel' ? world.state.channels.get(place.stream_id) : undefined
    if (channel !== undefined && !isSubscribed(channel, account)) ignoredChannels.add(channel.id)
    else if (message !== undefined && hasCopy(message, account.id)) {
      if (hasFlag(account, message, flag) !== (op === 'add')) changed.push(message)
    } else if ((op === 'add') === (flag === 'read')) continue
    else if (message === undefined || !mayReadMessage(world, account, message)) refuse('invalidMessages')
    else changed.push(message)
  }
  for (const message of changed) {
    makeCopy(message, account.id)
    setFlag(account, message, change)
  }
  const messages = changed.map(({ id }) => id)
  if (changed.length > 0) {
    const details = unread && {
      message_details: Object.fromEntries(changed.map((one) => [one.id, unreadDetails(world, account, one)])),
    }
    world.emit('update_message_flags', [account.id], { op, operation: op, flag, messages, all: false, ...details })
  }
  return { changed: messages, ignoredChannels: [...ignoredChannels] }
}

function hasFlag({ id, flagged }: Account, message: StoredMessage, flag: string): boolean {
  return flag === 'read' ? message.readers.includes(id) : flagged.get(message.id)?.includes(flag) === true
}

function setFlag({ id, flagged }: Account, message: StoredMessage, { op, flag }: FlagChange): void {
  if (flag === 'read') {
    message.readers = op === 'add' ? [...message.readers, id] : message.readers.filter((one) => one !== id)
    return
  }
  const others = (flagged.get(message.id) ?? []).filter((one) => one !== flag)
  const flags = op === 'add' ? [...others, flag] : others
  if (flags.length > 0) flagged.set(message.id, flags)
  else flagged.delete(message.id)
}

function unreadDetails(world: World, account: Account, message: StoredMessage): Wire {
  const { place } = message
  const mentioned = isMentioned(world, account, message)
  return {
    ...(place.kind === 'channel'
      ? { type: 'stream', stream_id: place.stream_id, topic: place.topic }
      : { type: 'private', user_ids: place.user_ids.filter((id) => id !== account.id) }),
    ...(mentioned && { mentioned }),
  }
}
