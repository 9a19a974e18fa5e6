import type { Context } from '../context.js'

/**
 * When the message was sent, in UNIX milliseconds, by the server's clock; the time of the machine where the server did
 * not say. However late a message is worked on, its own time stays the same.
 */
export function sentAt({ message }: Context): number {
  return message.timestamp === undefined ? Date.now() : message.timestamp * 1000
}
