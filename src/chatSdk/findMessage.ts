import { isMissing } from '../bot/delivery/copies.js'
import type { Client } from '../client/index.js'
import type { Message } from '../protocol/index.js'

/** Undefined if it was deleted, or the bot may not read it. */
export async function findMessage(client: Client, message_id: number): Promise<Message | undefined> {
  try {
    return (await client.messages.get({ message_id, apply_markdown: false })).message
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
