import type { Cancel, Clock } from '../base/clock.js'
import type { OutgoingDelivery } from './delivery.js'

/** A delivery that waits before it is queued. It is data, so that it can be saved. */
export interface DelayedDelivery {
  readonly delivery: OutgoingDelivery
  /** UNIX milliseconds. */
  readonly until: number
  /** How many later deliveries to the same bot are attempted before it. */
  overtakers: number
}

/** Deliveries that faults delay. `release` is called with a delivery when its delay is over. */
export function createDelayed(clock: Clock, release: (delivery: OutgoingDelivery) => void) {
  const timers = new Map<DelayedDelivery, Cancel>()
  let entries: DelayedDelivery[] = []
  const waiting: (() => void)[] = []

  function startTimer(entry: DelayedDelivery): void {
    const ring = () => {
      timers.delete(entry)
      check(entry)
    }
    const cause = { what: 'delivery', id: entry.delivery.id } as const
    timers.set(entry, clock.later(entry.until - clock.now(), ring, { cause }))
  }

  function check(entry: DelayedDelivery): void {
    if (timers.has(entry) || entry.overtakers > 0) return
    entries = entries.filter((other) => other !== entry)
    release(entry.delivery)
    wake()
  }

  function wake(): void {
    for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    /** Delays a delivery by this many milliseconds, and until this many others have been attempted. */
    add(delivery: OutgoingDelivery, milliseconds: number, overtakers: number): void {
      const entry = { delivery, until: clock.now() + milliseconds, overtakers }
      entries.push(entry)
      if (milliseconds > 0) startTimer(entry)
    },
    /** To be called after the first attempt of each delivery. */
    attempted(other: OutgoingDelivery): void {
      for (const entry of [...entries]) {
        if (entry.delivery.bot.id !== other.bot.id || entry.delivery.id >= other.id) continue
        entry.overtakers = Math.max(0, entry.overtakers - 1)
        check(entry)
      }
    },
    /** Resolves when one that waits only for its time is released; undefined if there is none. */
    get nextRelease(): Promise<void> | undefined {
      if (!entries.some((entry) => entry.overtakers === 0)) return undefined
      return new Promise<void>((resolve) => waiting.push(resolve))
    },
    /** Removes all, and returns them. */
    clear(): OutgoingDelivery[] {
      for (const cancel of timers.values()) cancel()
      timers.clear()
      const removed = entries.map(({ delivery }) => delivery)
      entries = []
      wake()
      return removed
    },
    get entries(): DelayedDelivery[] {
      return entries
    },
    restore(saved: DelayedDelivery[]): void {
      entries = saved
      for (const entry of entries) if (entry.until > clock.now()) startTimer(entry)
      for (const entry of [...entries]) check(entry)
    },
  }
}
