import { type ChannelMessage, type DirectMessage, triggers } from '../protocol/index.js'
import { checkOptions } from '../text/index.js'
import { BotSetupError } from './base/errors.js'
import { followUp, type HeardEvent, type OverheardTrigger } from './base/notification.js'
import { type Args, type CommandContext, type CommandDetails, commandUnder, createCommand } from './commands/command.js'
import { type ArgsOf, prefixParts } from './commands/pattern.js'
import { type ComposerOptions, composerOptions, inUse, notComposer } from './composerOptions.js'
import type {
  Context,
  ContextOf,
  ErrorHandler,
  FollowOptions,
  Handler,
  HandlerResult,
  Layer,
  Middleware,
} from './context/context.js'
import { declaredAt, placedIn } from './context/placed.js'
import type {
  DeleteContext,
  EditContext,
  EventContext,
  EventHandler,
  MessageFilter,
  ReactionContext,
  SubscribedContext,
  TopicMovedContext,
  VoteContext,
} from './events/events.js'
import { checkMessageFilter, type EventDeclaration } from './events/overheard.js'
import { followTime } from './following/follow.js'
import { accessLayer } from './middleware/access.js'
import { cooldownLayer } from './middleware/cooldown.js'
import type { Access } from './people/access.js'
import {
  addRoutes,
  checkFilter,
  type Fallback,
  type Filter,
  type FilterContext,
  type MatchContext,
  newRoutes,
  passes,
  placedRoutes,
  triggerWord,
} from './routes/routes.js'
import {
  checkSchedules,
  createSchedule,
  type Schedule,
  type ScheduleErrorHandler,
  type ScheduleHandler,
  type ScheduleOptions,
} from './schedule/schedule.js'

/**
 * A part of a bot: commands and other handlers, schedules, middleware for these alone, and error handlers that get their
 * errors first. A bot or another composer includes it with `use`, once it is complete. `Needs` is what its handlers expect
 * in the context, which the middleware of whoever includes it adds.
 *
 * @example
 * const topics = new Composer({ prefix: 'topic', access: 'moderator' })
 * topics.command('close <where:topic>', { description: 'Close a topic' }, (ctx) => close(ctx.args.where))
 * topics.onTopicMoved((ctx) => remember(ctx.move))
 * topics.catch(() => 'Topics are out of order today.')
 * bot.use(topics) // topic close #**kitchen>lunch**
 */
export class Composer<Needs = unknown, Added = Needs> {
  /** Never set; it carries the type. */
  declare readonly needs?: (needs: Needs) => void
  /** @internal */
  protected readonly routes = newRoutes()
  /** @internal Each `use` makes a new list, so that handlers declared before it keep theirs. */
  protected layers: readonly Layer[] = []
  /** @internal */
  protected readonly scheduled: Schedule[] = []
  /** @internal */
  protected readonly errorHandlers: ErrorHandler[] = []
  /** @internal */
  protected readonly scheduleErrorHandlers: ScheduleErrorHandler[] = []
  readonly #prefix: string | undefined
  readonly #access: Access | undefined
  #isInUse = false
  /** What includes it, and how many others that included before. */
  #within: { readonly outer: Composer<never, unknown>; readonly at: number } | undefined
  #included = 0

