/** Chance that repeats itself for the same seed, at a cost that a million cases can bear. */
export interface Chance {
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Whether one in so many times. */
  oneIn(times: number): boolean
}

export function chance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)] as (typeof items)[0],
  }
}
