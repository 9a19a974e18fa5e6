import { sendable } from '../cutToLimit.js'
import { asCode } from '../quoteSafe.js'
import { codeBlock, quote, spoiler, table } from './blocks.js'
import { escaped } from './escaped.js'
import { group, mention, silentGroup, silentMention } from './mentions.js'
import { channelLink, link, messageLink, topicLink } from './places.js'

/**
 * The chat's Markdown, written so that it says what was meant and nothing else, whatever the names and texts that it is
 * made of: none of them becomes a mention, makes a link, or ends a quotation, code or a table.
 *
 * @example
 * `${md.mention(ctx.sender)} said in ${md.topicLink('kitchen', 'lunch')}:\n${md.quote(ctx.text)}`
 */
export const md = {
  escape: escaped,
  mention,
  silentMention,
  group,
  silentGroup,
  channelLink,
  topicLink,
  messageLink,
  link,
  time,
  quote,
  /** A text as inline code, on one line, which nothing in it can end. */
  code: (text: string): string => asCode(sendable(text)),
  codeBlock,
  spoiler,
  table,
} as const

/** A moment, which everybody sees in their own time zone. @throws {RangeError} for an invalid date */
function time(when: Date | number): string {
  const date = new Date(when)
  if (Number.isNaN(date.getTime())) {
    throw new RangeError(`A message can't show the time ${String(when)}. Give a valid Date, or UNIX milliseconds.`)
  }
  return `<time:${date.toISOString().replace(/\.\d+Z$/, 'Z')}>`
}
