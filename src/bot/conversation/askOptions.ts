/** How a question is asked. */
export interface AskOptions<Choice extends string = string> {
  /**
   * What may be answered. Case does not matter; a beginning that only one of them has will do, and so does its number,
   * from 1. The question is posted as it is, so let it name them.
   */
  readonly choices?: readonly Choice[]
  /** How long to wait: milliseconds, or a text such as `'5m'`. Ten minutes unless given. */
  readonly timeout?: number | string
  /** Whose answer counts: the one of whoever wrote the message, or of anyone who writes to the bot in the same place. */
  readonly from?: 'sender' | 'anyone'
  /** Tells the question from others of the handler, so that a bot that was changed notices. */
  readonly name?: string
}
