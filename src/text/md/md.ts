import type { Message } from '../../protocol/index.js'
import { asCode } from '../quoteSafe.js'
import { sendable } from '../sendable.js'
import { codeBlock, quote, spoiler, table } from './blocks.js'
import { escaped, escapedInline } from './escaped.js'
import { group, mention, silentGroup, silentMention } from './mentions.js'
import { channelLink, link, messageAddress, messageLink, topicLink } from './places.js'

/**
 * Builders for the chat's Markdown that are safe for any names and texts: nothing in them can become a mention or a link, or
 * end a quotation, code or a table.
 *
 * @example
 * `${md.mention(ctx.sender)} said in ${md.topicLink('kitchen', 'lunch')}:\n${md.quote(ctx.text)}`
 */
export const md = {
  escape: escaped,
  escapeInline: escapedInline,
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
  quoteMessage,
  /** Formats text as inline code, on one line; nothing in it can end the code. */
  code: (text: string): string => asCode(sendable(text)),
  codeBlock,
  spoiler,
  table,
} as const

/** A time that each reader sees in their own time zone. @throws {RangeError} for an invalid date */
function time(when: Date | number): string {
  const date = new Date(when)
  if (Number.isNaN(date.getTime())) {
    throw new RangeError(`A message can't show the time ${String(when)}. Give a valid Date, or UNIX milliseconds.`)
  }
  return `<time:${date.toISOString().replace(/\.\d+Z$/, 'Z')}>`
}

/**
 * Quotes a message as apps do, with a line above that names its author and links it: `@_**Hamlet|10** [said](…):`. Nothing in it
 * can end the quotation, and its mentions notify nobody. Put it on lines of its own.
 */
function quoteMessage(message: Message): string {
  const author = silentMention({ id: message.sender_id, name: message.sender_full_name })
  return `${author} [said](${messageAddress(message)}):\n${quote(message.content)}`
}
