import { asCode, codeSafe, durationText } from '../../text/index.js'
import { shortened } from '../../values.js'
import { accessText } from '../access.js'
import type { Context } from '../context.js'
import { spanOf } from '../middleware/cooldown.js'
import type { Command } from './command.js'
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
  const example = commands[0]?.head.join(' ') ?? ''
  return [
    'I can do this:',
    ...list(commands),
    '',
    `Say ${typed(`help ${example}`)} to learn more about one of them.`,
  ].join('\n')
}

/** For the words that several commands begin with. */
export function choice(text: string, commands: readonly Command[], typed: Typed): string {
  const first = `These begin with ${codeSafe(shortened(text))}:`
  return [first, ...list(commands), '', `Say ${typed(`help ${text}`)} to learn more about them.`].join('\n')
}

const list = (commands: readonly Command[]) =>
  commands.map(({ usage, description }) => `* ${asCode(usage)}: ${description}`)

/** Everything about some commands, for `help <command>`. */
export function manual(commands: readonly Command[], typed: Typed): string {
  return commands
    .map((command) => [command.description, ...usage(command, typed), ...rules(command)].join('\n'))
    .join('\n\n')
}

/** What was wrong with the arguments, and what would be right. */
export function correction(mistake: Mistake, commands: readonly Command[], typed: Typed): string {
  return [problem(mistake), ...commands.flatMap((command) => usage(command, typed))].join('\n')
}

/** For a text that is like a command. */
export function suggestion(text: string, meant: readonly Command[], typed: Typed): string {
  const patterns = meant.map(({ usage }) => typed(usage)).join(' or ')
  return `I don't know ${codeSafe(shortened(text))}. Did you mean ${patterns}?`
}

/** For a text that is like nothing. */
export function hint(typed: Typed): string {
  return `I don't understand that. Say ${typed('help')} to see what I can do.`
}

function usage({ usage, examples = [] }: Command, typed: Typed): string[] {
  const lines = [`Usage: ${typed(usage)}`]
  if (examples.length > 0) lines.push(`For example: ${examples.map(typed).join(', ')}`)
  return lines
}

/** What else there is to know: the arguments that are more than a word, other names, and who may use it how often. */
function rules({ parts, aliases = [], accesses, cooldown }: Command): string[] {
  const lines = parts.flatMap((part) =>
    part.kind === 'argument' && part.type ? [`${asCode(partText(part))} is ${part.type.expected}.`] : [],
  )
  if (aliases.length > 0) lines.push(`Also called: ${aliases.map(asCode).join(', ')}`)
  for (const access of accesses) lines.push(`Only for ${accessText(access)}.`)
  if (cooldown !== undefined) lines.push(`Each person has to wait ${durationText(spanOf(cooldown))} between uses.`)
  return lines
}

function problem(mistake: Mistake): string {
  if (mistake.kind === 'missing') {
    const { type } = mistake.argument
    const first = `${asCode(partText(mistake.argument))} is missing.`
    return type ? `${first} It should be ${type.expected}.` : first
  }
  if (mistake.kind === 'wrong') return wrong(mistake)
  if (mistake.kind === 'too much') return `I don't know what to do with ${codeSafe(shortened(mistake.text))}.`
  const { expected, found } = mistake
  const expectation = `I expected ${asCode(expected)}`
  return found === undefined
    ? `${expectation} at the end.`
    : `${expectation} in place of ${codeSafe(shortened(found))}.`
}

function wrong({ argument, found }: Extract<Mistake, { kind: 'wrong' }>): string {
  const said = `${asCode(partText(argument))} can't be ${codeSafe(shortened(found))}.`
  const meant = argument.type?.meant?.(found)
  const question = meant === undefined ? '' : ` Did you mean ${asCode(meant)}?`
  return `${said} It should be ${argument.type?.expected ?? 'a word'}.${question}`
}
