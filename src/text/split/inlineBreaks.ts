import type { Fence, Line } from '../blocks.js'
import { entityLength } from '../entities.js'
import { acrossFences, type Break, continuationPrefix, misread, misreadStart, ranks } from './lineBreaks.js'

/**
 * The breaks within a line, or the part of it between two indexes, in order: those between sentences and words, or all. Most
 * texts don't need the others, of which there is one per character.
 */
export function inlineBreaks(markdown: string, line: Line, { from, to, finest, isTogether }: Wanted): Break[] {
  if (line.kind === 'opens' || line.kind === 'closes') return []
  const isCode = line.kind === 'code' || line.kind === 'indented'
  const fences = acrossFences(markdown, fencesIn(line))
  const open = fences.open + prefixOf(markdown, line)
  const content = markdown.slice(line.at, line.end)
  const breaks: Break[] = []
  const first = Math.max(0, from - line.at)
  const starts = finest === 'word' ? wordStarts : characterStarts
  for (const index of starts(content, first, Math.min(content.length, to - line.at))) {
    const start = line.at + index
    const rank = isCode ? rankInCode(content, index) : rankInProse(content, index, isTogether(start))
    if (rank === undefined || (finest === 'word' && rank > ranks.word)) continue
    const end = isCode ? start : line.at + wordEnd(content, index)
    breaks.push({ end, start, rank, open, close: fences.close, indent: 0 })
  }
  return breaks
}

interface Wanted {
  readonly from: number
  readonly to: number
  readonly finest: 'word' | 'character'
  readonly isTogether: (place: number) => boolean
}

/** Breaks at every code point or HTML entity, for text that can't be broken in a better place. */
export function anyBreaks(markdown: string, from: number, to: number): Break[] {
  const breaks: Break[] = []
  for (let at = from; at < to; ) {
    at += entityLength(markdown, at) || ((markdown.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
    if (at < to) breaks.push({ end: at, start: at, rank: ranks.anywhere, open: '', close: '', indent: 0 })
  }
  return breaks
}

function fencesIn({ containers, fence }: Line): Fence[] {
  const fences: Fence[] = containers.filter((container) => container.kind === 'fenced')
  return fence === undefined ? fences : [...fences, fence]
}

/** The prefix that keeps the rest of the line inside its quotation or indented code. */
function prefixOf(markdown: string, line: Line): string {
  const before = markdown.slice(line.start, line.at)
  if (line.kind === 'indented') return continuationPrefix(before)
  const quote = before.lastIndexOf('>')
  return quote === -1 ? '' : `${continuationPrefix(before.slice(0, quote + 1))} `
}

/** Indexes between `from` and `to` where words can start, or sentences in scripts without spaces. */
function wordStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = []
  beforeWord.lastIndex = from
  for (let found = beforeWord.exec(text); found !== null && beforeWord.lastIndex < to; found = beforeWord.exec(text)) {
    starts.push(beforeWord.lastIndex)
  }
  return starts
}

const beforeWord = /[ \t。！？](?![ \t]|\p{M}|\p{Emoji_Modifier}|\u{200d}|[\u{1160}-\u{11ff}]|[\u{e0020}-\u{e007f}])/gu

/** Indexes between `from` and `to` where a user-perceived character starts, except `from` itself. */
function characterStarts(text: string, from: number, to: number): number[] {
  const starts: number[] = []
  for (let at = from; at < to; ) {
    if (at > from) starts.push(at)
    const entity = entityLength(text, at)
    if (entity > 0) at += entity
    else if (isPlain(text.charCodeAt(at)) && isPlain(text.charCodeAt(at + 1))) at += 1
    else {
      readersCharacter.lastIndex = at
      at += readersCharacter.exec(text)?.[0].length ?? 1
    }
  }
  return starts
}

/** Most characters can't be part of a longer one. */
const isPlain = (unit: number) => unit < 0x300

/**
 * A flag, or a character with its marks, joiners and modifiers. The platform's own segmenter takes seconds for a line of
 * 100,000 characters.
 */
const readersCharacter =
  /\p{RI}{2}|[\s\S](?:\p{M}|\p{Emoji_Modifier}|\u{200d}\p{Extended_Pictographic}?|[\u{1160}-\u{11ff}]|[\u{e0020}-\u{e007f}])*/uy

function rankInCode(text: string, index: number): number {
  return isBlank(text[index - 1]) && !isBlank(text[index]) ? ranks.word : ranks.character
}

/** Undefined if there is a better place right next to it. */
function rankInProse(text: string, index: number, isTogether: boolean): number | undefined {
  const [before = '', after = ''] = [text[index - 1], text[index]]
  const isWord = isBlank(before) && !isBlank(after)
  if (isTogether) return isWord ? ranks.wordInside : ranks.characterInside
  if (isBlank(after)) return undefined
  if (misreadStart.test(after) && misread.test(text.slice(index, index + 12))) return ranks.misread
  if (isWord) return sentenceEnd.test(text.slice(Math.max(0, index - 4), index)) ? ranks.sentence : ranks.word
  return wideEnd.test(before) ? ranks.sentence : ranks.character
}

function wordEnd(text: string, index: number): number {
  let end = index
  while (end > 0 && isBlank(text[end - 1])) end -= 1
  return end === 0 ? index : end
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t'
const sentenceEnd = /[.!?…]["')\]*]{0,2}\s+$/
/** Ends of sentences in scripts that don't put a space after them. */
const wideEnd = /[。！？]/
