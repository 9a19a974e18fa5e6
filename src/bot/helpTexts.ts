import { asCode, codeSafe } from '../text/index.js'
import type { Command } from './command.js'
import type { Context } from './context.js'
import type { Mistake } from './matchCommand.js'
import { partText } from './pattern.js'

/** Writes a command as somebody has to type it where this message came from: in a channel, with the mention. */
export type Typed = (command: string) => string

export function typedIn(ctx: Context): Typed {
  const mention = ctx.isChannelMessage() && ctx.bot.name !== undefined ? `@**${ctx.bot.name}** ` : ''
  return (command) => asCode(mention + command)
}

/** The list of everything, for `help`. */
export function overview(commands: readonly Command[], typed: Typed): string {
  const lines = commands.map(({ pattern, description }) => `* ${asCode(pattern)}: ${description}`)
  const example = commands[0]?.head.join(' ') ?? ''
  return ['I can do this:', ...lines, '', `Say ${typed(`help ${example}`)} to learn more about one of them.`].join('\n')
}

/** Everything about some commands, for `help <command>`. */
export function manual(commands: readonly Command[], typed: Typed): string {
  return commands.map((command) => `${command.description}\n${usage(command, typed)}`).join('\n\n')
}

/** What was wrong with the arguments, and what would be right. */
export function correction(mistake: Mistake, commands: readonly Command[], typed: Typed): string {
  return [problem(mistake), ...commands.map((command) => usage(command, typed))].join('\n')
}

/** For a text that is like a command. */
export function suggestion(text: string, meant: readonly Command[], typed: Typed): string {
  const patterns = meant.map(({ pattern }) => typed(pattern)).join(' or ')
  return `I don't know ${codeSafe(shortened(text))}. Did you mean ${patterns}?`
}

/** For a text that is like nothing. */
export function hint(typed: Typed): string {
  return `I don't understand that. Say ${typed('help')} to see what I can do.`
}

function usage({ pattern, examples = [] }: Command, typed: Typed): string {
  const first = `Usage: ${typed(pattern)}`
  return examples.length === 0 ? first : `${first}\nFor example: ${examples.map(typed).join(', ')}`
}

function problem(mistake: Mistake): string {
  if (mistake.kind === 'missing') return `${asCode(partText(mistake.argument))} is missing.`
  if (mistake.kind === 'too much') return `I don't know what to do with ${codeSafe(shortened(mistake.text))}.`
  const { expected, found } = mistake
  const expectation = `I expected ${asCode(expected)}`
  return found === undefined
    ? `${expectation} at the end.`
    : `${expectation} in place of ${codeSafe(shortened(found))}.`
}

/** As much of somebody's words as is needed to know them again. */
function shortened(text: string): string {
  const characters = [...text.slice(0, 200)]
  return characters.length <= 40 ? text : `${characters.slice(0, 40).join('')}…`
}
