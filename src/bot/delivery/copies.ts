import { ApiError, type Client } from '../../client/index.js'
import { invalidMessages, type Message } from '../../protocol/index.js'
import { HandlerError } from '../base/errors.js'

/** Whether the server has no such message for the bot: it was deleted, or it is direct and the server keeps no copy. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.msg === invalidMessages.msg
}

/**
 * Whether the bot can change what it sends in the conversation of a message. Older servers keep no copies of direct messages
 * for bots that they call, so those can't edit even their own; whether this bot is one shows in whether it can read the
 * message.
 */
export async function keepsCopies(client: Client, { type, id }: Message): Promise<boolean> {
  if (type === 'stream') return true
  try {
    if (await client.supports('serviceBotCopies')) return true
    const { messages } = await client.messages.list({ anchor: id, num_before: 0, num_after: 0 })
    return messages.length > 0
  } catch {
    // The next call shows what is wrong.
    return true
  }
}

/** Awaits a change of a direct message. @throws {HandlerError} with the code `no_copy` if the server has none for the bot */
export async function onCopy(what: string, change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new HandlerError(
      'no_copy',
      `${what} failed: the server has no copy of this direct message for the bot. It was deleted, or the server is ` +
        'older and keeps none for bots that it calls. Send another message.',
      { cause },
    )
  }
}
