import { createRandom } from '../random.js'
import type { Stateful } from '../stateful.js'

/** Knows tokens that are not a bot's: made from the seed, or once its own. */
export interface TokenMemory extends Stateful {
  /** A token that was never the bot's. */
  wrong(botId: number): string
  /** The token before this one, as far as it was seen; else one that might have been. */
  old(botId: number, token: string): string
  /** The bot has this token now. */
  note(botId: number, token: string): void
}

export function createOtherTokens(seed: string | number): TokenMemory {
  let seen = new Map<number, Seen>()
  const made = (what: string, botId: number) => createRandom(`${what} of ${botId} by ${seed}`).alphanumeric(tokenLength)

  function note(botId: number, token: string): void {
    const known = seen.get(botId)
    if (known?.token !== token) seen.set(botId, { token, before: known?.token })
  }

  return {
    wrong: (botId) => made('a wrong token', botId),
    old(botId, token) {
      note(botId, token)
      return seen.get(botId)?.before ?? made('an old token', botId)
    },
    note,
    snapshot: () => seen,
    restore(snapshot) {
      seen = snapshot as Map<number, Seen>
    },
  }
}

interface Seen {
  readonly token: string
  readonly before: string | undefined
}

const tokenLength = 32
