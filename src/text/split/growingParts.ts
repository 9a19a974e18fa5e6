import { codePoints } from '../../protocol/index.js'
import type { Break } from './lineBreaks.js'
import { pack, written } from './splitText.js'

/** Splits a text that is still being written into messages, at the same places as `splitText`. */
export interface GrowingParts {
  /**
   * Takes the whole text so far, and returns the next full part, if there is one; the part after it then becomes the current
   * one. While the text grows, its unfinished last line doesn't affect where parts are split.
   */
  full(markdown: string, growth: 'grows' | 'whole'): string | undefined
  /** The current part. */
  current(markdown: string): string
  /** Where the current part begins, so that another process can continue. */
  readonly begin: PartBegin
}

export type PartBegin = Break

/** @param limit Maximum code points of a part. The current part can have `longestTail` more. */
export function growingParts(limit: number, from: PartBegin = beginning): GrowingParts {
  let known = beginning
  const parts: GrowingParts & { begin: PartBegin } = {
    begin: from,
    full(markdown, growth) {
      const { begin } = parts
      const text = growth === 'whole' ? markdown : withoutTail(markdown)
      if (text.length - begin.start <= limit - begin.open.length) return undefined
      if (codePoints(text.slice(begin.start, begin.start + 2 * limit + 1)) + codePoints(begin.open) <= limit)
        return undefined
      if (startsAfresh(begin) || begin.start - known.start > farBehind * limit) known = begin
      // Only text nearby is read, since reading all of it for each part would take the square of its length.
      const near = known.open + text.slice(known.start, begin.start + farAhead * limit)
      const offset = known.start - known.open.length
      const first = known === begin ? { ...begin, start: 0, open: '' } : moved(begin, -offset)
      const [part, next] = pack(near, limit, first)
      if (part === undefined || next === undefined) return undefined
      parts.begin = moved(next.from, offset)
      return written(near, part.from, part.to)
    },
    current: (markdown) => written(markdown, parts.begin, { ...beginning, end: markdown.length }),
  }
  return parts
}

const beginning: Break = { end: 0, start: 0, rank: 0, open: '', close: '', indent: 0 }

/** Whether the text after a break reads the same without the text before it. */
const startsAfresh = ({ rank, indent }: Break) => rank < 3 && indent === 0

const moved = (one: Break, by: number): Break => ({ ...one, start: one.start + by, end: one.end + by })

/** Parts of the text that are read before and after the place where one begins. */
const farBehind = 8
const farAhead = 4

function withoutTail(markdown: string): string {
  const line = markdown.lastIndexOf('\n')
  return markdown.length - line > longestTail ? markdown : markdown.slice(0, Math.max(0, line))
}

/** Maximum UTF-16 units of a last line whose meaning isn't clear yet. */
export const longestTail = 400
