import { codeSpans, findUploads, fold, type UploadLink, withoutBegin, withoutEnd } from '../../text/index.js'
import { argumentKinds } from '../arguments/kinds.js'
import {
  afterMarks,
  argumentEnd,
  type RefusedArgument,
  type Taken,
  type TextPosition,
  wordAt,
} from '../arguments/place.js'
import type { Sentences } from '../sentences/sentences.js'
import type { DeclaredCommand } from './command.js'
import { type ArgumentPart, type PatternPart, partText } from './pattern.js'

type CommandMatch<Known extends DeclaredCommand = DeclaredCommand> =
  | { readonly kind: 'match'; readonly command: Known; readonly args: readonly ReadArgument[] }
  /** The text begins like these commands, but its arguments fit none of them; `mistake` is about the first. */
  | { readonly kind: 'mistake'; readonly commands: readonly Known[]; readonly mistake: CommandMistake }

/** An argument of a matching command; `taken` is undefined if it is optional and missing. */
export interface ReadArgument {
  readonly name: string
  readonly usage: string
  readonly taken: Taken<unknown> | undefined
}

export type CommandMistake =
  | { readonly kind: 'missing'; readonly argument: ArgumentPart }
  | ({ readonly kind: 'wrong'; readonly argument: ArgumentPart } & RefusedArgument)
  | { readonly kind: 'other word'; readonly expected: string; readonly found: string | undefined }
  | { readonly kind: 'too much'; readonly text: string }

/**
 * Finds the command that a text calls: among those with the longest matching head, the first whose arguments fit. Words are
 * compared folded. If a text doesn't fit as it is, or not as long a head, the signs around it are ignored.
 *
 * @param siteOf Returns the address of the server, whose files the text may link to.
 */
export function matchCommand<Known extends DeclaredCommand>(
  commands: readonly Known[],
  text: string,
  siteOf: () => string,
  sentences: Sentences,
): CommandMatch<Known> | undefined {
  const longestHead = Math.max(0, ...commands.map(({ head }) => head.length))
  let links: readonly UploadLink[] | undefined
  const matchAs = (form: (text: string) => string) => {
    const plain = commandText(form(text), [], longestHead)
    return matchTexts(commands, sentences, ({ files }) => {
      if (files === 0) return plain
      links ??= findUploads(text, siteOf())
      const taken = links.slice(0, files)
      return commandText(form(withoutLinks(text, taken)), taken, longestHead)
    })
  }
  const typed = matchAs(String)
  if ((/^\w/.test(text) && /\w/.test(text.at(-1) ?? '')) || (unwrapped(text) === text && !links?.length)) return typed
  const meant = matchAs(unwrapped)
  if (typed === undefined || meant === undefined) return typed ?? meant
  const isLonger = headLength(meant) > headLength(typed)
  return isLonger || (typed.kind === 'mistake' && meant.kind === 'match') ? meant : typed
}

