import type { Message } from '../../protocol/index.js'
import { quote } from './blocks.js'
import { silentMention } from './mentions.js'
import { messageAddress } from './places.js'

/**
 * Quotes a message as apps do, with a line above that names its author and links it: `@_**Hamlet|10** [said](…):`. Nothing in it
 * can end the quotation, and its mentions notify nobody. Put it on lines of its own.
 */
export function quoteMessage(message: Message): string {
  const author = silentMention({ id: message.sender_id, name: message.sender_full_name })
  return `${author} [said](${messageAddress(message)}):\n${quote(message.content)}`
}
