import type { Notification } from '../../protocol/index.js'
import { sha256 } from '../../protocol/sha256.js'

/** The same for each attempt of the server to deliver one message to one bot. */
export function deliveryKey({ bot_email, message, data }: Notification): string {
  return `${bot_email.toLowerCase()} ${message.id} ${sha256(data)}`
}
