import { codePoints, limits } from '../protocol/index.js'
import { outsideEntity } from './entities.js'

/**
 * Cuts a message that is over the server's limit, and says so at its end, within the limit. Keeps HTML entities whole. Lengths
 * count Unicode code points.
 */
export function cutToLimit(text: string, limit: number = limits.messageLength): string {
  // No text has more code points than UTF-16 units.
  if (text.length <= limit) return text
  const length = codePoints(text)
  if (length <= limit) return text
  const note = `\n\n[cut: ${length} characters, where ${limit} are allowed]`
  const room = limit - codePoints(note)
  return room > 0 ? start(text, room) + note : start(text, limit)
}

function start(text: string, count: number): string {
  let units = 0
  let taken = 0
  for (const character of text) {
    if (taken === count) break
    taken += 1
    units += character.length
  }
  return text.slice(0, outsideEntity(text, units))
}

/** Makes a text acceptable to servers: removes NUL, which they refuse, and replaces lone surrogates, which they can't store. */
export function sendable(text: string): string {
  // Checked first, since hardly any text needs a change.
  if (!text.includes('\0') && isWellFormed(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\u{FFFD}')
}

/** `isWellFormed` of ES2024 is many times faster than a search, but some runtimes don't have it yet. */
export const isWellFormed: (text: string) => boolean =
  'isWellFormed' in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !/\p{Surrogate}/u.test(text)
