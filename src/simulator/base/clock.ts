import type { Clock as BaseClock, Waiting as BaseWaiting, Cancel } from '../../clock.js'
import { added } from '../../values.js'

export type { Cancel }

export type Clock = BaseClock<Cause>
export type Waiting = BaseWaiting<Cause>

/** A pending timer. */
export interface Pending {
  /** UNIX milliseconds. */
  readonly due: number
  /** Whether it is housekeeping, which nothing waits for. */
  readonly background: boolean
  /** Undefined for timers set by others. */
  readonly cause?: Cause
}

/** The next turn of the event loop. Unlike a timer of a clock, it keeps the process alive. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    realTimeout(resolve, 0)
  })
}

// Captured at the start, since tests replace the platform's timers.
const { setTimeout: realTimeout } = globalThis

/** A clock that moves only on request. */
export interface VirtualClock extends Clock {
  /** Moves by this many milliseconds, and runs everything that becomes due, each at its own time. */
  advance(milliseconds: number): void
  /** Moves to a UNIX time in milliseconds; an earlier time changes nothing. */
  advanceTo(time: number): void
  /** Sets the time, even to an earlier one, without running anything. */
  setTo(time: number): void
  /** Adds a listener called before every move. The function returned removes it. */
  onMove(listener: (from: number, to: number) => void): Cancel
  /** When the next action is due. */
  next(): number | undefined
  /** Everything that is due, in order. */
  pending(): Pending[]
}

/** A Monday before dawn: where a virtual clock starts by default. */
export const virtualStart = Date.UTC(2026, 2, 2, 5)

/**
 * Creates a clock that moves only on request. Actions due at the same time run in the order in which they were set.
 *
 * @example createSimulator({ clock: virtualClock() })
 */
export function virtualClock(start: number = virtualStart): VirtualClock {
  let time = start
  const waiting = createDueList()

  const listeners = new Set<(from: number, to: number) => void>()

  const advanceTo = (target: number): void => {
    if (target > time) for (const listener of listeners) listener(time, target)
    for (let entry = waiting.take(target); entry !== undefined; entry = waiting.take(target)) {
      time = Math.max(time, entry.due)
      entry.action()
    }
    time = Math.max(time, target)
  }

  return {
    now: () => time,
    later: (milliseconds, action, how) => waiting.add(time + Math.max(milliseconds, 0), action, how),
    advance: (milliseconds) => advanceTo(time + milliseconds),
    advanceTo,
    setTo(to) {
      time = to
    },
    onMove: (listener) => added(listeners, listener),
    next: () => waiting.next(),
    pending: () => waiting.pending(),
  }
}

/** Actions in order of time, then in the order in which they were set. */
export function createDueList() {
  const entries: Entry[] = []
  return {
    add(due: number, action: () => void, { background = false, cause }: Waiting = {}): Cancel {
      const entry: Entry = { due, action, background, cause }
      entries.splice(entries.findLastIndex((other) => other.due <= due) + 1, 0, entry)
      return () => {
        const at = entries.indexOf(entry)
        if (at >= 0) entries.splice(at, 1)
      }
    },
    /** Removes and returns the first action due by a time. */
    take(time: number): { readonly due: number; readonly action: () => void } | undefined {
      const [first] = entries
      return first !== undefined && first.due <= time ? entries.shift() : undefined
    },
    next: () => entries[0]?.due,
    /** When the first action that isn't housekeeping is due. */
    nextAwaited: () => entries.find((entry) => !entry.background)?.due,
    pending: (): Pending[] =>
      entries.map(({ due, background, cause }) => ({ due, background, ...(cause && { cause }) })),
  }
}

interface Entry extends Omit<Pending, 'cause'> {
  readonly cause: Cause | undefined
  readonly action: () => void
}

/** Why a timer is set: data that becomes a sentence where it is displayed. */
export type Cause =
  | { readonly what: 'scheduled message'; readonly id: number }
  | { readonly what: 'thumbnail'; readonly id: number }
  | { readonly what: 'export'; readonly id: number }
  | { readonly what: 'unused upload'; readonly id: number }
  /** The queue expires unless its client asks for events. */
  | { readonly what: 'event queue'; readonly user: number; readonly id: string }
  /** A client that waits for events gets a heartbeat. */
  | { readonly what: 'heartbeat'; readonly user: number; readonly id: string }
  /** A delivery delayed by a fault is posted. */
  | { readonly what: 'delivery'; readonly id: number }
  /** A bot has not answered a delivery in time. */
  | { readonly what: 'deadline'; readonly id: number }
  /** A bot's answer to a delivery arrives, delayed by a fault. */
  | { readonly what: 'answer'; readonly id: number }
  /** A call delayed by a fault goes on. */
  | { readonly what: 'call'; readonly endpoint: string }
