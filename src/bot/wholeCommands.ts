import { checkOptions } from './checkOptions.js'
import { type CommandModule, type CommandsOptions, commandsOptions, LeanCommands } from './commands.js'
import type { Middleware } from './context.js'
import { everything } from './everything.js'
import type { FeatureName } from './features.js'

/**
 * A group of commands as a module: with middleware that stands around these commands alone, and error handlers that
 * hear of their errors first. A bot takes it over with `bot.use(commands)`, after everything is in it.
 *
 * @example
 * const topics = new Commands({ prefix: 'topic', access: 'moderator' })
 * topics.command('close <where:topic>', { description: 'Close a topic' }, (ctx) => close(ctx.args.where))
 * topics.catch(() => 'The topics are out of order today.')
 * bot.use(topics) // topic close #**kitchen>lunch**
 */
export class Commands<Needs = unknown, Added = Needs> extends LeanCommands<Needs, Added, FeatureName> {
  /** @throws {BotSetupError} when an option can't be used. */
  constructor(options: CommandsOptions = {}) {
    checkOptions('new Commands', options, commandsOptions)
    super({ ...options, with: everything })
  }

  override use(commands: CommandModule<Added>): this
  override use<Adds = unknown>(middleware: Middleware<Added, Adds>): Commands<Needs, Added & Adds>
  override use(added: CommandModule<Added> & Middleware<Added>): unknown {
    return super.use(added)
  }
}
