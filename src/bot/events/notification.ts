import type { Notification } from '../../protocol/index.js'
import { isObject } from '../../values.js'

/** What brings a bot what it overhears: messages that aren't for it, and events. By events of the server alone. */
export type OverheardTrigger = 'message' | 'reaction' | 'edit' | 'delete' | 'topic_moved' | 'subscribed' | 'vote'

interface Doer {
  readonly id: number
  readonly email: string
  readonly name: string
}

/** An event in a notification, as a queue keeps it. */
export interface HeardEvent {
  /** Tells it from all other events of the bot. */
  readonly key: string
  /** Who did it; undefined where the server doesn't say, and the message then has no sender either. */
  readonly by?: Doer | undefined
  /** What is added to the context. */
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * A notification of an event. `message` is what it is about; of what is gone, or is no message, it has the place alone,
 * since queues and logs know a delivery by its message.
 */
export interface EventNotification extends Notification {
  readonly event: HeardEvent
}

/** The event that a notification is about; undefined for a message. */
export function eventOf(notification: Notification): HeardEvent | undefined {
  const { event } = notification as Partial<EventNotification>
  return isObject(event) && isObject(event.facts) && typeof event.key === 'string' ? event : undefined
}

/** Whether nobody addressed the bot: nobody waits for an answer, and nobody is told when it fails. */
export function isOverheard(notification: Notification): boolean {
  return notification.trigger === 'message' || eventOf(notification) !== undefined
}

/** Who wrote the message, or did what the event is about. */
export function senderOf(notification: Notification): Doer {
  const { sender_id, sender_email, sender_full_name } = notification.message
  return eventOf(notification)?.by ?? { id: sender_id, email: sender_email, name: sender_full_name }
}
