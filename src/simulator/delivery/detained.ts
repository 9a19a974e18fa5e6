import type { Cancel, Clock } from '../clock.js'
import type { Delivery } from './delivery.js'

/** A delivery that waits before it is queued. It is data, so that it can be remembered. */
export interface Detention {
  readonly delivery: Delivery
  /** UNIX milliseconds. */
  readonly until: number
  /** How many later deliveries to the same bot are to be attempted before it. */
  overtakers: number
}

/** Deliveries that faults keep waiting. */
export interface Detained {
  /** Keeps it waiting for so many milliseconds, and until so many others have gone before it. */
  add(delivery: Delivery, milliseconds: number, overtakers: number): void
  /** A delivery was attempted for the first time. */
  passed(other: Delivery): void
  /** Resolves when one that waits for its time alone is let go; undefined while there is none. */
  readonly nextRelease: Promise<void> | undefined
  /** Lets one go at once, since it went then; undefined when it does not wait. */
  take(id: number): Delivery | undefined
  /** Lets nothing go any more. What waited is given back. */
  callOff(): Delivery[]
  readonly entries: Detention[]
  restore(entries: Detention[]): void
}

/** `release` gets a delivery when it has waited long enough. */
export function createDetained(clock: Clock, release: (delivery: Delivery) => void): Detained {
  const timers = new Map<Detention, Cancel>()
  let entries: Detention[] = []
  let waiting: (() => void)[] = []

  function arm(entry: Detention): void {
    timers.set(
      entry,
      clock.later(
        entry.until - clock.now(),
        () => {
          timers.delete(entry)
          check(entry)
        },
        { cause: { what: 'delivery', id: entry.delivery.id } },
      ),
    )
  }

  function check(entry: Detention): void {
    if (timers.has(entry) || entry.overtakers > 0) return
    entries = entries.filter((other) => other !== entry)
    release(entry.delivery)
    wake()
  }

  function wake(): void {
    const woken = waiting
    waiting = []
    for (const resolve of woken) resolve()
  }

  return {
    add(delivery, milliseconds, overtakers) {
      const entry = { delivery, until: clock.now() + milliseconds, overtakers }
      entries.push(entry)
      if (milliseconds > 0) arm(entry)
    },
    passed(other) {
      if (entries.length === 0) return
      for (const entry of [...entries]) {
        if (entry.delivery.bot.id !== other.bot.id || entry.delivery.id >= other.id) continue
        entry.overtakers = Math.max(0, entry.overtakers - 1)
        check(entry)
      }
    },
    get nextRelease() {
      if (!entries.some((entry) => entry.overtakers === 0)) return undefined
      return new Promise<void>((resolve) => waiting.push(resolve))
    },
    take(id) {
      const entry = entries.find(({ delivery }) => delivery.id === id)
      entries = entries.filter((other) => other !== entry)
      return entry?.delivery
    },
    callOff() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
      const left = entries.map(({ delivery }) => delivery)
      entries = []
      wake()
      return left
    },
    get entries() {
      return entries
    },
    restore(held) {
      entries = held
      for (const entry of entries) if (entry.until > clock.now()) arm(entry)
      for (const entry of [...entries]) check(entry)
    },
  }
}
