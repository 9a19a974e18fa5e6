import {
  asCode,
  codeSafe,
  escapeMentions,
  fold,
  nearest,
  withoutBegin,
  withoutEnd,
  withoutSigns,
} from '../../text/index.js'
import { shortened } from '../../values.js'
import { lookalikes } from '../arguments/lookalikes.js'
import { errorFields } from '../base/log.js'
import { spanOf } from '../base/spanOf.js'
import type { Context } from '../context/context.js'
import { sentencesOf } from '../conversation/deliveryContext.js'
import { type Access, accessText, permits } from '../people/access.js'
import { english } from '../sentences/english.js'
import type { Sentences } from '../sentences/sentences.js'
import { isWord } from '../sentences/words.js'
import { createCommand, type DeclaredCommand } from './command.js'
import { type CommandMistake, matchCommand } from './matchCommand.js'
import { partText } from './pattern.js'

/** A reply to a request for help: a text, or a list of commands. */
export type HelpReply = string | readonly DeclaredCommand[]

export function helpReply(known: readonly DeclaredCommand[], text: string, speech: Speech): HelpReply | undefined {
  const commands = visible(known)
  const topic = helpTopic(known, text, speech.sentences)
  if (topic === '') return commands.filter(({ isAlias }) => !isAlias)
  const found = topic === undefined ? [] : beginningWith(commands, topic)
  return found.length > 0 ? manual(found, speech) : undefined
}

/** The reply to `help` with something that the bot has no help for. */
export function unknownHelpReply(
  known: readonly DeclaredCommand[],
  text: string,
  speech: Speech,
): HelpReply | undefined {
  const topic = helpTopic(known, text, speech.sentences)
  if (topic === undefined) return undefined
  const commands = visible(known)
  const write = (command: DeclaredCommand) => `${speech.sentences.helpWord} ${writtenName(command)}`
  return suggestionFor(commands, topic, speech, write) ?? commands.filter(({ isAlias }) => !isAlias)
}

/** What `help` is asked about; empty for all of it, undefined if the text isn't `help`. */
export function helpTopic(known: readonly DeclaredCommand[], text: string, sentences: Sentences): string | undefined {
  const [first] = wordsOf(text)
  if (visible(known).length === 0 || !isWord(sentences, 'helpWord', first)) return undefined
  const topic = text.trim().replace(/^\S+\s*/, '')
  return withoutSigns(fold(topic)) === '' ? '' : topic
}

/** The list of commands for the sender: those that their role doesn't permit are left out. */
export function overviewFor(commands: readonly DeclaredCommand[], ctx: Context): string | Promise<string> {
  const speech = speechIn(ctx)
  if (commands.every(({ accesses }) => accesses.length === 0)) return overview(commands, speech)
  return ctx
    .senderRole()
    .then((role) => listedFor(commands, (access) => permits(access, role)))
    .catch((error: unknown) => {
      ctx.log.warn(errorFields(error), 'Failed to look up which commands the sender may use')
      return listedFor(commands, () => 'undecided')
    })
    .then((listed) => overview(listed, speech))
}

/** Without the commands that are refused; all of them if nothing is left. */
function listedFor(
  commands: readonly DeclaredCommand[],
  answer: (access: Access) => ReturnType<typeof permits>,
): Listed[] {
  const all = commands.map((command) => {
    const answers = command.accesses.map((access) => ({ access, is: answer(access) }))
    const undecided = answers.filter(({ is }) => is !== 'yes').map(({ access }) => access)
    return { ...command, undecided, isRefused: answers.some(({ is }) => is === 'no') }
  })
  const permitted = all.filter(({ isRefused }) => !isRefused)
  return permitted.length > 0 ? permitted : all
}

/** A command, with the rules of which it isn't known whether the sender satisfies them. */
type Listed = DeclaredCommand & { readonly undecided?: readonly Access[] }

export function unknownReply(known: readonly DeclaredCommand[], text: string, speech: Speech): string | undefined {
  const commands = visible(known)
  if (commands.length === 0) return undefined
  const words = wordsOf(text)
  const longer = words.length > 0 ? beginningWith(commands, text).filter(({ head }) => head.length > words.length) : []
  if (longer.length > 0) return choice(words.join(' '), longer, speech)
  const { typed, sentences } = speech
  const help = [...new Set([sentences.helpWord, english.helpWord])].map(helpCommand)
  return suggestionFor([...commands, ...help], text, speech) ?? sentences.notUnderstood(typed(sentences.helpWord))
}

export function suggestionFor(
  known: readonly DeclaredCommand[],
  text: string,
  speech: Speech,
  write: typeof typable = typable,
): string | undefined {
  const commands = visible(known)
  const words = wordsOf(withoutBegin(text))
  const lengths = new Set(commands.map(({ head }) => head.length).sort((a, b) => b - a))
  // `dry run` for `dry-run`, and `ticketopen` for `ticket open`
  for (const [length, count] of [...lengths].flatMap((length) =>
    [1, 0, -1].map((more) => [length, length + more] as const),
  )) {
    if (count < 1 || (count > length && count > words.length)) continue
    const said = withoutEnd(words.slice(0, count).join(' '))
    const alike = commands.filter(({ head }) => head.length === length)
    const meant = nearest(said, new Set(alike.map(nameOf)))
    const found = alike.filter((command) => nameOf(command) === meant)
    if (meant === undefined) continue
    const rest = words.slice(count).join(' ')
    const written = new Set(found.map((command) => speech.typed(write(command, rest, speech))))
    const question = speech.sentences.didYouMean(codeSafe(shortened(said)), [...written])
    return question + lookalikes(said, meant, speech.sentences)
  }
  return undefined
}

