import { type ChannelMessage, type DirectMessage, olderDirectMessageTrigger, triggers } from '../protocol/index.js'
import { type Args, type CommandContext, type CommandDetails, createCommand } from './command.js'
import type { Context, ContextOf, ErrorHandler, Handler, Middleware } from './context.js'
import type { Delivery } from './delivery.js'
import { createContext } from './deliveryContext.js'
import { BotSetupError } from './errors.js'
import { createFailures } from './failures.js'
import { errorFields, type Log, withFields } from './log.js'
import { runOnion } from './onion.js'
import type { ArgsOf } from './patternTypes.js'
import { createReplies } from './replies.js'
import { returnedText } from './replyText.js'
import { findRoute, type MatchContext, type Routes } from './routes.js'

export interface BotOptions {
  /** What the bot is called in the log. */
  readonly name?: string
}

/**
 * A bot: what to do with which message. It holds no credentials and keeps no connection; a receiver brings it its
 * messages, so that the same bot runs anywhere.
 *
 * Of everything that could take a message, one does. The order: the commands, the one that begins with the most words
 * first; what the bot `hears`, as declared; `help`, for a bot with commands; `onMention`, `onDirectMessage` or
 * `onTrigger`; and for a bot with commands, a hint. A bot that has no commands is quiet where nothing fits.
 *
 * @example
 * const bot = new Bot()
 * bot.command('echo <text...>', { description: 'Say it back' }, (ctx) => ctx.args.text)
 * bot.onDirectMessage((ctx) => `You said: ${ctx.text}`)
 */
export class Bot {
  readonly name: string | undefined
  readonly #routes: Routes = { commands: [], hearings: [], triggers: new Map() }
  readonly #middleware: Middleware[] = []
  readonly #errorHandlers: ErrorHandler[] = []

  constructor({ name }: BotOptions = {}) {
    this.name = name
  }

  /**
   * A command. Its pattern has words to be typed as they are, `<name>` for a word, `[name]` for a word that may be
   * missing, and `<name...>` or `[name...]` for all of the remaining text; `ctx.args` has them by name. Whoever gets the
   * arguments wrong is told how to use it, and `help` tells of it.
   *
   * @throws {BotSetupError} when the pattern can't be used, or is one that the bot has.
   * @example
   * bot.command('whois <email>', { description: 'Look a person up' }, async (ctx) => {
   *   const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email })
   *   return user.full_name
   * })
   */
  command<const Pattern extends string>(
    pattern: Pattern,
    details: CommandDetails,
    handler: Handler<CommandContext<ArgsOf<Pattern>>>,
  ): this {
    // The pattern is the proof that the arguments have these names.
    const command = createCommand(pattern, details, handler as Handler<CommandContext<Args>>)
    if (this.#routes.commands.some((other) => other.pattern === command.pattern)) {
      throw new BotSetupError(
        'duplicate_command',
        `The command '${command.pattern}' is there already. Give this one another pattern.`,
      )
    }
    this.#routes.commands.push(command)
    return this
  }

  /** Listens for a text: the whole of it, whatever its case. */
  hears(text: string, handler: Handler): this
  /** Listens for a text that an expression finds something in; `ctx.match` has what. */
  hears(expression: RegExp, handler: Handler<MatchContext>): this
  hears(what: string | RegExp, handler: Handler<MatchContext>): this {
    if (typeof what === 'string') {
      // By the overloads, the handler of a text looks for no match.
      this.#routes.hearings.push({ kind: 'text', text: what.trim(), handler: handler as Handler })
    } else {
      // With the flags g or y an expression would begin where it was at the last message.
      const expression = new RegExp(what, what.flags.replace(/[gy]/g, ''))
      this.#routes.hearings.push({ kind: 'expression', expression, handler })
    }
    return this
  }

  /** Takes what is left of the messages in channels that mention the bot. @throws {BotSetupError} the second time. */
  onMention(handler: Handler<ContextOf<ChannelMessage>>): this {
    refuseSecond(this.#routes.mention, 'onMention')
    this.#routes.mention = handler
    return this
  }

  /** Takes what is left of the messages sent to the bot directly. @throws {BotSetupError} the second time. */
  onDirectMessage(handler: Handler<ContextOf<DirectMessage>>): this {
    refuseSecond(this.#routes.directMessage, 'onDirectMessage')
    this.#routes.directMessage = handler
    return this
  }

  /**
   * Takes what is left of the messages that reach the bot for some other reason, by the server's word for it.
   *
   * @throws {BotSetupError} the second time for the same word.
   */
  onTrigger(trigger: string, handler: Handler): this {
    const word = trigger === olderDirectMessageTrigger ? triggers.directMessage : trigger
    refuseSecond(this.#routes.triggers.get(word), `onTrigger('${word}')`)
    this.#routes.triggers.set(word, handler)
    return this
  }

  /**
   * Puts a layer around everything further in: it runs for each message, before and after `await next()`. Without
   * `next()` the message goes no further. The first is the outermost.
   */
  use(middleware: Middleware): this {
    this.#middleware.push(middleware)
    return this
  }

  /**
   * Is told of what handlers and middleware throw, but for a `UserError`. A text that it returns is the reply, in place
   * of "Something went wrong"; of several, the first that returns one. The log has the error in any case.
   */
  catch(handler: ErrorHandler): this {
    this.#errorHandlers.push(handler)
    return this
  }

  /** Takes one message through the bot. Ends when its handler has ended and its replies are sent; never fails. */
  async handle(delivery: Delivery): Promise<void> {
    const log = withFields(delivery.log, {
      delivery: delivery.id,
      ...(this.name === undefined ? {} : { botName: this.name }),
    })
    try {
      const replies = createReplies(delivery, log)
      const ctx = await createContext(delivery, log, replies)
      const failures = createFailures(ctx, this.#errorHandlers)
      await runOnion(ctx, this.#middleware, (ctx) => this.#route(ctx), {
        async returned(value, layer) {
          const text = returnedText(value, `What a ${layer} returned`)
          if (text !== undefined) await ctx.reply(text)
        },
        threw: failures.report,
      })
      await replies.settle(failures.isKnown)
    } catch (error) {
      lastWord(log, error)
    }
  }

  #route(ctx: Context) {
    const route = findRoute(this.#routes, ctx)
    ctx.log.debug({ trigger: ctx.trigger, route: route?.name }, route ? 'A handler takes it' : 'Nobody takes it')
    return route?.run()
  }
}

function refuseSecond(there: unknown, method: string): void {
  if (there === undefined) return
  throw new BotSetupError(
    'duplicate_handler',
    `${method} was called a second time, and its first handler would take every message. Put both into one handler.`,
  )
}

/** Only what the delivery itself brought gets here, such as a log that throws; it must not end the process. */
function lastWord(log: Log, error: unknown): void {
  try {
    log.error(errorFields(error), 'The delivery failed')
  } catch {}
}
