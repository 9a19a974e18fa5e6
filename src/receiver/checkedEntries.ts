import type { QueueEntry } from '../bot/index.js'
import type { Notification } from '../protocol/index.js'

/**
 * Says what an entry is about, in which it stands as JSON: who takes the very same entry out of a queue again, because it did
 * not leave the process, need not read it a second time.
 */
export function checkedEntry(entry: QueueEntry, notification: Notification): QueueEntry {
  // A copy does not have it, since it may say something else.
  return Object.defineProperty(entry, about, { value: notification, writable: true })
}

/** Whether the entry was made of a notification here. */
export function isChecked(entry: QueueEntry): boolean {
  return about in entry
}

/** Once: a handler may change what it gets, and the next attempt begins with what was received. */
export function takeNotification(entry: Checked): Notification | undefined {
  const notification = entry[about]
  if (notification !== undefined) entry[about] = undefined
  return notification
}

const about = Symbol()

interface Checked extends QueueEntry {
  [about]?: Notification | undefined
}
