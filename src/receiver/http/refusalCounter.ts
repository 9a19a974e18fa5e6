import type { Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { Refusal } from './refusal.js'

/**
 * Limits on refused requests within a time window. Above a limit, refused requests only get the error that there were too many,
 * and aren't logged. Valid requests are never counted or limited: a sender with a correct token always gets through, no matter
 * how many requests fail from the same address.
 */
export interface FailureLimits {
  /** Failing requests from one IPv4 address, or one IPv6 /64 network. (default: 60) */
  readonly perAddress: number
  /** Requests with a wrong token for one bot's address, whether or not that bot exists. (default: 60) */
  readonly perBot: number
  /** The window in milliseconds. (default: 60,000) */
  readonly window: number
}

export const failureDefaults: FailureLimits = { perAddress: 60, perBot: 60, window: 60_000 }

/** Counts refused requests, and keeps repeated failures from flooding the log. */
export class RefusalCounter {
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

  note(refusal: Refusal, address: string | undefined): Refusal {
    // The sender isn't to blame for a failure of the receiver.
    if (refusal.status >= 500) {
      // The lookup has logged it. Logging it here too would let anyone flood the log.
      if (refusal.code !== 'bots_unavailable') this.#tell(refusal)
      return refusal
    }
    const { perAddress, perBot } = this.#limits
    const bot = refusal.claim?.bot.toLowerCase().slice(0, longestName)
    const excess = Math.max(
      address === undefined ? 0 : this.#addresses.add(networkOf(address), perAddress) - perAddress,
      bot === undefined ? 0 : this.#bots.add(bot, perBot) - perBot,
    )
    if (excess <= 0) {
      this.#tell(refusal, address)
      return refusal
    }
    const retryAfter = Math.ceil(Math.max(this.#addresses.left, this.#bots.left, 1_000) / 1_000)
    if (excess === 1) {
      const facts = { code: refusal.code, ...(address !== undefined && { address }), seconds: retryAfter }
      this.#log.warn(facts, 'Too many requests were refused; further ones are counted and not logged')
    }
    return new Refusal('too_many_failures', { retryAfter })
  }

  #tell({ code, status, facts, claim }: Refusal, address?: string): void {
    const claimed = claim && { bot: claim.bot.slice(0, longestName), wrong: claim.wrong }
    this.#log.warn(
      { code, status, ...(address !== undefined && { address }), ...claimed, ...facts },
      'A request was refused',
    )
  }
}

/** Number of characters of a claimed address that are used to count it. */
const longestName = 320

/** Totals of a window that has ended. */
interface WindowTotals {
  readonly count: number
  readonly above: number
}

/** Counts by key in time windows shared by all keys, so that resetting is cheap and memory is bounded. */
export class Counters {
  readonly #window: number
  readonly #clock: Clock
  readonly #mostKeys: number
  readonly #onEnd: (totals: WindowTotals) => void
  #ends = Number.NEGATIVE_INFINITY
  #counts = new Map<string, number>()
  #count = 0
  #above = 0

  /** @param onEnd Called with the totals of a window that counted something, at the first count after it. */
  constructor(
    { window, mostKeys = 10_000 }: { readonly window: number; readonly mostKeys?: number },
    clock: Clock,
    onEnd: (totals: WindowTotals) => void = () => {},
  ) {
    this.#window = window
    this.#mostKeys = mostKeys
    this.#clock = clock
    this.#onEnd = onEnd
  }

  /** Counts the key, and returns its count in this window. */
  add(key: string, limit: number): number {
    const now = this.#clock.now()
    if (now >= this.#ends) this.#begin(now)
    // Once the table is full, new keys share one count: a sender that uses thousands of names is still one sender.
    const known = this.#counts.has(key) || this.#counts.size < this.#mostKeys ? key : ''
    const count = (this.#counts.get(known) ?? 0) + 1
    this.#counts.set(known, count)
    this.#count += 1
    if (count > limit) this.#above += 1
    return count
  }

  /** Milliseconds until the window ends. */
  get left(): number {
    return Math.max(0, this.#ends - this.#clock.now())
  }

  #begin(now: number): void {
    const totals = { count: this.#count, above: this.#above }
    this.#ends = now + this.#window
    this.#counts = new Map()
    this.#count = 0
    this.#above = 0
    if (totals.count > 0) this.#onEnd(totals)
  }
}

/**
 * The key by which a sender is counted: its IPv4 address, or its IPv6 /64 network, since a host usually controls all
 * addresses of one. Anything else is returned as it is, cut to the maximum length of an address.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (!plain.includes(':')) return plain.slice(0, longest)
  const [head = '', tail] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`.slice(0, longest)
}

/** Converts an IPv4-mapped IPv6 address, as dual-stack sockets report it, to plain IPv4. */
export function unmapped(address: string): string {
  if (!address.startsWith('::')) return address
  return /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? address
}

const longest = 45
