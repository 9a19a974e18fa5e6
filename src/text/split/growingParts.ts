import { codePoints } from '../../protocol/index.js'
import type { Break } from './lineBreaks.js'
import { pack, written } from './splitText.js'

/** A text that is still being written, as messages. It is broken as `splitText` breaks a text. */
export interface GrowingParts {
  /**
   * The next part that is full, if there is one, given the whole text so far; the part after it is the current one then.
   * While the text grows, the line that is being written decides nothing yet.
   */
  full(markdown: string, growth: 'grows' | 'whole'): string | undefined
  /** The current part. */
  current(markdown: string): string
  /** Where the current part begins, to go on with in another process. */
  readonly begin: PartBegin
}

export type PartBegin = Break

/** @param limit Code points of a part. The current part may have `longestTail` more. */
export function growingParts(limit: number, from: PartBegin = beginning): GrowingParts {
  let begin = from
  return {
    full(markdown, growth) {
      const text = growth === 'whole' ? markdown : withoutTail(markdown)
      if (text.length - begin.start <= limit - begin.open.length) return undefined
      if (codePoints(text.slice(begin.start)) + codePoints(begin.open) <= limit) return undefined
      const [part, next] = pack(text, limit, begin)
      if (part === undefined || next === undefined) return undefined
      begin = next.from
      return written(text, part.from, part.to)
    },
    current: (markdown) => written(markdown, begin, { ...beginning, end: markdown.length }),
    get begin() {
      return begin
    },
  }
}

const beginning: Break = { end: 0, start: 0, rank: 0, open: '', close: '', indent: 0 }

function withoutTail(markdown: string): string {
  const line = markdown.lastIndexOf('\n')
  return markdown.length - line > longestTail ? markdown : markdown.slice(0, Math.max(0, line))
}

/** UTF-16 units of a last line that may still become anything. */
export const longestTail = 400
