import { type BotOptions, LeanBot } from './bot.js'
import { checkOptions } from './checkOptions.js'
import type { CommandModule } from './commands.js'
import type { Middleware } from './context.js'
import { everything } from './everything.js'
import type { FeatureName } from './features.js'

/**
 * A bot: what to do with which message. It holds no credentials and keeps no connection; a receiver brings it its
 * messages, so that the same bot runs anywhere.
 *
 * Of everything that could take a message, one does. The order: the commands, the one that begins with the most words
 * first; what the bot `hears`, as declared; `help`, for a bot with commands; handlers `on` a filter, as declared;
 * `onMention`, `onDirectMessage` or `onTrigger`; and for a bot with commands, a hint. A bot that has no commands is quiet
 * where nothing fits.
 *
 * `Added` is what its middleware adds to the context.
 *
 * @example
 * const bot = new Bot()
 * bot.command('echo <text...>', { description: 'Say it back' }, (ctx) => ctx.args.text)
 * bot.onDirectMessage((ctx) => `You said: ${ctx.text}`)
 */
export class Bot<Added = unknown> extends LeanBot<Added, FeatureName> {
  /** @throws {BotSetupError} `invalid_option` for an option that it doesn't know. */
  constructor(options: BotOptions = {}) {
    checkOptions('new Bot', options, { name: true })
    super({ ...options, with: everything })
  }

  override use(commands: CommandModule<Added>): this
  override use<Adds = unknown>(middleware: Middleware<Added, Adds>): Bot<Added & Adds>
  override use(added: CommandModule<Added> & Middleware<Added>): unknown {
    return super.use(added)
  }
}
