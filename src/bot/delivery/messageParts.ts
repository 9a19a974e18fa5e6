import { codePoints, limits } from '../../protocol/index.js'
import { sendable, splitText } from '../../text/index.js'
import type { Log } from '../base/log.js'

/** The most messages for one text, to avoid a flood. */
const mostParts = 20

/** A text as messages that the server accepts; none if it is blank. */
export function messageParts(text: string, log: Log, most: number = mostParts): string[] {
  const mended = sendable(text)
  if (mended !== text) log.warn({}, 'Removed characters from a text that no message can contain')
  if (mended.trim() === '') return []
  // Text far over the limit need not be read.
  const parts = splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)))
  if (parts.length <= most) return parts
  const length = codePoints(mended)
  log.warn({ length }, 'A text was too long for its messages, and was cut')
  const note = '\n\n[…]'
  return splitText(mended.slice(0, 2 * limits.messageLength * (most + 1)), limits.messageLength - codePoints(note))
    .slice(0, most)
    .map((part, at) => (at === most - 1 ? part + note : part))
}
