import { type Context, UserError } from 'earshot'
import type { Client } from 'earshot/client'

/**
 * The owner's own account, for what belongs to the account that calls: mutes, preferences, scheduled messages.
 *
 * @param what What the bot does with it, such as `mute people`.
 * @throws {UserError} for everybody but the owner; the sender reads that they can do it themselves.
 */
export function requireOwner({ owner }: Context, what: string): Client {
  if (owner !== undefined) return owner
  throw new UserError(`I can ${what} only for the person that I belong to. Please do it in your own app.`)
}
