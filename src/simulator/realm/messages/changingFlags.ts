import type { Wire } from '../events.js'
import { refuse } from '../refusal.js'
import type { Account, StoredMessage } from '../state.js'
import type { World } from '../world.js'
import { flagsOf, hasInFeed } from './flags.js'

/** A change of one flag of an account. */
export interface FlagChange {
  readonly op: 'add' | 'remove'
  readonly flag: string
}

/** Flags that a client may set, and those that follow from the message. */
const editable: readonly string[] = ['read', 'starred', 'collapsed']
const given: readonly string[] = [
  ...['mentioned', 'wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'],
  ...['has_alert_word', 'historical'],
]

/** @throws {Refusal} for a flag that nobody may set */
export function checkFlag(flag: string): void {
  if (editable.includes(flag)) return
  refuse(given.includes(flag) ? 'flagNotEditable' : 'invalidFlag', { flag })
}

/** Adds or removes a flag, tells the account, and gives the IDs of the messages that it changed. */
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

/** What a client has to know of a message that is unread again. */
function unreadDetails(world: World, account: Account, message: StoredMessage): Wire {
  const { place } = message
  const mentioned = flagsOf(world, account, message).some((name) => name.endsWith('mentioned'))
  return {
    ...(place.kind === 'channel'
      ? { type: 'stream', stream_id: place.channelId, topic: place.topic }
      : { type: 'private', user_ids: place.userIds.filter((id) => id !== account.id) }),
    ...(mentioned && { mentioned }),
  }
}

/** What is not in the feed counts as read anyway. */
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
