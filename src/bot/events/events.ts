import type { Message, WidgetChange } from '../../protocol/index.js'
import type { Context, ContextOf } from '../context/context.js'

/** A reaction that was added to the message, or removed. */
export interface HeardReaction {
  readonly op: 'add' | 'remove'
  readonly emojiName: string
  readonly emojiCode: string
  /** `unicode_emoji`, `realm_emoji` or the server's own word for its extra emoji. */
  readonly reactionType: string
}

/** An edit of the message; `ctx.message` has the new text. */
export interface HeardEdit {
  /** The text before, as Markdown. */
  readonly before: string
}

/** Messages that were moved to another topic, another channel, or both. */
export interface HeardMove {
  readonly from: TopicOfChannel
  readonly to: TopicOfChannel
  /** In the order in which they were sent. */
  readonly messageIds: readonly number[]
}

/** A topic, and its channel by ID. */
export interface TopicOfChannel {
  readonly channel: number
  readonly topic: string
}

/** Deleted messages. The server doesn't say who deleted them. */
export interface HeardDeletion {
  readonly messageIds: readonly number[]
  /** Where they were; undefined for direct messages. */
  readonly place: TopicOfChannel | undefined
}

/** A change to a poll or a to-do list; data that no such widget understands is passed on as the server sent it. */
export type HeardVote = WidgetChange | { readonly type: 'other'; readonly data: unknown }

/** An event brings no message that could be an answer, so its handler can't ask. */
interface WithoutAsking {
  readonly madeWithout: 'messages'
}

/**
 * The context of an event about a message: the message as it is now, with the person who did it as `sender`. `ctx.reply`
 * writes to the conversation of the message.
 */
export type EventContextOf<Facts> = Context & WithoutAsking & Facts

export type ReactionContext = EventContextOf<{ readonly reaction: HeardReaction }>
export type EditContext = EventContextOf<{ readonly change: HeardEdit }>
export type TopicMovedContext = EventContextOf<{ readonly move: HeardMove }>
export type VoteContext = EventContextOf<{ readonly vote: HeardVote }>

/** The context of an event that isn't about a message. */
export interface EventContext
  extends Pick<
    ContextOf<Message>,
    'bot' | 'client' | 'clock' | 'deliveryId' | 'lock' | 'log' | 'once' | 'send' | 'signal' | 'sleep' | 'storage'
  > {}

export interface DeleteContext extends EventContext {
  readonly deletion: HeardDeletion
}

export interface SubscribedContext extends EventContext {
  /** The channel that the bot is subscribed to now. */
  readonly channel: { readonly id: number; readonly name: string }
}

/** Handles an event that isn't about a message; it has no reply. */
export type EventHandler<C extends EventContext> = (ctx: C) => void | Promise<void>

/** Which messages `onMessage` takes; every given filter has to match. */
export interface MessageFilter {
  /** The channel, by name or ID. */
  readonly channel?: string | number
  /** The topic; the case of letters doesn't matter. */
  readonly topic?: string
  /** Found anywhere in the text. */
  readonly text?: RegExp
}
