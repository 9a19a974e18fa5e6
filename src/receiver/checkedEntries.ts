import type { QueueEntry } from '../bot/index.js'
import type { Notification } from '../protocol/index.js'

/**
 * What this process has put into a queue, with the notification as it was read: who takes the very same entry out again,
 * because it did not leave the process, need not read it a second time.
 */
const notifications = new WeakMap<QueueEntry, Notification>()

/** Says what an entry is about, in which it stands as JSON. */
export function checkedEntry(entry: QueueEntry, notification: Notification): QueueEntry {
  notifications.set(entry, notification)
  return entry
}

/** Whether the entry was made of a notification here. */
export function isChecked(entry: QueueEntry): boolean {
  return notifications.has(entry)
}

/** Once: a handler may change what it gets, and the next attempt begins with what was received. */
export function takeNotification(entry: QueueEntry): Notification | undefined {
  const notification = notifications.get(entry)
  notifications.delete(entry)
  return notification
}
