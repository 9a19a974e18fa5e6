import type { Duration, OptionNames } from '../../text/index.js'
import { type Access, accessLayer } from '../access.js'
import { checkOptions } from '../checkOptions.js'
import type { Context, ErrorHandler, Handler, Layer } from '../context.js'
import { BotSetupError } from '../errors.js'
import { commandCooldown } from '../middleware/cooldown.js'
import { type PatternPart, readPattern, usageText } from './pattern.js'

/** What people are told of a command, and who may use it how often. */
export interface CommandDetails {
  /** One line for the list that `help` shows. */
  readonly description: string
  /** Complete commands for the help, without the mention. */
  readonly examples?: readonly string[]
  /** Other names of the command, such as `['rm']` for `delete topic <name>`. */
  readonly aliases?: readonly string[]
  /** Leaves it out of `help`, "did you mean" and lists of commands; whoever knows it can use it. (default: false) */
  readonly hidden?: boolean
  /** Who may use it, looked up each time. (default: everybody) */
  readonly access?: Access
  /** How long one person has to wait before using it again: `'30s'`, or milliseconds. */
  readonly cooldown?: Duration
  /** Whether a queue runs it again when it fails. With `false` the sender is told at the first failure. (default: true) */
  readonly retry?: boolean
}

/** What a bot says of one of its commands. */
export interface CommandSummary {
  /** As it was declared, with types; of an alias, with the alias's words. */
  readonly pattern: string
  /** The pattern as people are shown it. */
  readonly usage: string
  readonly description: string
  readonly examples: readonly string[]
}

const commandOptions: OptionNames<CommandDetails> = {
  description: true,
  examples: true,
  aliases: true,
  access: true,
  cooldown: true,
  hidden: true,
  retry: true,
}

export interface Command extends CommandDetails {
  /** The pattern, with single spaces. */
  readonly pattern: string
  /** The pattern as people are shown it: without types but for choices, and never an alias. */
  readonly usage: string
  readonly parts: readonly PatternPart[]
  /** The words that the pattern begins with, in lower case: what the command is known by. */
  readonly head: readonly string[]
  readonly isAlias: boolean
  /** Everybody that `help` names as those who may use it: all of them have to agree. */
  readonly accesses: readonly Access[]
  /** What stands around the handler, the outermost first. */
  readonly layers: readonly Layer[]
  /** Who is told of errors before the bot's own error handlers, the nearest first. */
  readonly boundaries: readonly ErrorHandler[]
  readonly handler: Handler<CommandContext<Args>>
}

export type Args = Readonly<Record<string, unknown>>

/** The context of a command, with its arguments. */
export type CommandContext<Arguments> = Context & { readonly args: Arguments }

/**
 * The ways to call a command, its pattern first.
 * @throws {BotSetupError} when the pattern, an alias, or the cool-down can't be read.
 */
export function createCommand(
  pattern: string,
  details: CommandDetails,
  handler: Handler<CommandContext<Args>>,
): readonly [Command, ...Command[]] {
  const parts = readPattern(pattern)
  if (typeof details === 'function' || typeof handler !== 'function') {
    throw new BotSetupError(
      'invalid_option',
      `The command '${pattern}' takes its description before its handler: command('${pattern}', { description: '…' }, handler).`,
    )
  }
  checkOptions(`The command '${pattern}'`, details, commandOptions)
  const { access, cooldown } = details
  const shared = {
    ...details,
    usage: shownPattern(parts),
    accesses: access === undefined ? [] : [access],
    layers: [
      ...(access === undefined ? [] : [accessLayer(access)]),
      ...(cooldown === undefined ? [] : [commandCooldown(cooldown)]),
    ],
    boundaries: [],
    handler,
  }
  const tail = parts.slice(headOf(parts).length)
  const aliases = (details.aliases ?? []).map((alias) => {
    const words = readPattern(alias)
    if (words.some(({ kind }) => kind !== 'word')) {
      throw new BotSetupError(
        'invalid_pattern',
        `The alias '${alias}' of the command '${pattern}' can't be used: it has an argument. Give only words.`,
      )
    }
    return called([...words, ...tail], true)
  })
  return [called(parts, false), ...aliases]

  function called(own: readonly PatternPart[], isAlias: boolean): Command {
    return { ...shared, pattern: writtenPattern(own), parts: own, head: headOf(own), isAlias }
  }
}

export function commandUnder(prefix: readonly PatternPart[], command: Command): Command {
  const parts = [...prefix, ...command.parts]
  const words = shownPattern(prefix)
  return {
    ...command,
    pattern: writtenPattern(parts),
    usage: `${words} ${command.usage}`,
    examples: command.examples?.map((example) => `${words} ${example}`) ?? [],
    aliases: command.aliases?.map((alias) => `${words} ${alias}`) ?? [],
    parts,
    head: headOf(parts),
  }
}

export function addCommands<Added extends Command>(list: Added[], added: readonly Added[]): void {
  for (const command of added) {
    if (list.some((other) => other.pattern === command.pattern)) {
      throw new BotSetupError(
        'duplicate_command',
        `There is already a command '${command.pattern}'. Give this one another pattern.`,
      )
    }
    list.push(command)
  }
}

const shownPattern = (parts: readonly PatternPart[]) => parts.map(usageText).join(' ')
const writtenPattern = (parts: readonly PatternPart[]) =>
  parts.map((part) => (part.kind === 'word' ? part.word : part.written)).join(' ')

function headOf(parts: readonly PatternPart[]): string[] {
  const firstArgument = parts.findIndex(({ kind }) => kind === 'argument')
  const leading = firstArgument === -1 ? parts : parts.slice(0, firstArgument)
  return leading.flatMap((part) => (part.kind === 'word' ? [part.word.toLowerCase()] : []))
}
