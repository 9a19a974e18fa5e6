import type { Context, Handler, Layer } from '../context.js'
import type {
  DeleteContext,
  EditContext,
  EventHandler,
  MessageFilter,
  ReactionContext,
  SubscribedContext,
  TopicMovedContext,
  VoteContext,
} from './events.js'
import { Overheard } from './overheard.js'

/** The part of a bot that handles messages that aren't for it, and events. */
export abstract class OverhearingBot<Added> {
  /** @internal The handlers of what only an event queue brings. */
  readonly overhears = new Overheard()
  /** @internal The middleware around what is declared next. */
  protected abstract readonly layers: readonly Layer[]

  /**
   * Handles messages in the bot's channels that aren't for it, and those for it that nothing else handles. If several
   * filters match, the first wins. Needs an event queue: `listen`.
   * @throws {BotSetupError} for an invalid filter, and the second time without one.
   * @example bot.onMessage({ channel: 'kitchen', text: /burnt/ }, (ctx) => ctx.react('fire'))
   */
  onMessage(handler: Handler<Context & Added>): this
  onMessage(filter: MessageFilter, handler: Handler<Context & Added>): this
  onMessage(...given: [Handler<Context & Added>] | [MessageFilter, Handler<Context & Added>]): this {
    const [filter, handler] = given.length === 1 ? [{}, given[0]] : given
    this.overhears.addMessages(filter, handler as Handler, this.layers)
    return this
  }

  /**
   * Handles reactions, added and removed. @throws {BotSetupError} the second time.
   * @example bot.onReaction((ctx) => (ctx.reaction.emojiName === 'eyes' ? `${ctx.sender.name} looks at it.` : undefined))
   */
  onReaction(handler: Handler<ReactionContext & Added>): this {
    this.overhears.addEvents('onReaction', 'reaction', handler, this.layers)
    return this
  }

  /** Handles edits; `ctx.message` has the new text. @throws {BotSetupError} the second time. */
  onEdit(handler: Handler<EditContext & Added>): this {
    this.overhears.addEvents('onEdit', 'edit', handler, this.layers)
    return this
  }

  /** Handles moves to another topic or channel; `ctx.message` is the first. @throws {BotSetupError} the second time. */
  onTopicMoved(handler: Handler<TopicMovedContext & Added>): this {
    this.overhears.addEvents('onTopicMoved', 'topic_moved', handler, this.layers)
    return this
  }

  /** Handles changes to polls and to-do lists. @throws {BotSetupError} the second time. */
  onVote(handler: Handler<VoteContext & Added>): this {
    this.overhears.addEvents('onVote', 'vote', handler, this.layers)
    return this
  }

  /** Handles deletions by anybody. Middleware isn't run. @throws {BotSetupError} the second time. */
  onDelete(handler: EventHandler<DeleteContext>): this {
    this.overhears.addEvents('onDelete', 'delete', handler)
    return this
  }

  /** Runs when the bot is subscribed to a channel. Middleware isn't run. @throws {BotSetupError} the second time. */
  onSubscribed(handler: EventHandler<SubscribedContext>): this {
    this.overhears.addEvents('onSubscribed', 'subscribed', handler)
    return this
  }
}