const helpCommand = (word: string) => createCommand(`${word} [command...]`, { description: '' }, () => {})[0]

/** `topics` finds all commands that begin with it, and `topics follow lunch` the command that it calls. */
function beginningWith(commands: readonly DeclaredCommand[], topic: string): DeclaredCommand[] {
  const among = (said: string) => {
    const words = said.split(' ')
    return commands.filter(({ head }) => head.slice(0, words.length).every((word, at) => word === words[at]))
  }
  const asTyped = among(fold(topic))
  const found = asTyped.length > 0 ? asTyped : among(withoutSigns(fold(topic)))
  // A command that is found by its name and an alias is listed once.
  return found.filter(
    ({ usage, isAlias }) => !isAlias || !found.some((other) => !other.isAlias && other.usage === usage),
  )
}

const visible = (commands: readonly DeclaredCommand[]): DeclaredCommand[] =>
  commands.filter(({ hidden }) => hidden !== true)
const nameOf = ({ head }: DeclaredCommand): string => head.join(' ')
const writtenName = ({ head, parts }: DeclaredCommand): string => parts.slice(0, head.length).map(partText).join(' ')
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

/** Writes a command as it has to be typed where this message came from: in a channel, with the mention. */
interface Speech {
  readonly sentences: Sentences
  /** The server's address. */
  readonly site: string
  typed(command: string): string
}

export function speechIn(ctx: Context): Speech {
  const mention = ctx.isChannelMessage() && ctx.bot.name !== undefined ? `@**${ctx.bot.name}** ` : ''
  return { sentences: sentencesOf(ctx), site: ctx.client.site, typed: (command) => asCode(mention + command) }
}

function overview(commands: readonly Listed[], { typed, sentences }: Speech): string {
  const help = typed(`${sentences.helpWord} ${commands[0]?.head.join(' ') ?? ''}`)
  return [sentences.helpHeading, ...list(commands, sentences), '', sentences.learnMore(help)].join('\n')
}

function choice(text: string, commands: readonly DeclaredCommand[], { typed, sentences }: Speech): string {
  const help = typed(`${sentences.helpWord} ${text}`)
  const heading = sentences.theseBeginWith(codeSafe(shortened(text)))
  return [heading, ...list(commands, sentences), '', sentences.learnMoreAboutThem(help)].join('\n')
}

const list = (commands: readonly Listed[], sentences: Sentences) =>
  commands.map(({ usage, description, undecided = [] }) => {
    const rules = undecided.map((access) => ` (${sentences.onlyFor(accessText(access, sentences))})`)
    return `* ${asCode(usage)}${description && `: ${description}`}${rules.join('')}`
  })

function manual(commands: readonly DeclaredCommand[], speech: Speech): string {
  return commands
    .map((command) =>
      [command.description, ...usage(command, speech), ...rules(command, speech)].filter(Boolean).join('\n'),
    )
    .join('\n\n')
}

export function correction(mistake: CommandMistake, commands: readonly DeclaredCommand[], speech: Speech): string {
  return [problem(mistake, speech), ...commands.flatMap((command) => usage(command, speech))].join('\n')
}

/** A command with the rest of the text if it fits, or alone, or an example; its usage if none of them can be sent. */
function typable(command: DeclaredCommand, rest: string, { site, sentences }: Speech): string {
  const name = writtenName(command)
  const texts = [...(rest.length > 100 ? [] : [`${name} ${rest}`]), name, ...(command.examples ?? [])]
  const fitting = texts.find((text) => matchCommand([command], text, () => site, sentences)?.kind === 'match')
  return fitting === undefined ? command.usage : escapeMentions(fitting)
}

function usage({ usage, examples = [] }: DeclaredCommand, { typed, sentences }: Speech): string[] {
  const lines = [sentences.usage(typed(usage))]
  if (examples.length > 0) lines.push(sentences.examples(examples.map(typed)))
  return lines
}

function rules({ parts, aliases = [], accesses, cooldown }: DeclaredCommand, { sentences }: Speech): string[] {
  const lines = parts.flatMap((part) =>
    part.kind === 'argument' && part.type
      ? [sentences.argumentIs(asCode(partText(part)), part.type.expected(sentences))]
      : [],
  )
  if (aliases.length > 0) lines.push(sentences.alsoCalled(aliases.map(asCode)))
  for (const access of accesses) lines.push(sentences.onlyFor(accessText(access, sentences)))
  if (cooldown !== undefined) lines.push(sentences.waitBetweenUses(spanOf(cooldown)))
  return lines
}

function problem(mistake: CommandMistake, { sentences }: Speech): string {
  if (mistake.kind === 'too much') return sentences.tooMuch(codeSafe(shortened(mistake.text)))
  if (mistake.kind === 'other word') {
    const { expected, found } = mistake
    return sentences.wordExpected(asCode(expected), found === undefined ? undefined : codeSafe(shortened(found)))
  }
  const { type } = mistake.argument
  const argument = asCode(partText(mistake.argument))
  const what = type?.expected(sentences)
  if (mistake.kind === 'missing') return sentences.missing(argument, what)
  const { found, problem, meant = type?.meant?.(found) } = mistake
  const asked =
    meant === undefined
      ? undefined
      : [meant]
          .flat()
          .map((one) => codeSafe(shortened(one)))
          .join(' / ')
  if (problem) return problem(argument, sentences)
  const wrong = sentences.wrong(argument, codeSafe(shortened(found)), what ?? sentences.aWord, asked)
  return wrong + lookalikes(found, [meant ?? found].flat().join(''), sentences)
}
