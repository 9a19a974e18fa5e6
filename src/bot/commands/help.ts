import { asCode, codeSafe, durationText, nearest } from '../../text/index.js'
import { shortened } from '../../values.js'
import { accessText } from '../access.js'
import type { Context } from '../context.js'
import { spanOf } from '../middleware/cooldown.js'
import { type Command, createCommand } from './command.js'
import { type Mistake, matchCommand } from './matchCommand.js'
import { partText } from './pattern.js'

export function helpReply(known: readonly Command[], text: string, typed: Typed): string | undefined {
  const commands = visible(known)
  if (commands.length === 0) return undefined
  if (matchCommand([helpCommand], text)?.kind !== 'match') return undefined
  const listed = commands.filter(({ isAlias }) => !isAlias)
  const topic = text.trim().replace(/^\S+\s*/, '')
  if (topic === '') return overview(listed, typed)
  const found = beginningWith(commands, topic)
  return found.length > 0 ? manual(found, typed) : (suggestionFor(commands, topic, typed) ?? overview(listed, typed))
}

export function unknownReply(known: readonly Command[], text: string, typed: Typed): string | undefined {
  const commands = visible(known)
  if (commands.length === 0) return undefined
  const words = wordsOf(text)
  const longer = words.length > 0 ? beginningWith(commands, text).filter(({ head }) => head.length > words.length) : []
  if (longer.length > 0) return choice(words.join(' '), longer, typed)
  return suggestionFor([...commands, helpCommand], text, typed) ?? hint(typed)
}

export function suggestionFor(known: readonly Command[], text: string, typed: Typed): string | undefined {
  const commands = visible(known)
  const words = wordsOf(text)
  const lengths = new Set(commands.map(({ head }) => head.length).sort((a, b) => b - a))
  for (const length of lengths) {
    const said = words.slice(0, length).join(' ')
    const alike = commands.filter(({ head }) => head.length === length)
    const meant = nearest(said, new Set(alike.map(nameOf)))
    const found = alike.filter((command) => nameOf(command) === meant)
    if (found.length > 0) return suggestion(said, found, typed)
  }
  return undefined
}

const [helpCommand] = createCommand('help [command...]', { description: 'Show what I can do' }, () => {})

/** `topics` finds all commands that begin with it, and `topics follow lunch` the one that it is a use of. */
function beginningWith(commands: readonly Command[], topic: string): Command[] {
  const words = wordsOf(topic.toLowerCase())
  const found = commands.filter(({ head }) => {
    const shared = Math.min(head.length, words.length)
    return head.slice(0, shared).join(' ') === words.slice(0, shared).join(' ')
  })
  // By two of its names a command is found twice.
  return found.filter(
    ({ usage, isAlias }) => !isAlias || !found.some((other) => !other.isAlias && other.usage === usage),
  )
}

const visible = (commands: readonly Command[]): Command[] => commands.filter(({ hidden }) => hidden !== true)
const nameOf = ({ head }: Command): string => head.join(' ')
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Writes a command as somebody has to type it where this message came from: in a channel, with the mention. */
type Typed = (command: string) => string

export function typedIn(ctx: Context): Typed {
  const mention = ctx.isChannelMessage() && ctx.bot.name !== undefined ? `@**${ctx.bot.name}** ` : ''
  return (command) => asCode(mention + command)
}

function overview(commands: readonly Command[], typed: Typed): string {
  const example = commands[0]?.head.join(' ') ?? ''
  return [
    'I can do this:',
    ...list(commands),
    '',
    `Say ${typed(`help ${example}`)} to learn more about one of them.`,
  ].join('\n')
}

function choice(text: string, commands: readonly Command[], typed: Typed): string {
  const first = `These begin with ${codeSafe(shortened(text))}:`
  return [first, ...list(commands), '', `Say ${typed(`help ${text}`)} to learn more about them.`].join('\n')
}

const list = (commands: readonly Command[]) =>
  commands.map(({ usage, description }) => `* ${asCode(usage)}: ${description}`)

function manual(commands: readonly Command[], typed: Typed): string {
  return commands
    .map((command) => [command.description, ...usage(command, typed), ...rules(command)].join('\n'))
    .join('\n\n')
}

export function correction(mistake: Mistake, commands: readonly Command[], typed: Typed): string {
  return [problem(mistake), ...commands.flatMap((command) => usage(command, typed))].join('\n')
}

function suggestion(text: string, meant: readonly Command[], typed: Typed): string {
  const patterns = meant.map(({ usage }) => typed(usage)).join(' or ')
  return `I don't know ${codeSafe(shortened(text))}. Did you mean ${patterns}?`
}

function hint(typed: Typed): string {
  return `I don't understand that. Say ${typed('help')} to see what I can do.`
}

function usage({ usage, examples = [] }: Command, typed: Typed): string[] {
  const lines = [`Usage: ${typed(usage)}`]
  if (examples.length > 0) lines.push(`For example: ${examples.map(typed).join(', ')}`)
  return lines
}

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
