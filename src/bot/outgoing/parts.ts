import { codePoints, limits } from '../../protocol/index.js'
import { sendable, splitText } from '../../text/index.js'
import type { Log } from '../log.js'

/** How many messages a bot may make of one text: more would be a flood. */
export const mostParts = 20

/** A text as messages that the server takes, none for a text of which nothing would be seen. */
export function messageParts(text: string, log: Log, most: number = mostParts): string[] {
  const mended = sendable(text)
  if (mended !== text) log.warn({}, 'A text had characters that no message can have; they were taken out')
  if (mended.trim() === '') return []
  // What is far over the limit needs no reading.
  const parts = splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)))
  if (parts.length <= most) return parts
  const length = codePoints(mended)
  log.warn({ length }, 'A text was longer than the messages that it may be; it was cut')
  const note = `\n\n[cut: the text had ${length} characters]`
  return splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)), limits.messageLength - codePoints(note))
    .slice(0, most)
    .map((part, at) => (at === most - 1 ? part + note : part))
}