/** Without what people put around a whole command: signs, quotation marks, and the marks of code, as pasted from `help`. */
const unwrapped = (text: string) =>
  withoutBegin(withoutEnd(withoutEnd(text).replace(/^["“„«'‘`*_(]+([^"“”„«»'‘’`*_()]+)["”“»'’`*_)]+$/, '$1')))

const headLength = (match: CommandMatch) =>
  (match.kind === 'match' ? match.command : match.commands[0])?.head.length ?? 0

function matchTexts<Known extends DeclaredCommand>(
  commands: readonly Known[],
  sentences: Sentences,
  textFor: (command: Known) => CommandText,
): CommandMatch<Known> | undefined {
  const alike = commands.filter((command) => {
    const { words } = textFor(command)
    return command.head.every((word, at) => word === words[at]?.folded || word === words[at]?.addressed)
  })
  const longest = Math.max(...alike.map(({ head }) => head.length))
  const called = alike.filter(({ head }) => head.length === longest)
  const exact = called.filter((command) =>
    command.head.every((word, at) => word === textFor(command).words[at]?.folded),
  )
  const candidates = exact.length > 0 ? exact : called
  let firstMistake: CommandMistake | undefined
  let guess: CommandMatch<Known> | undefined
  for (const command of candidates) {
    const read = readArguments(command, textFor(command), sentences)
    if ('args' in read) {
      const match = { kind: 'match', command, args: read.args } as const
      if (!read.args.some(({ taken }) => taken?.isGuess)) return match
      guess ??= match
    } else firstMistake ??= read.mistake
  }
  if (guess) return guess
  return firstMistake && { kind: 'mistake', commands: candidates, mistake: firstMistake }
}

/** A text as it is read for a command. */
interface CommandText {
  readonly text: string
  /** The first ones. */
  readonly words: readonly CommandWord[]
  /** The files whose links were taken out of the text. */
  readonly files: readonly UploadLink[]
  /** Whether a position is in code. */
  isCode(at: number): boolean
}

interface CommandWord {
  readonly folded: string
  /** Without a colon or comma after it. */
  readonly addressed: string
  readonly end: number
}

const commandText = (text: string, files: readonly UploadLink[], longestHead: number): CommandText => ({
  text,
  words: firstWords(text, longestHead),
  files,
  isCode: codeIn(text),
})

function withoutLinks(whole: string, files: readonly UploadLink[]): string {
  let text = ''
  let from = 0
  for (const { start, end } of files) {
    text += `${whole.slice(from, start)} `
    from = end
  }
  return (text + whole.slice(from)).trim()
}

function firstWords(text: string, count: number): CommandWord[] {
  const words: CommandWord[] = []
  for (let at = nextWord(text, 0); at < text.length && words.length < count; at = nextWord(text, at)) {
    const end = endOf(visible, text, at)
    words.push(wordIn(text.slice(at, end), end))
    at = end
  }
  return words
}

function wordIn(word: string, end: number): CommandWord {
  const folded = fold(word)
  return { folded, addressed: ',:;،؛、'.includes(folded.slice(-1)) ? folded.slice(0, -1) : folded, end }
}

/** Finds code spans at the first call only. */
function codeIn(text: string): (at: number) => boolean {
  let spans: ReturnType<typeof codeSpans> | undefined
  return (at) => {
    spans ??= codeSpans(text)
    return spans.some(({ start, end }) => start <= at && at < end)
  }
}

function readArguments(
  { parts, head }: DeclaredCommand,
  { text, words, files, isCode }: CommandText,
  sentences: Sentences,
): { readonly args: readonly ReadArgument[] } | { readonly mistake: CommandMistake } {
  const args: ReadArgument[] = []
  const left = [...files]
  let at = nextWord(text, words[head.length - 1]?.end ?? 0)
  let next = head.length
  for (const part of parts.slice(next)) {
    next += 1
    const word = text.slice(at, endOf(visible, text, at)) || undefined
    if (part.kind === 'word') {
      const { folded, addressed } = wordIn(word ?? '', at)
      if (word === undefined || ![folded, addressed].includes(fold(part.word))) {
        return { mistake: { kind: 'other word', expected: part.word, found: word } }
      }
      at = nextWord(text, at + word.length)
      continue
    }
    if (part.type?.takeFile) {
      const file = left.shift()
      if (file === undefined && !part.isOptional) return { mistake: { kind: 'missing', argument: part } }
      args.push({ name: part.name, usage: partText(part), taken: file && part.type.takeFile(file) })
      continue
    }
    const read = readArgument(part, word, {
      text,
      at,
      isCode,
      sentences,
      isBeforeText: takesAnyText(parts[next]),
      isLast: next === parts.length,
    })
    if ('kind' in read) return { mistake: read }
    args.push({ name: part.name, usage: partText(part), taken: read.taken })
    at = nextWord(text, read.end)
  }
  return at < text.length ? { mistake: { kind: 'too much', text: text.slice(at) } } : { args }
}

function readArgument(
  part: ArgumentPart,
  word: string | undefined,
  place: TextPosition,
): CommandMistake | { readonly taken: Taken<unknown> | undefined; readonly end: number } {
  const { text, at } = place
  if (word === undefined) return part.isOptional ? { taken: undefined, end: at } : { kind: 'missing', argument: part }
  if (!part.type) {
    const value = part.takesRest ? text.slice(at) : word
    const end = at + value.length
    return { taken: { end, value: () => value }, end }
  }
  const start = afterMarks(text, at)
  const begin = start === at ? place : { ...place, at: start }
  const taken = part.type.take(begin)
  if (taken && 'found' in taken) return { kind: 'wrong', argument: part, ...taken }
  const end = taken && argumentEnd(text, taken.end)
  if (end !== undefined) return { taken, end }
  return { kind: 'wrong', argument: part, found: wordAt(begin).word || word }
}

function takesAnyText(part: PatternPart | undefined): boolean {
  if (part?.kind !== 'argument') return false
  return part.type === undefined || part.type === argumentKinds.word || part.type === argumentKinds.quoted
}

/** Skips blanks, and what nobody sees if nothing visible is with it. */
function nextWord(text: string, at: number): number {
  const next = endOf(blanks, text, at)
  return text.charCodeAt(next) > 126 ? endOf(unseen, text, next) : next
}

/** Where the match of a sticky pattern ends, which has one everywhere. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  pattern.test(text)
  return pattern.lastIndex
}

const blanks = /\s*/y
const unseen = /(?:\p{DI}+(?:\s+|$))*/uy

/** Within a word, a byte order mark is no blank. */
const visible = /[\S\ufeff]*/y
