import { ApiError, type Client } from '../../client/index.js'
import { HandlerError } from '../errors.js'
import type { Log } from '../log.js'
import { messageParts } from './parts.js'
import { addReaction, removeReaction } from './reactions.js'
import { markSent, replyText } from './replyText.js'

/** What a bot sent, to be changed later. A text that was too long for one message is several, and one thing all the same. */
export interface SentMessage {
  /** Of the first message. */
  readonly id: number
  /** Of all messages that the text is. */
  readonly ids: readonly number[]
  /**
   * Puts another text in its place. Messages that the text does not need any more are deleted; what does not fit into
   * them is cut, with a line in the log.
   *
   * @throws {HandlerError} with the code `empty_message` for a text of which nothing would be seen.
   * @throws {ApiError} when the server refuses, as it may for a message that is too old.
   */
  edit(text: string): Promise<void>
  /** @throws {ApiError} when the server refuses: many organisations let nobody delete. */
  delete(): Promise<void>
  /** Reacts to it. As `ctx.react`. */
  react(emoji: string): Promise<void>
  /** As `ctx.unreact`. */
  unreact(emoji: string): Promise<void>
}

/** What was sent, by its IDs. @throws {HandlerError} with the code `invalid_message` for what is no ID */
export function sentMessage(client: Client, log: Log, sent: readonly number[]): SentMessage {
  const [id] = sent
  if (id === undefined || !sent.every((one) => Number.isSafeInteger(one))) {
    throw new HandlerError('invalid_message', 'A message is known by its ID, a number, or by what ctx.send gave.')
  }
  let ids = sent
  return markSent({
    id,
    get ids() {
      return ids
    },
    async edit(text) {
      const parts = messageParts(replyText(text, 'What a message is edited to'), log, ids.length)
      if (parts.length === 0) throw emptyMessage('An edit', 'To take a message away, call its delete().')
      for (const [at, part] of parts.entries()) {
        const message_id = ids[at]
        if (message_id !== undefined) await client.messages.edit({ message_id, content: part })
      }
      const unneeded = ids.slice(parts.length)
      ids = ids.slice(0, parts.length)
      for (const message_id of unneeded) await client.messages.delete({ message_id })
    },
    async delete() {
      for (const message_id of ids) await client.messages.delete({ message_id })
    },
    react: (emoji) => addReaction(client, id, emoji),
    unreact: (emoji) => removeReaction(client, id, emoji),
  })
}

export function emptyMessage(what: string, advice: string): HandlerError {
  return new HandlerError('empty_message', `${what} has no text that anybody could see. ${advice}`)
}

/** The server has read the call and said no; nothing was changed. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}
