import { type Context, UserError } from 'earshot'

/** Goes on only between the bot and one person. @throws {UserError} where others would read along. */
export function requirePrivacy({ message }: Context): void {
  if (message.type === 'private' && message.display_recipient.length <= 2) return
  throw new UserError('Ask me in a direct message to me alone, please: here, others would read it.')
}
