import type { Notification } from '../../protocol/index.js'
import { isObject } from '../../values.js'

/** Triggers that only the server's event queue brings: messages that aren't for the bot, and events. */
export type OverheardTrigger =
  | 'message'
  | 'follow_up'
  | 'reaction'
  | 'edit'
  | 'delete'
  | 'topic_moved'
  | 'subscribed'
  | 'vote'

/** The trigger of a message in a followed topic that doesn't mention the bot. */
export const followUp = 'follow_up' satisfies OverheardTrigger

/** Who wrote the message. */
export interface Sender {
  readonly id: number
  /** The sender's address in the API; a generated one if the real one is hidden. */
  readonly email: string
  readonly name: string
}

/** An event in a notification, as a queue keeps it. */
export interface HeardEvent {
  /** Unique among the bot's events. */
  readonly key: string
  /** Who did it; undefined if the server doesn't say: then the message has no sender either. */
  readonly by?: Sender | undefined
  /** Added to the context. */
  readonly facts: Readonly<Record<string, unknown>>
}

/**
 * A notification of an event. `message` is the message that it is about. If that is deleted, or if there is none, it has
 * only the place, since queues and logs identify a delivery by its message.
 */
export interface EventNotification extends Notification {
  readonly event: HeardEvent
}

/** The event that a notification is about; undefined for a message. */
export function eventOf(notification: Notification): HeardEvent | undefined {
  const { event } = notification as Partial<EventNotification>
  return isObject(event) && isObject(event.facts) && typeof event.key === 'string' ? event : undefined
}

/** A notification of a message whose author has edited it, with the earlier texts that were for the bot. */
export interface EditedNotification extends Notification {
  readonly edited: readonly string[]
}

/** A notification that another bot has caused, by a message or an event. */
export interface FromBotNotification extends Notification {
  readonly fromBot: {
    /** The other bot's name. */
    readonly name: string
    /** How many turns without a person are answered. */
    readonly most: number
    /** The ID of the newest message when it was caused. */
    readonly after: number
    /** UNIX milliseconds. */
    readonly at: number
  }
}

export const isFromBot = (notification: Notification): notification is FromBotNotification =>
  isObject((notification as Partial<FromBotNotification>).fromBot)

export function earlierTexts(notification: Notification): readonly string[] | undefined {
  const { edited } = notification as Partial<EditedNotification>
  return Array.isArray(edited) && edited.every((text) => typeof text === 'string') ? edited : undefined
}

/** Whether the bot wasn't addressed: then nobody expects an answer, and a failure is only logged. */
export function isOverheard(notification: Notification): boolean {
  return notification.trigger === 'message' || eventOf(notification) !== undefined
}

/** Who wrote the message, or did what the event is about. */
export function senderOf(notification: Notification): Sender {
  const { sender_id, sender_email, sender_full_name } = notification.message
  return eventOf(notification)?.by ?? { id: sender_id, email: sender_email, name: sender_full_name }
}

/** The handlers of what only an event queue brings: messages that aren't for the bot, and events. */
export interface Overhears {
  readonly handlers: readonly OverhearingHandler[]
  /** Milliseconds for which the topics of messages that mention the bot are followed; undefined if they aren't. */
  readonly follows: number | undefined
  /** Whether messages that are edited are read again. */
  readonly edits?: boolean
  /** Whether any of them handles a notification. */
  takes(notification: Notification): boolean
}

/** A handler of something that only an event queue brings. */
export interface OverhearingHandler {
  /** The method that declared it, such as `onReaction`. */
  readonly name: string
  /** The trigger of the notifications that it takes. */
  readonly trigger: OverheardTrigger
  /** Its file, line and column; undefined if the platform doesn't say. */
  readonly at: string | undefined
}
