import { codeSpans, findUploads, fold, type UploadLink, withoutEnd } from '../../text/index.js'
import { afterMarks, argumentEnd, foundAt, type Taken, wordAt } from '../arguments/place.js'
import type { DeclaredCommand } from './command.js'
import { type ArgumentPart, type PatternPart, partText } from './pattern.js'

type CommandMatch<Known extends DeclaredCommand = DeclaredCommand> =
  | { readonly kind: 'match'; readonly command: Known; readonly args: readonly ReadArgument[] }
  /** The text begins like these commands, but its arguments fit none of them; `mistake` is about the first. */
  | { readonly kind: 'mistake'; readonly commands: readonly Known[]; readonly mistake: Mistake }

/** An argument of a matching command; `taken` is undefined if it is optional and missing. */
export interface ReadArgument {
  readonly name: string
  readonly usage: string
  readonly taken: Taken<unknown> | undefined
}

export type Mistake =
  | { readonly kind: 'missing'; readonly argument: ArgumentPart }
  | { readonly kind: 'wrong'; readonly argument: ArgumentPart; readonly found: string }
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
): CommandMatch<Known> | undefined {
  const longestHead = Math.max(0, ...commands.map(({ head }) => head.length))
  let links: readonly UploadLink[] | undefined
  const matchAs = (form: (text: string) => string) => {
    const plain = commandText(form(text), [], longestHead)
    return matchTexts(commands, ({ files }) => {
      if (files === 0) return plain
      links ??= findUploads(text, siteOf())
      const taken = links.slice(0, files)
      return commandText(form(withoutLinks(text, taken)), taken, longestHead)
    })
  }
  const typed = matchAs(String)
  if (/\w/.test(text.at(-1) ?? '') || (unwrapped(text) === text && !links?.length)) return typed
  const meant = matchAs(unwrapped)
  if (typed === undefined || meant === undefined) return typed ?? meant
  const isLonger = headLength(meant) > headLength(typed)
  return isLonger || (typed.kind === 'mistake' && meant.kind === 'match') ? meant : typed
}

/** Without what people put around a whole command: signs after it, `¡` or `¿` before it, and marks of code, as pasted from `help`. */
const unwrapped = (text: string) =>
  withoutEnd(text)
    .replace(/^`([^`]+)`$/, '$1')
    .replace(/^[¡¿]+/, '')

const headLength = (match: CommandMatch) =>
  (match.kind === 'match' ? match.command : match.commands[0])?.head.length ?? 0

function matchTexts<Known extends DeclaredCommand>(
  commands: readonly Known[],
  textFor: (command: Known) => CommandText,
): CommandMatch<Known> | undefined {
  const alike = commands.filter((command) => {
    const { words } = textFor(command)
    return command.head.every((word, at) => isWord(words[at], word))
  })
  const longest = Math.max(...alike.map(({ head }) => head.length))
  const called = alike.filter(({ head }) => head.length === longest)
  const exact = called.filter((command) => command.head.every((word, at) => word === textFor(command).words[at]))
  const candidates = exact.length > 0 ? exact : called
  let firstMistake: Mistake | undefined
  for (const command of candidates) {
    const read = readArguments(command.parts, textFor(command))
    if ('args' in read) return { kind: 'match', command, args: read.args }
    firstMistake ??= read.mistake
  }
  return firstMistake && { kind: 'mistake', commands: candidates, mistake: firstMistake }
}

/** A text as it is read for a command. */
interface CommandText {
  readonly text: string
  /** Its first words, folded. */
  readonly words: readonly string[]
  /** The files whose links were taken out of the text. */
  readonly files: readonly UploadLink[]
  /** Whether a position is in code. */
  isCode(at: number): boolean
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

function firstWords(text: string, count: number): string[] {
  const words: string[] = []
  for (let at = nextWord(text, 0); words.length < count && at < text.length; ) {
    const [word] = foundAt(visible, text, at) ?? ['']
    words.push(fold(word))
    at = nextWord(text, at + word.length)
  }
  return words
}

/** Whether a folded word is the expected one, perhaps with a colon or comma after it. */
const isWord = (word: string | undefined, expected: string) =>
  word === expected || (word?.startsWith(expected) === true && /^[,:;،؛、]+$/.test(word.slice(expected.length)))

/** Finds code spans at the first call only. */
function codeIn(text: string): (at: number) => boolean {
  let spans: ReturnType<typeof codeSpans> | undefined
  return (at) => {
    spans ??= codeSpans(text)
    return spans.some(({ start, end }) => start <= at && at < end)
  }
}

function readArguments(
  parts: readonly PatternPart[],
  { text, files, isCode }: CommandText,
): { readonly args: readonly ReadArgument[] } | { readonly mistake: Mistake } {
  const args: ReadArgument[] = []
  const left = [...files]
  let at = nextWord(text, 0)
  for (const part of parts) {
    const word = foundAt(visible, text, at)?.[0]
    if (part.kind === 'word') {
      if (word === undefined || !isWord(fold(word), fold(part.word))) {
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
    const read = readArgument(part, word, text, at, isCode)
    if ('kind' in read) return { mistake: read }
    args.push({ name: part.name, usage: partText(part), taken: read.taken })
    at = nextWord(text, read.end)
  }
  return at < text.length ? { mistake: { kind: 'too much', text: text.slice(at) } } : { args }
}

function readArgument(
  part: ArgumentPart,
  word: string | undefined,
  text: string,
  at: number,
  isCode: (at: number) => boolean,
): Mistake | { readonly taken: Taken<unknown> | undefined; readonly end: number } {
  if (word === undefined) return part.isOptional ? { taken: undefined, end: at } : { kind: 'missing', argument: part }
  if (!part.type) {
    const value = part.takesRest ? text.slice(at) : word
    const end = at + value.length
    return { taken: { end, value: () => value }, end }
  }
  const place = { text, at: afterMarks(text, at), isCode }
  const taken = part.type.take(place)
  const end = taken && argumentEnd(text, taken.end)
  if (end !== undefined) return { taken, end }
  return { kind: 'wrong', argument: part, found: wordAt(place).word || word }
}

/** Skips blanks, and what nobody sees if nothing visible is with it. */
function nextWord(text: string, at: number): number {
  return at + (foundAt(/(?:\s|\p{DI}+(?=\s|$))*/uy, text, at)?.[0].length ?? 0)
}

/** Within a word, a byte order mark is no blank. */
const visible = /[\S\ufeff]+/y
