import { codePoints, limits } from '../protocol/index.js'

/**
 * A message that the server takes whole: one over the limit is cut, and says so at its end, within the limit. Lengths
 * count Unicode code points.
 *
 * @see spec 8
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
  return text.slice(0, units)
}
