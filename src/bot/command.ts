import type { Context, Handler } from './context.js'
import { type PatternPart, readPattern } from './pattern.js'

/** What people are told of a command. */
export interface CommandDetails {
  /** One line for the list that `help` shows. */
  readonly description: string
  /** Whole commands as somebody would type them, without the mention. */
  readonly examples?: readonly string[]
}

export interface Command extends CommandDetails {
  /** The pattern, with single spaces. */
  readonly pattern: string
  readonly parts: readonly PatternPart[]
  /** The words that the pattern begins with, in lower case: what the command is known by. */
  readonly head: readonly string[]
  readonly handler: Handler<CommandContext<Args>>
}

/** What the arguments of a command are called, and what was typed for them. */
export type Args = Readonly<Record<string, string | undefined>>

/** The context of a command, with its arguments. */
export type CommandContext<Arguments> = Context & { readonly args: Arguments }

/** @throws {BotSetupError} when the pattern can't be read. */
export function createCommand(
  pattern: string,
  details: CommandDetails,
  handler: Handler<CommandContext<Args>>,
): Command {
  const parts = readPattern(pattern)
  const firstArgument = parts.findIndex(({ kind }) => kind === 'argument')
  const leading = firstArgument === -1 ? parts : parts.slice(0, firstArgument)
  return {
    ...details,
    pattern: pattern.trim().replace(/\s+/g, ' '),
    parts,
    head: leading.flatMap((part) => (part.kind === 'word' ? [part.word.toLowerCase()] : [])),
    handler,
  }
}
