import { codePoints } from '../../protocol/index.js'

/** A text of at most so many code points; a longer one is cut to end in the mark. */
export function cutText(text: string, limit: number, mark: string): string {
  // A text has at most as many code points as UTF-16 units.
  if (text.length <= limit || codePoints(text) <= limit) return text
  return [...text].slice(0, limit - codePoints(mark)).join('') + mark
}
