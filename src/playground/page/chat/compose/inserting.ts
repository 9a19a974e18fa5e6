import type { Message } from '../../../../protocol/index.js'
import { fenceAround } from '../../../../text/fences.js'
import { silentMention } from '../../../../text/md/mentions.js'
import { messageAddress } from '../../../../text/md/places.js'
import { counted } from '../../bar/readout.js'

/** The Markdown link of a file. */
export const fileLink = (name: string, url: string) => `[${linkText(name)}](${url})`

/** The quotation of a message: its author and a link to it, then its source, on lines of their own. */
export function quotationOf(message: Message, source: string): string {
  const fence = fenceAround(source, '`')
  const author = silentMention({ id: message.sender_id, name: message.sender_full_name })
  return `${author} [said](${messageAddress(message)}):\n${fence}quote\n${source}\n${fence}\n`
}

/** Brackets would end the link text. */
const linkText = (name: string) => name.replaceAll(/[[\]\\]/g, '').trim() || 'file'

/** How many characters are left, if few; undefined while there is room. The server truncates longer text. */
export function roomLeft(text: string, most: number): string | undefined {
  const left = most - [...text].length
  if (left < 0) return `${counted(-left, 'character')} too long: the end will be cut`
  return left <= Math.max(20, most / 20) ? `${left} left` : undefined
}