  /** @throws {BotSetupError} for an unknown or invalid option. */
  constructor(options: ComposerOptions = {}) {
    checkOptions('new Composer', options, composerOptions)
    const { prefix, access, cooldown } = options
    this.#prefix = prefix
    this.#access = access
    if (prefix !== undefined) prefixParts(prefix)
    if (access !== undefined) this.layers = [...this.layers, accessLayer(access)]
    if (cooldown !== undefined) this.layers = [...this.layers, cooldownLayer(cooldown, () => this.#cooldownName())]
  }

  /**
   * Adds a command. Its pattern has literal words, `<name>` for a word, `[name]` for an optional word, and `<name...>`
   * or `[name...]` for all remaining text; `ctx.args` has them by name. A name can have a type: `<who:user>`,
   * `<group:group>`, `<where:topic>`, `<when:duration>`, `<at:date>`, `<on:day>`, `<link:url>`, `<n:integer>`,
   * `<amount:number>`, `<title:quoted>`, or one of several words, `<answer:yes|no>`. If an argument is wrong, the sender gets an error
   * that names it and shows the usage. `help` lists the command.
   *
   * @throws {BotSetupError} if the pattern or an option is invalid, or there already is a command with this pattern.
   * @example
   * bot.command('whois <email>', { description: 'Look a person up' }, async (ctx) => {
   *   const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email })
   *   return user.full_name
   * })
   */
  command<const Pattern extends string>(
    pattern: Pattern,
    details: CommandDetails,
    handler: Handler<CommandContext<ArgsOf<Pattern>> & Added>,
  ): this
  /** Adds a command that `help` lists without a description. @example bot.command('ping', () => 'pong') */
  command<const Pattern extends string>(
    pattern: Pattern,
    handler: Handler<CommandContext<ArgsOf<Pattern>> & Added>,
  ): this
  command(pattern: string, ...given: [CommandDetails, Handler<never>] | [Handler<never>]): this {
    // The pattern guarantees the names and types of the arguments.
    const [details, handler] = given.length === 1 ? [{}, given[0]] : given
    const commands = createCommand(pattern, details, handler as Handler<CommandContext<Args>>, declaredAt(0))
    return this.#add({ commands: commands.map((command) => ({ ...command, ...placedIn(this.layers, [])(command) })) })
  }

  /**
   * Handles messages whose whole text is this, in any case and with signs around it. @throws {BotSetupError} the second time.
   * @example bot.hears('good morning', (ctx) => `Good morning, ${ctx.sender.name}!`)
   */
  hears(text: string, handler: Handler<Context & Added>): this
  /**
   * Handles messages whose text matches a regular expression; `ctx.match` holds the match.
   * @example bot.hears(/order (\d+)/i, (ctx) => `Order ${ctx.match[1]} is in the oven.`)
   */
  hears(expression: RegExp, handler: Handler<MatchContext & Added>): this
  hears(what: string | RegExp, handler: Handler<MatchContext & Added>): this {
    const placed = { layers: this.layers, boundaries: [] }
    if (typeof what === 'string') {
      // By the overloads, the handler of a text doesn't read `match`.
      const heard = { kind: 'text', text: what.trim(), at: declaredAt(0), handler: handler as Handler } as const
      return this.#add({ hearings: [{ ...heard, ...placed }] })
    }
    // With the flag g or y, a regular expression would resume where the last message's match ended.
    const expression = new RegExp(what, what.flags.replace(/[gy]/g, ''))
    const heard = { kind: 'expression', expression, handler: handler as Handler<MatchContext> } as const
    return this.#add({ hearings: [{ ...heard, ...placed }] })
  }

  /**
   * Handles messages that pass a filter and that no earlier kind of handler matched; `ctx` is narrowed to such messages.
   * If a message passes several filters, the first declared handles it.
   *
   * @throws {BotSetupError} if the filter is unknown or already has a handler.
   * @example
   * bot.on('direct:group', (ctx) => `There are ${ctx.message.display_recipient.length} of us.`)
   */
  on<F extends Filter>(filter: F, handler: Handler<FilterContext<F> & Added>): this {
    checkFilter(filter)
    return this.#fallback('filter', `on ${filter}`, handler as Handler, (ctx) => passes(filter, ctx))
  }

  /**
   * Handles channel messages that mention the bot and that no other handler matched. @throws {BotSetupError} the second time.
   * @example bot.onMention((ctx) => `You said: ${ctx.text}`)
   */
  onMention(handler: Handler<ContextOf<ChannelMessage> & Added>): this {
    const takes: Fallback['takes'] = (ctx) => ctx.trigger === triggers.mention && ctx.isChannelMessage()
    return this.#fallback('trigger', 'onMention', handler as Handler, takes)
  }

  /**
   * Handles direct messages to the bot that no other handler matched. @throws {BotSetupError} the second time.
   * @example bot.onDirectMessage((ctx) => answer(ctx.text))
   */
  onDirectMessage(handler: Handler<ContextOf<DirectMessage> & Added>): this {
    const takes: Fallback['takes'] = (ctx) => ctx.trigger === triggers.directMessage && ctx.isDirectMessage()
    return this.#fallback('trigger', 'onDirectMessage', handler as Handler, takes)
  }

  /**
   * Handles messages in a topic that the bot follows, which don't mention it, and that no other handler matched. They get no
   * hints, and those of bots aren't among them. `stop` ends following. Needs an event queue: `listen`.
   *
   * @throws {BotSetupError} the second time.
   * @example
   * bot.follow({ for: '30m' }).onFollowUp((ctx) => (ctx.text.endsWith('?') ? answer(ctx.text) : undefined))
   */
  onFollowUp(handler: Handler<ContextOf<ChannelMessage> & Added>): this {
    // No event has this trigger; it shows that the handler needs an event queue.
    this.#event('onFollowUp', followUp, () => {})
    return this.#fallback('trigger', 'onFollowUp', handler as Handler, (ctx) => ctx.trigger === followUp)
  }

  /**
   * Follows each topic in which the bot is mentioned, as `ctx.follow` does for one: commands, `hears` and `onFollowUp` then
   * handle messages there that don't mention it. Needs an event queue: `listen`.
   *
   * @throws {BotSetupError} `invalid_duration`, and the second time.
   * @example bot.follow({ for: '2h' })
   */
  follow(options: FollowOptions = {}): this {
    return this.#event('follow', followUp, () => {}, { time: followTime('follow', options, BotSetupError) })
  }

  /**
   * Handles messages with another trigger, by the server's word for it, that no other handler matched.
   *
   * @throws {BotSetupError} the second time for the same word.
   */
  onTrigger(trigger: string, handler: Handler<Context & Added>): this {
    const word = triggerWord(trigger)
    return this.#fallback('trigger', `onTrigger ${word}`, handler as Handler, (ctx) => ctx.trigger === word)
  }

  /**
   * Handles messages in the bot's channels that aren't for it, and those for it that nothing else handles. Every handler
   * whose filter matches runs, in the order of declaration. Needs an event queue: `listen`.
   * @throws {BotSetupError} for an invalid filter.
   * @example bot.onMessage({ channel: 'kitchen', text: /burnt/ }, (ctx) => ctx.react('fire'))
   */
  onMessage(handler: Handler<Context & Added>): this
  onMessage(filter: MessageFilter, handler: Handler<Context & Added>): this
  onMessage(...given: [Handler<Context & Added>] | [MessageFilter, Handler<Context & Added>]): this {
    const [filter, handler] = given.length === 1 ? [{}, given[0]] : given
    checkMessageFilter(filter)
    return this.#event('onMessage', 'message', handler as Handler, { filter })
  }

  /**
   * Handles reactions, added and removed. Every handler runs, in the order of declaration.
   * @example bot.onReaction((ctx) => (ctx.reaction.emojiName === 'eyes' ? `${ctx.sender.name} looks at it.` : undefined))
   */
  onReaction(handler: Handler<ReactionContext & Added>): this {
    return this.#event('onReaction', 'reaction', handler)
  }

  /**
   * Handles edits; `ctx.message` has the new text. Every handler runs.
   * @example bot.onEdit((ctx) => log(`${ctx.sender.name} changed a message to: ${ctx.text}`))
   */
  onEdit(handler: Handler<EditContext & Added>): this {
    return this.#event('onEdit', 'edit', handler)
  }

  /**
   * Handles moves to another topic or channel; `ctx.message` is the first. Every handler runs.
   * @example bot.onTopicMoved((ctx) => remember(ctx.move))
   */
  onTopicMoved(handler: Handler<TopicMovedContext & Added>): this {
    return this.#event('onTopicMoved', 'topic_moved', handler)
  }

  /** Handles changes to polls and to-do lists. Every handler runs. @example bot.onVote((ctx) => remember(ctx.vote)) */
  onVote(handler: Handler<VoteContext & Added>): this {
    return this.#event('onVote', 'vote', handler)
  }

  /** Handles deletions by anybody. Every handler runs, without middleware. @example bot.onDelete((ctx) => remember(ctx.deletion)) */
  onDelete(handler: EventHandler<DeleteContext>): this {
    return this.#event('onDelete', 'delete', handler, { hasLayers: false })
  }

  /**
   * Runs when the bot is subscribed to a channel. Every handler runs, without middleware.
   * @example bot.onSubscribed((ctx) => log(`I'm in ${ctx.channel.name} now.`))
   */
  onSubscribed(handler: EventHandler<SubscribedContext>): this {
    return this.#event('onSubscribed', 'subscribed', handler, { hasLayers: false })
  }

  /**
   * Runs a handler on a schedule, once no matter how many processes serve the bot: `'weekdays at 9:00'`,
   * `'first monday of the month at 10:00'`, `'every 15 minutes'`, or a cron expression of five fields. A missed run
   * starts up to five minutes late; after that it is skipped, unless `catchUp` says otherwise.
   *
   * @throws {BotSetupError} for invalid times or options, and for a schedule that is there already.
   * @example
   * bot.every('weekdays at 11:30', { timezone: 'Europe/Rome' }, async (ctx) => {
   *   await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'What shall we eat?')
   * })
   */
  every(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): this {
    return this.#add({}, [createSchedule(phrase, options, handler)])
  }

  /**
   * Adds middleware around the handlers that are declared after it, or includes what another composer declares, which must
   * be complete. Middleware runs before and after `await next()`, and without `next()` the message goes no further. The
   * first is the outermost. What it adds to the context is typed in handlers declared on what `use` returns.
   *
   * A bot's middleware also runs for messages that no handler matches, and for built-in replies such as `help`.
   *
   * @throws {BotSetupError} if something that the composer declares is there already.
   * @example
   * bot
   *   .command('ping', { description: 'Answer' }, () => 'pong') // for everybody
   *   .use(access('member'))
   *   .command('order', { description: 'Order lunch' }, () => 'Ordered.') // for members
   *   .use(topics) // a Composer
   */
  use<Adds = unknown>(added: Middleware<Added, Adds> | Composer<Added, unknown>): Composer<Needs, Added & Adds> {
    this.#refuseInUse()
    if (typeof added === 'function') this.layers = [...this.layers, added as Layer]
    else if (added instanceof Composer) added.#includeIn(this)
    else throw notComposer(added, Composer.name)
    return this as Composer<Needs, Added & Adds>
  }

  /**
   * Called with errors that these handlers and their middleware throw, except `UserError`, before those of whoever includes
   * them. A string that it returns is the reply, instead of "Something went wrong"; the first error handler that returns
   * one wins. The error is always logged.
   * @example bot.catch((error, ctx) => `That failed, ${ctx.sender.name}. The kitchen has been told.`)
   */
  catch(handler: ErrorHandler): this {
    this.#refuseInUse()
    this.errorHandlers.push(handler)
    return this
  }

  /** Called with errors that these schedules throw, which are always logged. To notify somebody, use its context's `send`. */
  catchScheduled(handler: ScheduleErrorHandler): this {
    this.#refuseInUse()
    this.scheduleErrorHandlers.push(handler)
    return this
  }

  #includeIn(other: Composer<never, unknown>): void {
    if (other === this) throw new BotSetupError('invalid_option', 'use was given the composer itself.')
    const place = placedIn(other.layers, this.errorHandlers)
    const prefix = this.#prefix === undefined ? undefined : prefixParts(this.#prefix)
    const access = this.#access === undefined ? [] : [this.#access]
    const { commands, ...routes } = placedRoutes(this.routes, place)
    const named = commands.map((command) => ({
      ...(prefix ? commandUnder(prefix, command) : command),
      accesses: [...access, ...command.accesses],
    }))
    const scheduled = this.scheduled.map((schedule) => ({
      ...schedule,
      errorHandlers: [...schedule.errorHandlers, ...this.scheduleErrorHandlers],
    }))
    other.#add({ ...routes, commands: named }, scheduled)
    this.#isInUse = true
    this.#within ??= { outer: other, at: other.#included++ }
  }

  #fallback(kind: Fallback['kind'], name: string, handler: Handler, takes: Fallback['takes']): this {
    const placed = { layers: this.layers, boundaries: [] }
    return this.#add({ fallbacks: [{ kind, name, at: declaredAt(), takes, handler, ...placed }] })
  }

