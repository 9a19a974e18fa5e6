import { type Context, md, UserError } from 'earshot'
import type { Client } from 'earshot/client'
import type { ScheduledMessage } from 'earshot/protocol'
import { requireOwner } from '../owner.js'

/** What the bot does with its owner's account. */
export const scheduling = 'schedule messages'

/**
 * A scheduled message of the owner's, by its number.
 *
 * @throws {UserError} for everybody but the owner, and when there is no such message.
 */
export async function ownScheduled(
  ctx: Context,
  id: number,
): Promise<{ readonly owner: Client; readonly message: ScheduledMessage }> {
  const owner = requireOwner(ctx, scheduling)
  const { scheduled_messages } = await owner.scheduledMessages.list({}, { signal: ctx.signal })
  const message = scheduled_messages.find(({ scheduled_message_id }) => scheduled_message_id === id)
  if (message !== undefined) return { owner, message }
  throw new UserError(`You have no scheduled message ${id}. Say \`list\` to me alone to see those that you have.`)
}

/** When it is to be sent, or was. */
export const dueTime = ({ scheduled_delivery_timestamp }: ScheduledMessage) =>
  md.time(scheduled_delivery_timestamp * 1000)
