import { UserError } from '../errors.js'

export type NoAnswerCode =
  /** They said `cancel`. */
  | 'cancelled'
  /** The time for it is up. */
  | 'timed_out'
  /** The bot asked them something else in the same place. */
  | 'replaced'

/**
 * What `ctx.ask` throws when there is no answer. Left uncaught, the sender reads its message, as that of any `UserError`;
 * catch it to clean up, or to say something else.
 *
 * @example
 * const size = await ctx.ask('How large?', { timeout: '5m' }).catch((error) => {
 *   if (error instanceof NoAnswer && error.code === 'timed_out') return 'medium'
 *   throw error
 * })
 */
export class NoAnswer extends UserError {
  static {
    NoAnswer.prototype.name = 'NoAnswer'
  }
  declare readonly code: NoAnswerCode
  constructor(code: NoAnswerCode) {
    super(sentences[code], { code })
  }
}

const sentences: Readonly<Record<NoAnswerCode, string>> = {
  cancelled: 'Cancelled.',
  timed_out: 'I waited for an answer, but the time for it is up.',
  replaced: 'I no longer wait for an answer to my earlier question.',
}
