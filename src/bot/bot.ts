import { checkOptions, type OptionNames } from '../text/index.js'
import { isPromise, type MaybePromise } from '../values.js'
import { BotSetupError } from './base/errors.js'
import { errorFields, withFields } from './base/log.js'
import { isOverheard, type Overhears } from './base/notification.js'
import type { CommandSummary } from './commands/command.js'
import { Composer } from './composer.js'
import type { Middleware } from './context/context.js'
import { Conversations } from './conversation/conversations.js'
import type { BotRun, BotRuntime } from './delivery/botRuntime.js'
import type { Delivery } from './delivery/delivery.js'
import { createTimed } from './delivery/timed.js'
import { eventHandlers } from './events/overheard.js'
import type { Declared } from './routes/keeps.js'
import { isCommandText } from './routes/routes.js'
import { logFailure, runHandler } from './routes/runHandler.js'
import type { ScheduleHandler, ScheduleOptions } from './schedule/schedule.js'
import { scheduleSource } from './schedule/source.js'
import { type ChooseSentences, choosing, type SentencesOption } from './sentences/choose.js'
import { mayStopText, stopsText } from './streams/stopSign.js'

export interface BotOptions {
  /** The bot's name in the log. */
  readonly name?: string
  /**
   * The built-in texts: help, corrections, refusals, questions, failures, and the words that the bot understands, such as
   * `cancel`. A language of `earshot/sentences`, texts of your own, or a function that chooses for each message.
   * (default: English)
   */
  readonly sentences?: SentencesOption
  /**
   * Whether a message that its author edits within five minutes is read again, unless a handler has run for it: a hint becomes
   * the answer. Only by events; the server tells a webhook nothing of edits. (default: true)
   */
  readonly edits?: boolean
  /**
   * Whether a message of up to twenty lines that are all commands runs each of them, in order, and answers them in one reply.
   * Otherwise it is one command, whose last argument may go over several lines. (default: true)
   */
  readonly severalCommands?: boolean
}

const botOptions: OptionNames<BotOptions> = { name: true, sentences: true, edits: true, severalCommands: true }

/**
 * A bot: handlers for messages. It holds no credentials and no connection; a receiver passes it messages, so that the
 * same bot runs anywhere.
 *
 * Only the first matching handler gets a message, in this order: commands, those that begin with the most words first;
 * `hears`, as declared; `help`, if the bot has commands; `on` a filter, as declared; `onMention`, `onDirectMessage`,
 * `onFollowUp` or `onTrigger`; and a hint, if the bot has commands. Without commands, a bot ignores a message that nothing matches.
 *
 * With an event queue, a bot can also handle events that aren't addressed to it: `onMessage`, `onReaction` and more.
 * `Added` is what its middleware adds to the context.
 *
 * @example
 * const bot = new Bot()
 * bot.command('echo <text...>', { description: 'Say it back' }, (ctx) => ctx.args.text)
 * bot.onDirectMessage((ctx) => `You said: ${ctx.text}`)
 */
export class Bot<Added = unknown> extends Composer<unknown, Added> {
  readonly name: string | undefined
  /** The built-in texts for the author of a message. Never throws. */
  readonly sentencesFor: ChooseSentences
  readonly #timed = createTimed()
  readonly #conversations: Conversations
  readonly #edits: boolean

  /** @throws {UnknownOptionError} for an unknown option. */
  constructor(options: BotOptions = {}) {
    super()
    checkOptions('new Bot', options, botOptions)
    this.name = options.name
    this.#edits = options.edits !== false
    this.routes.takesLines = options.severalCommands !== false
    this.sentencesFor = choosing(options.sentences)
    this.#conversations = new Conversations({
      work: (run) => runHandler(run, this.routes, this.layers, this.errorHandlers),
      isCommand: (text, sentences, { client }) => isCommandText(this.routes, text, sentences, client),
      sentencesFor: this.sentencesFor,
      onWaiting: () => this.#timed.wake(),
    })
    this.#timed.add(this.#conversations)
    this.#timed.add(scheduleSource(this.scheduled, this.scheduleErrorHandlers))
  }

  /** See `Composer`: middleware for a bot also runs for messages that no handler matches. */
  override use<Adds = unknown>(added: Middleware<Added, Adds> | Composer<Added, unknown>): Bot<Added & Adds> {
    super.use(added)
    this.#timed.wake()
    return this as unknown as Bot<Added & Adds>
  }

  override every(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): this {
    super.every(phrase, options, handler)
    this.#timed.wake()
    return this
  }

  /**
   * Handles one message. It is handled when its handler has ended and its replies are sent: at once if the handler waits
   * for nothing, otherwise when the promise resolves. Never throws, and never rejects.
   */
  handle(delivery: Delivery): MaybePromise<void> {
    if (this.name !== undefined) delivery.log = withFields(delivery.log, { botName: this.name })
    try {
      const isNew = !this.#conversations.mayTake(delivery) && !mayStopText(delivery)
      if (!isNew) return this.#find(delivery)
      const handling = this.#conversations.begin(delivery)
      return isPromise(handling) ? handling.catch((error) => logFailure(delivery, error)) : handling
    } catch (error) {
      logFailure(delivery, error)
    }
  }

  /** Finds out what the message is: a request to stop, part of a conversation, or a new message. */
  async #find(delivery: Delivery): Promise<void> {
    try {
      if (await this.interrupts(delivery).catch((error) => delivery.log.warn(errorFields(error), unsure))) return
      if (await this.#conversations.take(delivery)) return
      await this.#conversations.begin(delivery)
    } catch (error) {
      logFailure(delivery, error)
      // A queue tells the sender itself, if it doesn't try again.
      if (delivery.attempt || isOverheard(delivery.notification)) return
      await delivery.reply((await this.sentencesFor(delivery)).failed(delivery.id)).catch(() => {})
    }
  }

  /**
   * Stops running work if a delivery asks for that, and returns whether it did; the delivery then needs no handler. A
   * receiver calls this before it queues the delivery, which would otherwise wait for the work that it should stop.
   */
  interrupts({ notification, storage }: Delivery): Promise<boolean> {
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
    return this.routes.commands.map(({ pattern, usage, description, examples = [] }) => ({
      pattern,
      usage,
      description,
      examples,
    }))
  }

  /** Names of the bot's schedules. */
  get schedules(): readonly string[] {
    return this.scheduled.map(({ name }) => name)
  }

  /** @internal The handlers of what only an event queue brings. */
  get overhears(): Overhears {
    const { events } = this.routes
    return {
      handlers: events,
      edits: this.#edits,
      follows: events.find(({ time }) => time)?.time,
      takes: (notification) => eventHandlers(events, notification).length > 0,
    }
  }

  /** @internal Its declarations, which show what it keeps in its storage. */
  get declared(): Declared {
    return { routes: this.routes, layers: this.layers, schedules: this.schedules }
  }

  /** Runs schedules and other timed work when due, until stopped. */
  start(runtime: BotRuntime): BotRun {
    checkRuntime('start', runtime)
    return this.#timed.start(runtime)
  }
}

const unsure = 'Failed to look up whether to stop a stream'

/** Only receivers and workers call these, but people who know other frameworks try to. */
function checkRuntime(method: string, runtime: unknown): void {
  if (typeof runtime === 'object' && runtime !== null) return
  throw new BotSetupError(
    'invalid_option',
    `bot.${method} is called by the bot's receiver. To run a bot, call serve(bot) of 'earshot/node', or createReceiver({ bots }).`,
  )
}
