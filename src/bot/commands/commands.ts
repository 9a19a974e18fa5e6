import { checkOptions, type Duration, type OptionNames } from '../../text/index.js'
import { type Access, accessLayer } from '../access.js'
import type { ErrorHandler, Handler, Layer, Middleware } from '../context.js'
import { BotSetupError } from '../errors.js'
import { cooldownLayer } from '../middleware/cooldown.js'
import {
  addSchedules,
  createSchedule,
  type Schedule,
  type ScheduleHandler,
  type ScheduleOptions,
} from '../schedule/schedule.js'
import {
  type Args,
  addCommands,
  type Command,
  type CommandContext,
  type CommandDetails,
  commandUnder,
  createCommand,
} from './command.js'
import { type ArgsOf, readPattern } from './pattern.js'

export interface CommandsOptions {
  /** Words before each of the commands: with `topic`, the command `list` is `topic list`. */
  readonly prefix?: string
  /** Who may use the commands, in addition to each command's own `access`. */
  readonly access?: Access
  /** How long one person has to wait after any of the commands: `'30s'`, or milliseconds. */
  readonly cooldown?: Duration
}

const commandsOptions: OptionNames<CommandsOptions> = { prefix: true, access: true, cooldown: true }

/** Commands that a bot or another module can include. `Needs` is what they expect in the context. */
export interface CommandModule<Needs = unknown> {
  /** Never set; it carries the type. */
  readonly needs?: (needs: Needs) => void
  /** Returns the commands; afterwards the module accepts no more. */
  handOver(): readonly Command[]
  /** Returns the schedules; afterwards the module accepts no more. */
  handOverSchedules?(): readonly Schedule[]
}

/**
 * A group of commands as a module, with middleware for these commands alone, and error handlers that get their errors
 * first. Include it with `bot.use(commands)` once it is complete.
 *
 * @example
 * const topics = new Commands({ prefix: 'topic', access: 'moderator' })
 * topics.command('close <where:topic>', { description: 'Close a topic' }, (ctx) => close(ctx.args.where))
 * topics.catch(() => 'Topics are out of order today.')
 * bot.use(topics) // topic close #**kitchen>lunch**
 */
export class Commands<Needs = unknown, Added = Needs> implements CommandModule<Needs> {
  declare readonly needs?: (needs: Needs) => void
  readonly #prefix: string | undefined
  readonly #access: Access | undefined
  readonly #layers: Layer[] = []
  readonly #boundaries: ErrorHandler[] = []
  readonly #commands: Command[] = []
  readonly #schedules: Schedule[] = []
  #isHandedOver = false

  /** @throws {BotSetupError} when an option can't be used. */
  constructor(options: CommandsOptions = {}) {
    checkOptions('new Commands', options, commandsOptions)
    const { prefix, access, cooldown } = options
    this.#prefix = prefix
    this.#access = access
    if (prefix !== undefined) prefixParts(prefix)
    if (access !== undefined) this.#layers.push(accessLayer(access))
    if (cooldown !== undefined) this.#layers.push(cooldownLayer(cooldown, () => this.#name()))
  }

  /** Adds a command, as `bot.command` does. @throws {BotSetupError} as there, and after the commands were handed over. */
  command<const Pattern extends string>(
    pattern: Pattern,
    details: CommandDetails,
    handler: Handler<CommandContext<ArgsOf<Pattern>> & Added>,
  ): this {
    this.#refuseHandedOver()
    // The pattern is the proof that the arguments have these names and types.
    this.#addCommands(createCommand(pattern, details, handler as Handler<CommandContext<Args>>))
    return this
  }

  /** Adds a schedule, as `bot.every` does. @throws {BotSetupError} as there, and after the commands were handed over. */
  every(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): this {
    this.#refuseHandedOver()
    addSchedules(this.#schedules, [createSchedule(phrase, options, handler)])
    return this
  }

  /** Includes the commands of another module; this module's middleware runs around them. */
  use(commands: CommandModule<Added>): this
  /** Adds middleware around the commands of this module that are declared after it. */
  use<Adds = unknown>(middleware: Middleware<Added, Adds>): Commands<Needs, Added & Adds>
  use(added: CommandModule<Added> | Middleware<Added>): unknown {
    this.#refuseHandedOver()
    if (typeof added === 'function') {
      // Earlier middleware has added what this one needs.
      this.#layers.push(added as Layer)
      return this
    }
    this.#addCommands(added.handOver())
    addSchedules(this.#schedules, added.handOverSchedules?.() ?? [])
    return this
  }

  /**
   * Handles what these commands and their middleware throw, before the bot's own error handlers. A string that it returns
   * is the reply; otherwise the next error handler gets the error.
   */
  catch(handler: ErrorHandler): this {
    this.#refuseHandedOver()
    this.#boundaries.push(handler)
    return this
  }

  handOver(): readonly Command[] {
    this.#isHandedOver = true
    const prefix = this.#prefix === undefined ? undefined : prefixParts(this.#prefix)
    return this.#commands.map((command) => ({
      ...(prefix ? commandUnder(prefix, command) : command),
      accesses: [...(this.#access === undefined ? [] : [this.#access]), ...command.accesses],
      boundaries: [...command.boundaries, ...this.#boundaries],
    }))
  }

  #addCommands(commands: readonly Command[]): void {
    const around = [...this.#layers]
    addCommands(
      this.#commands,
      commands.map((command) => ({ ...command, layers: [...around, ...command.layers] })),
    )
  }

  /** The same name in every process that runs the bot; read once all commands are declared. */
  #name(): string {
    return ['module', this.#prefix ?? '', this.#commands[0]?.usage ?? ''].join(' ')
  }

  handOverSchedules(): readonly Schedule[] {
    this.#isHandedOver = true
    return this.#schedules
  }

  #refuseHandedOver(): void {
    if (!this.#isHandedOver) return
    throw new BotSetupError(
      'module_in_use',
      'These commands are already in use, so what is added now would have no effect. Add it before bot.use(commands).',
    )
  }
}

function prefixParts(prefix: string) {
  const parts = readPattern(prefix)
  if (parts.every(({ kind }) => kind === 'word')) return parts
  throw new BotSetupError(
    'invalid_pattern',
    `The prefix '${prefix}' can't be used: it has an argument. Give words alone.`,
  )
}
