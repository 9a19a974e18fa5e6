import type { Fence, Line } from '../blocks.js'
import { type Break, misread, ranks } from './break.js'
import { acrossFences, goingOn } from './lineBreaks.js'

/** The breaks within a line, in order. */
export function inlineBreaks(markdown: string, line: Line, isTogether: (place: number) => boolean): Break[] {
  if (line.kind === 'opens' || line.kind === 'closes') return []
  const isCode = line.kind === 'code' || line.kind === 'indented'
  const { open, close } = acrossFences(markdown, fencesIn(line))
  const edge = { open: open + prefixOf(markdown, line), close, indent: 0 }
  const content = markdown.slice(line.at, line.end)
  const breaks: Break[] = []
  for (const index of characterStarts(content)) {
    const start = line.at + index
    const rank = isCode ? rankInCode(content, index) : rankInProse(content, index, isTogether(start))
    if (rank === undefined) continue
    breaks.push({ ...edge, end: isCode ? start : line.at + wordEnd(content, index), start, rank })
  }
  return breaks
}

/** A break at any code point, for what can't be broken in a better way. */
export function anyBreaks(markdown: string, from: number, to: number): Break[] {
  const breaks: Break[] = []
  for (let at = from; at < to; ) {
    at += (markdown.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
    if (at < to) breaks.push({ end: at, start: at, rank: ranks.anywhere, open: '', close: '', indent: 0 })
  }
  return breaks
}

function fencesIn({ containers, fence }: Line): Fence[] {
  const fences: Fence[] = containers.filter((container) => container.kind === 'fenced')
  return fence === undefined ? fences : [...fences, fence]
}

/** What keeps the rest of the line in the quotation, or in the indented code, that it stands in. */
function prefixOf(markdown: string, line: Line): string {
  const before = markdown.slice(line.start, line.at)
  if (line.kind === 'indented') return goingOn(before)
  const quote = before.lastIndexOf('>')
  return quote === -1 ? '' : `${goingOn(before.slice(0, quote + 1))} `
}

/** Where what a reader takes for one character begins, but for the first. */
function characterStarts(text: string): number[] {
  const starts: number[] = []
  for (const { index } of text.matchAll(readersCharacter)) if (index > 0) starts.push(index)
  return starts
}

/**
 * A flag, or a character with the marks, joiners and modifiers that go with it. The platform's own segmenter takes
 * seconds for a line of 100,000 characters.
 */
const readersCharacter =
  /\p{RI}{2}|[\s\S](?:\p{M}|\p{Emoji_Modifier}|\u{200d}\p{Extended_Pictographic}?|[\u{1160}-\u{11ff}]|[\u{e0020}-\u{e007f}])*/gu

function rankInCode(text: string, index: number): number {
  return isBlank(text[index - 1]) && !isBlank(text[index]) ? ranks.word : ranks.character
}

/** Undefined where there is a better place beside it. */
function rankInProse(text: string, index: number, isTogether: boolean): number | undefined {
  const [before = '', after = ''] = [text[index - 1], text[index]]
  const isWord = isBlank(before) && !isBlank(after)
  if (isTogether) return isWord ? ranks.wordInside : ranks.characterInside
  if (isBlank(after)) return undefined
  if (misread.test(text.slice(index, index + 12))) return ranks.misread
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
/** Ends of sentences in scripts that set no space after them. */
const wideEnd = /[。！？]/
