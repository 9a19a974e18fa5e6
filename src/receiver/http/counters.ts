import type { Clock } from '../../client/index.js'

/** What happened in a window of time that is over. */
export interface WindowTotals {
  /** All that were counted. */
  readonly count: number
  /** How many of them were above the limit of their key. */
  readonly above: number
}

/** Counts by key in windows of time that all keys share, so that forgetting costs nothing and memory has a bound. */
export class Counters {
  readonly #window: number
  readonly #clock: Clock
  readonly #mostKeys: number
  readonly #onEnd: (totals: WindowTotals) => void
  #ends = Number.NEGATIVE_INFINITY
  #counts = new Map<string, number>()
  #count = 0
  #above = 0

  /** @param onEnd Hears of a window in which something was counted, at the first count after it. */
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

  /** How often the key was counted in this window, this time included. */
  add(key: string, limit: number): number {
    const now = this.#clock.now()
    if (now >= this.#ends) this.#begin(now)
    // Keys beyond those that are remembered share one count: whoever comes under a thousand names is one sender.
    const known = this.#counts.has(key) || this.#counts.size < this.#mostKeys ? key : ''
    const count = (this.#counts.get(known) ?? 0) + 1
    this.#counts.set(known, count)
    this.#count += 1
    if (count > limit) this.#above += 1
    return count
  }

  /** Milliseconds until counting begins anew. */
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
