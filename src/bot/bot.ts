import {
  type ChannelMessage,
  type DirectMessage,
  type Notification,
  olderDirectMessageTrigger,
  triggers,
} from '../protocol/index.js'
import type { Storage } from '../storage/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { isPromise, type MaybePromise } from '../values.js'
import {
  type Args,
  addCommands,
  type Command,
  type CommandContext,
  type CommandDetails,
  type CommandSummary,
  createCommand,
} from './commands/command.js'
import type { CommandModule } from './commands/commands.js'
import type { ArgsOf } from './commands/pattern.js'
import type { Context, ContextOf, ErrorHandler, Handler, Layer, Middleware } from './context.js'
import { Conversations } from './conversation/conversations.js'
import type { BotRun, BotRuntime } from './delivery/botRuntime.js'
import type { Delivery } from './delivery/delivery.js'
import { BotSetupError, refuseSecond } from './errors.js'
import { OverhearingBot } from './events/overhearingBot.js'
import type { Declared } from './keeps.js'
import { type Log, withFields } from './log.js'
import {
  checkFilter,
  type Filter,
  type FilterContext,
  isCommandText,
  type MatchContext,
  type Routes,
} from './routes.js'
import { logFailure, runHandler } from './runHandler.js'
import type { ScheduleHandler, ScheduleOptions } from './schedule/schedule.js'
import { createSchedules, type ScheduleErrorHandler } from './schedule/source.js'
import { type ChooseSentences, choosing, type SentencesOption } from './sentences/choose.js'
import { mayStopText, stopsText } from './streams/stopSign.js'
import { createTimed } from './timed.js'

export interface BotOptions {
  /** The bot's name in the log. */
  readonly name?: string
  /**
   * The built-in texts: help, corrections, refusals, questions, failures, and the words that the bot understands, such as
   * `cancel`. A language of `earshot/sentences`, texts of your own, or a function that chooses for each message.
   * (default: English)
   */
  readonly sentences?: SentencesOption
}

const botOptions: OptionNames<BotOptions> = { name: true, sentences: true }

/**
 * A bot: handlers for messages. It holds no credentials and no connection; a receiver passes it messages, so that the
 * same bot runs anywhere.
 *
 * Only the first matching handler gets a message, in this order: commands, those that begin with the most words first;
 * `hears`, as declared; `help`, if the bot has commands; `on` a filter, as declared; `onMention`, `onDirectMessage` or
 * `onTrigger`; and a hint, if the bot has commands. Without commands, a bot ignores a message that nothing matches.
 *
 * With an event queue, a bot can also handle events that aren't addressed to it: `onMessage`, `onReaction` and more.
 * `Added` is what its middleware adds to the context.
 *
 * @example
 * const bot = new Bot()
 * bot.command('echo <text...>', { description: 'Say it back' }, (ctx) => ctx.args.text)
 * bot.onDirectMessage((ctx) => `You said: ${ctx.text}`)
 */
