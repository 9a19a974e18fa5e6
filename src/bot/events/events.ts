import type { Message, WidgetChange } from '../../protocol/index.js'
import type { Context, ContextOf } from '../context.js'

/** A reaction that was added to the message, or taken away. */
export interface HeardReaction {
  readonly op: 'add' | 'remove'
  readonly emojiName: string
  readonly emojiCode: string
  /** `unicode_emoji`, `realm_emoji` or the server's own word for its extra emoji. */
  readonly reactionType: string
}

/** A new text of the message, which `ctx.message` has. */
export interface HeardEdit {
  /** The text before, as Markdown. */
  readonly before: string
}

/** Messages that went to another topic, another channel or both. */
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

/** Messages that are gone. The server doesn't say who deleted them. */
export interface HeardDeletion {
  readonly messageIds: readonly number[]
  /** Where they were; undefined for direct messages. */
  readonly place: TopicOfChannel | undefined
}

/** What somebody did to a poll or a list of tasks; what no such widget understands passes as the server sent it. */
export type HeardVote = WidgetChange | { readonly type: 'other'; readonly data: unknown }

/** No message came that could be an answer, so an event's handler can't ask. */
interface WithoutAsking {
  readonly madeWithout: 'messages'
}

/**
 * What handlers of events about a message have: the message as it is now, and whoever did it as `sender`. `ctx.reply`
 * writes where the message is.
 */
export type EventContextOf<Facts> = Context & WithoutAsking & Facts

export type ReactionContext = EventContextOf<{ readonly reaction: HeardReaction }>
export type EditContext = EventContextOf<{ readonly change: HeardEdit }>
export type TopicMovedContext = EventContextOf<{ readonly move: HeardMove }>
export type VoteContext = EventContextOf<{ readonly vote: HeardVote }>

/** What handlers of events about no message have. */
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

/** Handles an event about no message: nobody waits for an answer. */
export type EventHandler<C extends EventContext> = (ctx: C) => void | Promise<void>

/** Which messages `onMessage` takes; all that is given has to fit. */
export interface MessageFilter {
  /** The channel, by name or ID. */
  readonly channel?: string | number
  /** The topic; the case of letters doesn't matter. */
  readonly topic?: string
  /** Something in the text. */
  readonly text?: RegExp
}
