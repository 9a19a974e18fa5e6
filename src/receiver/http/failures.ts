import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { Counters } from './counters.js'
import { networkOf } from './networkOf.js'
import { Refusal } from './refusal.js'

/**
 * How many requests may be refused within a window before their senders hear nothing but that there were too many, and
 * the log nothing at all. What is valid is never counted and never limited: whoever knows the token is always heard,
 * however many others fail from the same address.
 */
export interface FailureLimits {
  /** Of one IPv4 address, or of one IPv6 network of 64 bits. 60. */
  readonly perAddress: number
  /** With a wrong token, for one bot's address, whether there is such a bot or not. 60. */
  readonly perBot: number
  /** Milliseconds. 60,000. */
  readonly window: number
}

export const failureDefaults: FailureLimits = { perAddress: 60, perBot: 60, window: 60_000 }

/** Counts refusals, and keeps those who fail again and again from filling the log. */
export class Failures {
  readonly #limits: FailureLimits
  readonly #log: Log
  readonly #addresses: Counters
  readonly #bots: Counters

  constructor(limits: FailureLimits, clock: Clock, log: Log) {
    this.#limits = limits
    this.#log = log
    const summary = (what: string) => (totals: { count: number; above: number }) => {
      if (totals.above > 0)
        log.warn({ refused: totals.count, unlogged: totals.above }, `Refusals by ${what} since then`)
    }
    this.#addresses = new Counters(limits, clock, summary('address'))
    this.#bots = new Counters(limits, clock, summary('bot'))
  }

  /** Notes a refusal, and gives the one that the sender is answered. */
  note(refusal: Refusal, { address, bot }: { readonly address?: string; readonly bot?: string }): Refusal {
    if (!isTheSendersFault(refusal)) {
      this.#tell(refusal)
      return refusal
    }
    const { perAddress, perBot } = this.#limits
    const from = address === undefined ? undefined : networkOf(address)
    const excess = Math.max(
      from === undefined ? 0 : this.#addresses.add(from, perAddress) - perAddress,
      bot === undefined ? 0 : this.#bots.add(bot.toLowerCase().slice(0, longestName), perBot) - perBot,
    )
    if (excess <= 0) {
      this.#tell(refusal, address)
      return refusal
    }
    const wait = Math.max(this.#addresses.left, this.#bots.left, 1_000)
    if (excess === 1) {
      const facts = { code: refusal.code, ...(address !== undefined && { address }), seconds: Math.ceil(wait / 1_000) }
      this.#log.warn(facts, 'Too many requests were refused; further ones are counted and not logged')
    }
    return new Refusal('TOO_MANY_FAILURES', { retryAfter: Math.ceil(wait / 1_000) })
  }

  #tell({ code, status, facts, claim }: Refusal, address?: string): void {
    const claimed = claim && { bot: claim.bot.slice(0, longestName), wrong: claim.wrong }
    this.#log.warn(
      { code, status, ...(address !== undefined && { address }), ...claimed, ...facts },
      'A request was refused',
    )
  }
}

/** Refusals that say something about the receiver and not about who asks. */
function isTheSendersFault({ status }: Refusal): boolean {
  return status < 500
}

/** Characters of an address that is claimed, by which it is counted. */
const longestName = 320