export class Bot<Added = unknown> extends OverhearingBot<Added> {
  readonly name: string | undefined
  /** The built-in texts for the author of a message. Never throws. */
  readonly sentencesFor: ChooseSentences
  readonly #routes: Routes = {
    commands: [],
    hearings: [],
    filtered: [],
    triggers: new Map(),
    overheard: this.overhears,
  }
  /** Each `use` creates a new list, so that handlers declared before it keep theirs. */
  protected layers: readonly Layer[] = []
  readonly #errorHandlers: ErrorHandler[] = []
  readonly #timed = createTimed()
  readonly #schedules = createSchedules(this.#timed)
  readonly #conversations: Conversations

  /** @throws {UnknownOptionError} for an unknown option. */
  constructor(options: BotOptions = {}) {
    super()
    checkOptions('new Bot', options, botOptions)
    this.name = options.name
    this.sentencesFor = choosing(options.sentences)
    this.#conversations = new Conversations({
      work: (run) => runHandler(run, this.#routes, this.layers, this.#errorHandlers),
      isCommand: (text, sentences) => isCommandText(this.#routes, text, sentences),
      sentencesFor: this.sentencesFor,
      onWaiting: () => this.#timed.wake(),
    })
    this.#timed.add(this.#conversations)
  }

  /**
   * Adds a command. Its pattern has literal words, `<name>` for a word, `[name]` for an optional word, and `<name...>`
   * or `[name...]` for all remaining text; `ctx.args` has them by name. A name can have a type: `<who:user>`,
   * `<group:group>`, `<where:topic>`, `<when:duration>`, `<at:date>`, `<on:day>`, `<link:url>`, `<n:integer>`,
   * `<amount:number>`, `<title:quoted>`, or one of several words, `<answer:yes|no>`. If an argument is wrong, the sender gets an error
   * that names it and shows the usage. `help` lists the command.
   *
   * @throws {BotSetupError} if the pattern or an option is invalid, or the bot already has this pattern.
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
  ): this {
    // The pattern guarantees the names and types of the arguments.
    this.#addCommands(createCommand(pattern, details, handler as Handler<CommandContext<Args>>))
    return this
  }

  /** Handles messages whose whole text is this, ignoring case. */
  hears(text: string, handler: Handler<Context & Added>): this
  /** Handles messages whose text matches a regular expression; `ctx.match` holds the match. */
  hears(expression: RegExp, handler: Handler<MatchContext & Added>): this
  hears(what: string | RegExp, handler: Handler<MatchContext & Added>): this {
    const around = this.layers
    if (typeof what === 'string') {
      // By the overloads, the handler of a text doesn't read `match`.
      this.#routes.hearings.push({ kind: 'text', text: what.trim(), handler: handler as Handler, around })
    } else {
      // With the flag g or y, a regular expression would resume where the last message's match ended.
      const expression = new RegExp(what, what.flags.replace(/[gy]/g, ''))
      this.#routes.hearings.push({ kind: 'expression', expression, handler: handler as Handler<MatchContext>, around })
    }
    return this
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
    const there = this.#routes.filtered.find((other) => other.filter === filter)
    refuseSecond(there, `on('${filter}')`)
    // Only messages that pass the filter get here.
    this.#routes.filtered.push({ filter, handler: handler as Handler, around: this.layers })
    return this
  }

  /** Handles channel messages that mention the bot and that no other handler matched. @throws {BotSetupError} the second time. */
  onMention(handler: Handler<ContextOf<ChannelMessage> & Added>): this {
    refuseSecond(this.#routes.mention, 'onMention')
    this.#routes.mention = { handler: handler as Handler<ContextOf<ChannelMessage>>, around: this.layers }
    return this
  }

  /** Handles direct messages to the bot that no other handler matched. @throws {BotSetupError} the second time. */
  onDirectMessage(handler: Handler<ContextOf<DirectMessage> & Added>): this {
    refuseSecond(this.#routes.directMessage, 'onDirectMessage')
    this.#routes.directMessage = { handler: handler as Handler<ContextOf<DirectMessage>>, around: this.layers }
    return this
  }

  /**
   * Handles messages with another trigger, by the server's word for it, that no other handler matched.
   *
   * @throws {BotSetupError} the second time for the same word.
   */
  onTrigger(trigger: string, handler: Handler<Context & Added>): this {
    const word = trigger === olderDirectMessageTrigger ? triggers.directMessage : trigger
    refuseSecond(this.#routes.triggers.get(word), `onTrigger('${word}')`)
    this.#routes.triggers.set(word, { handler: handler as Handler, around: this.layers })
    return this
  }

  /**
   * Runs a handler on a schedule, once no matter how many processes serve the bot: `'weekdays at 9:00'`,
   * `'first monday of the month at 10:00'`, `'every 15 minutes'`, or a cron expression of five fields. A missed run
   * starts up to five minutes late; after that it is skipped, unless `catchUp` says otherwise.
   *
   * @throws {BotSetupError} for invalid times or options, and for a schedule that the bot already has.
   * @example
   * bot.every('weekdays at 11:30', { timezone: 'Europe/Rome' }, async (ctx) => {
   *   await ctx.send({ channel: 'kitchen', topic: 'lunch' }, 'What shall we eat?')
   * })
   */
  every(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): this {
    this.#schedules.every(phrase, options, handler)
    return this
  }

  /** Adds the commands and schedules of a module. @throws {BotSetupError} if the bot already has one of them. */
  use(commands: CommandModule<Added>): this
  /**
   * Adds middleware around the handlers and modules that are declared after it, as in Hono: it runs before and after
   * `await next()`, and without `next()` the message goes no further. The first is the outermost. All of it also runs
   * for messages that no handler matches, and for built-in replies such as `help`. What it adds to the context is typed
   * in handlers declared on the returned bot.
   *
   * @example
   * bot
   *   .command('ping', { description: 'Answer' }, () => 'pong') // for everybody
   *   .use(access('member'))
   *   .command('order', { description: 'Order lunch' }, () => 'Ordered.') // for members
   */
  use<Adds = unknown>(middleware: Middleware<Added, Adds>): Bot<Added & Adds>
  use(added: CommandModule<Added> | Middleware<Added>): unknown {
    if (typeof added === 'function') {
      // Earlier middleware has added what this one needs.
      this.layers = [...this.layers, added as Layer]
      return this
    }
    this.#addCommands(added.handOver())
    const schedules = added.handOverSchedules?.() ?? []
    if (schedules.length > 0) this.#schedules.add(schedules)
    return this
  }

  /**
   * Called with errors that handlers and middleware throw, except `UserError`. A string that it returns is the reply,
   * instead of "Something went wrong"; the first handler that returns one wins. The error is always logged.
   */
  catch(handler: ErrorHandler): this {
    this.#errorHandlers.push(handler)
    return this
  }

  /** Called with errors that schedules throw, which are always logged. To notify somebody, use its context's `send`. */
  catchScheduled(handler: ScheduleErrorHandler): this {
    this.#schedules.catch(handler)
    return this
  }

  /**
   * Handles one message. It is handled when its handler has ended and its replies are sent: at once if the handler waits
   * for nothing, otherwise when the promise resolves. Never throws, and never rejects.
   */
  handle(delivery: Delivery): MaybePromise<void> {
    const log = this.name === undefined ? delivery.log : withFields(delivery.log, { botName: this.name })
    try {
      const isNew = !this.#conversations.mayTake(delivery) && !mayStopText(delivery)
      if (!isNew) return this.#find(delivery, log)
      const handling = this.#conversations.begin(delivery, log)
      return isPromise(handling) ? handling.catch((error) => logFailure(delivery, log, error)) : handling
    } catch (error) {
      logFailure(delivery, log, error)
    }
  }

  /** Finds out what the message is: a request to stop, part of a conversation, or a new message. */
  async #find(delivery: Delivery, log: Log): Promise<void> {
    try {
      if (await this.interrupts(delivery.notification, delivery.storage)) return
      if (await this.#conversations.take(delivery, log)) return
      await this.#conversations.begin(delivery, log)
    } catch (error) {
      logFailure(delivery, log, error)
    }
  }

  /**
   * Stops running work if a notification asks for that, and returns whether it did; the notification then needs no
   * handler. A receiver calls this before it queues the notification, which would otherwise wait for the work that it
   * should stop.
   */
  interrupts(notification: Notification, storage: Storage): Promise<boolean> {
    return stopsText(notification, storage, this.sentencesFor)
  }

  /**
   * Does timed work that is due now, and returns when the next is due, in UNIX milliseconds, if there is any. For
   * platforms with their own timers; in a process that keeps running, use `start`. Never fails.
   */
  tick(runtime: BotRuntime): Promise<number | undefined> {
    checkRuntime('tick', runtime)
    return this.#timed.tick(runtime)
  }

  /** Descriptions of its commands for help, including hidden ones. */
  get commands(): readonly CommandSummary[] {
    return this.#routes.commands.map(({ pattern, usage, description, examples = [] }) => ({
      pattern,
      usage,
      description,
      examples,
    }))
  }

  /** Names of the bot's schedules. */
  get schedules(): readonly string[] {
    return this.#schedules.names()
  }

  /** @internal Its declarations, which show what it keeps in its storage. */
  get declared(): Declared {
    return { routes: this.#routes, layers: this.layers, schedules: this.schedules }
  }

  /** Runs schedules and other timed work when due, until stopped. */
  start(runtime: BotRuntime): BotRun {
    checkRuntime('start', runtime)
    return this.#timed.start(runtime)
  }

  #addCommands(commands: readonly Command[]): void {
    const around = this.layers
    addCommands(
      this.#routes.commands,
      commands.map((command) => ({ ...command, around })),
    )
  }
}

/** Only receivers and workers call these, but people who know other frameworks try to. */
function checkRuntime(method: string, runtime: unknown): void {
  if (typeof runtime === 'object' && runtime !== null) return
  throw new BotSetupError(
    'invalid_option',
    `bot.${method} is called by the bot's receiver. To run a bot, call serve(bot) of 'earshot/node', or createReceiver({ bots }).`,
  )
}
