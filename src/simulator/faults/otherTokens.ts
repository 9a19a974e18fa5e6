import { createRandom } from '../random.js'
import type { Account } from '../realm/state.js'

/** Tokens that are not a bot's: made from a seed, or once its own. */
export interface OtherTokens {
  /** One that was never the bot's. */
  wrong(bot: Account): string
  /** The one before the bot's; one that might have been, where it never had another. */
  old(bot: Account): string
}

export function otherTokens(seed: string | number): OtherTokens {
  const made = (what: string, { id }: Account) => createRandom(`${what} of ${id} by ${seed}`).alphanumeric(tokenLength)
  return {
    wrong: (bot) => made('a wrong token', bot),
    old: (bot) => bot.webhook?.tokenBefore ?? made('an old token', bot),
  }
}

const tokenLength = 32
