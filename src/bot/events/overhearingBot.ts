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

/** The part of a bot that hears what isn't for it. */
export abstract class OverhearingBot<Added> {
  /** @internal What it hears besides the messages that are for it. */
  readonly overhears = new Overheard()
  /** @internal The middleware around what is declared now. */
  protected abstract readonly layers: readonly Layer[]

  /**
   * Takes messages of the bot's channels that aren't for it, and those for it that nothing else takes; of several filters
   * that fit, the first. Needs an event queue: `listen`.
   * @throws {BotSetupError} for a wrong filter, and the second time without one. @example bot.onMessage({ channel: 'kitchen', text: /burnt/ }, (ctx) => ctx.react('fire'))
   */
  onMessage(handler: Handler<Context & Added>): this
  onMessage(filter: MessageFilter, handler: Handler<Context & Added>): this
  onMessage(...given: [Handler<Context & Added>] | [MessageFilter, Handler<Context & Added>]): this {
    const [filter, handler] = given.length === 1 ? [{}, given[0]] : given
    this.overhears.addMessages(filter, handler as Handler, this.layers)
    return this
  }

  /**
   * Takes reactions, added and removed. @throws {BotSetupError} the second time.
   * @example bot.onReaction((ctx) => (ctx.reaction.emojiName === 'eyes' ? `${ctx.sender.name} looks at it.` : undefined))
   */
  onReaction(handler: Handler<ReactionContext & Added>): this {
    this.overhears.addEvents('onReaction', 'reaction', handler, this.layers)
    return this
  }

  /** Takes edits of texts; `ctx.message` has the new one. @throws {BotSetupError} the second time. */
  onEdit(handler: Handler<EditContext & Added>): this {
    this.overhears.addEvents('onEdit', 'edit', handler, this.layers)
    return this
  }

  /** Takes moves to another topic or channel; `ctx.message` is the first. @throws {BotSetupError} the second time. */
  onTopicMoved(handler: Handler<TopicMovedContext & Added>): this {
    this.overhears.addEvents('onTopicMoved', 'topic_moved', handler, this.layers)
    return this
  }

  /** Takes what people do to polls and lists of tasks. @throws {BotSetupError} the second time. */
  onVote(handler: Handler<VoteContext & Added>): this {
    this.overhears.addEvents('onVote', 'vote', handler, this.layers)
    return this
  }

  /** Takes deletions, whoever made them. Middleware isn't run. @throws {BotSetupError} the second time. */
  onDelete(handler: EventHandler<DeleteContext>): this {
    this.overhears.addEvents('onDelete', 'delete', handler)
    return this
  }

  /** Is told when the bot is subscribed to a channel. Middleware isn't run. @throws {BotSetupError} the second time. */
  onSubscribed(handler: EventHandler<SubscribedContext>): this {
    this.overhears.addEvents('onSubscribed', 'subscribed', handler)
    return this
  }
}