  #event<C extends EventContext>(
    name: string,
    trigger: OverheardTrigger,
    handler: (ctx: C) => HandlerResult,
    { filter = {}, hasLayers = true, time }: Partial<Pick<EventDeclaration, 'filter' | 'hasLayers' | 'time'>> = {},
  ): this {
    // The listener has read the facts from the event, so the type holds.
    const run = (ctx: Context, event: HeardEvent | undefined) =>
      handler(Object.assign(ctx, event?.facts) as unknown as C)
    const layers = hasLayers ? this.layers : []
    return this.#add({
      events: [{ name, trigger, at: declaredAt(), filter, hasLayers, time, run, layers, boundaries: [] }],
    })
  }

  #add(declared: Partial<ReturnType<typeof newRoutes>>, scheduled: readonly Schedule[] = []): this {
    this.#refuseInUse()
    checkSchedules(this.scheduled, scheduled)
    addRoutes(this.routes, { ...newRoutes(), ...declared })
    this.scheduled.push(...scheduled)
    return this
  }

  /** The same in every process that runs the bot; read once all is declared. */
  #cooldownName(): string {
    const { commands, hearings, fallbacks, events } = this.routes
    const first = hearings[0]?.kind === 'text' ? hearings[0].text : String(hearings[0]?.expression ?? '')
    // Only events can have several handlers.
    const event = `${events[0]?.name} ${this.#within?.at}`
    return ['module', this.#path(), commands[0]?.usage || first || fallbacks[0]?.name || event].join(' ')
  }

  #path(): string {
    return this.#within ? `${this.#within.outer.#path()}/${this.#prefix ?? ''}` : ''
  }

  #refuseInUse(): void {
    if (this.#isInUse) throw inUse()
  }
}
