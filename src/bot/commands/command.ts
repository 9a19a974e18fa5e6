import { checkOptions, type Duration, fold, type OptionNames } from '../../text/index.js'
import { BotSetupError, refuseAlike } from '../base/errors.js'
import type { Context, Handler } from '../context/context.js'
import type { Placed } from '../context/placed.js'
import { accessLayer } from '../middleware/access.js'
import { commandCooldown } from '../middleware/cooldown.js'
import type { Access } from '../people/access.js'
import { type PatternPart, readPattern, usageText } from './pattern.js'

/** How `help` describes a command, who may use it, and how often. */
export interface CommandDetails {
  /** One line for the list that `help` shows. (default: its usage alone is listed) */
  readonly description?: string
  /** Complete commands for the help, without the mention. */
  readonly examples?: readonly string[]
  /** Other names of the command, such as `['rm']` for `delete topic <name>`. */
  readonly aliases?: readonly string[]
  /** Leaves it out of `help`, "did you mean" and lists of commands; it can still be used. (default: false) */
  readonly hidden?: boolean
  /** Who may use it, looked up each time. (default: everybody) */
  readonly access?: Access
  /** How long one person has to wait before using it again: `'30s'`, or milliseconds. */
  readonly cooldown?: Duration
  /**
   * Whether a queue runs it again when it fails: `true` whatever it throws, `false` never. (default: what may pass by itself, such
   * as a lost connection, 429, 5xx and a `RetryError`)
   */
  readonly retry?: boolean
  /**
   * Whether it runs again if its message is edited within five minutes; its answer is then edited. Only by events. (default:
   * false)
   */
  readonly edits?: boolean
}

/** A command as `bot.commands` lists it. */
export interface CommandSummary {
  /** As it was declared, with types; for an alias, with the alias's words. */
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
  edits: true,
}

export interface DeclaredCommand extends CommandDetails, Placed {
  readonly description: string
  /** The pattern, with single spaces. */
  readonly pattern: string
  /** The pattern as people are shown it: without types but for choices, and never an alias. */
  readonly usage: string
  readonly parts: readonly PatternPart[]
  /** The leading words of the pattern, folded. */
  readonly head: readonly string[]
  readonly isAlias: boolean
  /** Where it was declared; undefined if the platform doesn't say. */
  readonly at: string | undefined
  /** How many of its arguments are files. */
  readonly files: number
  /** All access rules that apply, as `help` lists them. */
  readonly accesses: readonly Access[]
  readonly handler: Handler<CommandContext<Args>>
}

export type Args = Readonly<Record<string, unknown>>

/** The context of a command, with its arguments. */
export type CommandContext<Arguments> = Context & { readonly args: Arguments }

/** The command by its pattern, then by each alias. @throws {BotSetupError} for an invalid pattern, alias or cool-down */
export function createCommand(
  pattern: string,
  details: CommandDetails,
  handler: Handler<CommandContext<Args>> | undefined,
  at?: string,
): readonly [DeclaredCommand, ...DeclaredCommand[]] {
  const parts = readPattern(pattern)
  if (typeof handler !== 'function') {
    throw new BotSetupError(
      'invalid_option',
      `The command '${pattern}' has no handler: its last argument must be a function.`,
    )
  }
  checkOptions(`The command '${pattern}'`, details, commandOptions)
  const { access, cooldown } = details
  const shared = {
    description: '',
    ...details,
    usage: shownPattern(parts),
    files: parts.filter((part) => part.kind === 'argument' && part.type?.takeFile).length,
    accesses: access === undefined ? [] : [access],
    layers: [
      ...(access === undefined ? [] : [accessLayer(access)]),
      ...(cooldown === undefined ? [] : [commandCooldown(cooldown)]),
    ],
    boundaries: [],
    handler,
    at,
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

  function called(own: readonly PatternPart[], isAlias: boolean): DeclaredCommand {
    return { ...shared, pattern: writtenPattern(own), parts: own, head: headOf(own), isAlias }
  }
}

export function commandUnder(prefix: readonly PatternPart[], command: DeclaredCommand): DeclaredCommand {
  const parts = [...prefix, ...command.parts]
  const words = shownPattern(prefix)
  // An example may have been written with the prefix.
  const names = [command.usage.replace(/\s*[<[].*$/, ''), ...(command.aliases ?? [])]
  const beginsHere = (example: string) => names.some((name) => `${fold(example)} `.startsWith(`${fold(name)} `))
  return {
    ...command,
    pattern: writtenPattern(parts),
    usage: `${words} ${command.usage}`,
    examples: command.examples?.map((example) => (beginsHere(example) ? `${words} ${example}` : example)) ?? [],
    aliases: command.aliases?.map((alias) => `${words} ${alias}`) ?? [],
    parts,
    head: headOf(parts),
  }
}

export function addCommands<Added extends DeclaredCommand>(list: Added[], added: readonly Added[]): void {
  refuseAlike('duplicate_command', 'The command', [...list, ...added], ({ pattern }) => pattern)
  list.push(...added)
}

const shownPattern = (parts: readonly PatternPart[]) => parts.map(usageText).join(' ')
const writtenPattern = (parts: readonly PatternPart[]) =>
  parts.map((part) => (part.kind === 'word' ? part.word : part.written)).join(' ')

function headOf(parts: readonly PatternPart[]): string[] {
  const firstArgument = parts.findIndex(({ kind }) => kind === 'argument')
  const leading = firstArgument === -1 ? parts : parts.slice(0, firstArgument)
  return leading.flatMap((part) => (part.kind === 'word' ? [fold(part.word)] : []))
}
