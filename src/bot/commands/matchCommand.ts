import { codeSpans } from '../../text/index.js'
import { afterMarks, argumentEnd, foundAt, type Taken, wordAt } from '../arguments/place.js'
import type { Command } from './command.js'
import { type ArgumentPart, type PatternPart, partText } from './pattern.js'

type CommandMatch<Known extends Command = Command> =
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
 * Finds the command that a text calls: among those with the longest matching head, the first whose arguments fit. Case
 * matters in arguments only.
 */
export function matchCommand<Known extends Command>(
  commands: readonly Known[],
  text: string,
): CommandMatch<Known> | undefined {
  const words = firstWords(text, Math.max(0, ...commands.map(({ head }) => head.length)))
  const alike = commands.filter(({ head }) => head.every((word, at) => word === words[at]))
  const longest = Math.max(...alike.map(({ head }) => head.length))
  const candidates = alike.filter(({ head }) => head.length === longest)
  const isCode = codeIn(text)
  let firstMistake: Mistake | undefined
  for (const command of candidates) {
    const read = readArguments(command.parts, text, isCode)
    if ('args' in read) return { kind: 'match', command, args: read.args }
    firstMistake ??= read.mistake
  }
  return firstMistake && { kind: 'mistake', commands: candidates, mistake: firstMistake }
}

function firstWords(text: string, count: number): string[] {
  const words: string[] = []
  for (const [word] of text.matchAll(/\S+/g)) {
    if (words.length === count) break
    words.push(word.toLowerCase())
  }
  return words
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
  parts: readonly PatternPart[],
  text: string,
  isCode: (at: number) => boolean,
): { readonly args: readonly ReadArgument[] } | { readonly mistake: Mistake } {
  const args: ReadArgument[] = []
  let at = nextWord(text, 0)
  for (const part of parts) {
    const word = foundAt(/\S+/y, text, at)?.[0]
    if (part.kind === 'word') {
      if (word?.toLowerCase() !== part.word.toLowerCase()) {
        return { mistake: { kind: 'other word', expected: part.word, found: word } }
      }
      at = nextWord(text, at + word.length)
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

function nextWord(text: string, at: number): number {
  return at + (foundAt(/\s*/y, text, at)?.[0].length ?? 0)
}
