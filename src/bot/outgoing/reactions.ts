import { ApiError, type Client } from '../../client/index.js'
import { handledErrors } from '../../protocol/errors/handledErrors.js'
import type { ErrorRow, Message } from '../../protocol/index.js'
import { described } from '../described.js'
import { HandlerError } from '../errors.js'

/** Reacts to a message; doing so twice is the same as once. */
export async function addReaction(client: Client, message_id: number, emoji: string): Promise<void> {
  const emoji_name = nameOf(emoji)
  await unless(handledErrors.reactionExists, client.reactions.add({ message_id, emoji_name }))
}

/** Takes the bot's own reaction back, if there is one. */
export async function removeReaction(client: Client, message_id: number, emoji: string): Promise<void> {
  const emoji_name = nameOf(emoji)
  await unless(handledErrors.reactionDoesNotExist, client.reactions.remove({ message_id, emoji_name }))
}

/** The ID of a message that the bot can react to. @throws {HandlerError} for a direct one. */
export function reactable({ type, id }: Message, what: string): number {
  if (type === 'stream') return id
  throw new HandlerError(
    'no_reaction_here',
    `${what} works in channels only: the server keeps no copy of a direct message for the bots that it calls. ` +
      'Reply instead, or ask ctx.isChannelMessage() first.',
  )
}

/** An emoji's name, with or without the colons around it. @throws {HandlerError} for what is none */
function nameOf(emoji: unknown): string {
  const name = typeof emoji === 'string' ? /^:?([\w+-]+):?$/.exec(emoji.trim())?.[1] : undefined
  if (name !== undefined) return name
  throw new HandlerError(
    'invalid_emoji',
    `A reaction can't be ${typeof emoji === 'string' ? JSON.stringify(emoji) : described(emoji)}. Give the emoji by its name, such as tada.`,
  )
}

/** Waits for a call that asks for what may be so already. */
async function unless(refusal: ErrorRow, call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError && error.code === refusal.code)) throw error
  }
}
