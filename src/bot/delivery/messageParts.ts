import { codePoints, limits } from '../../protocol/index.js'
import { sendable, splitText } from '../../text/index.js'
import { ContentTooLongError } from '../base/errors.js'
import type { Log } from '../base/log.js'

/** The most messages for one text, to avoid a flood. */
const mostParts = 20

/** A text as messages that the server accepts; none if it is blank. @throws {ContentTooLongError} if they would be more than `most` */
export function messageParts(text: string, log: Log, most: number = mostParts): string[] {
  const mended = sendable(text)
  if (mended !== text) log.warn({}, 'Removed characters from a text that no message can contain')
  if (mended.trim() === '') return []
  const room = limits.messageLength * most
  // Text far over the limit need not be read.
  const parts = mended.length > 2 * room ? undefined : splitText(mended)
  if (parts !== undefined && parts.length <= most) return parts
  throw new ContentTooLongError(codePoints(mended), most, room)
}
