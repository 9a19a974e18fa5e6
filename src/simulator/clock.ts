import type { Clock as BaseClock, Waiting as BaseWaiting, Cancel } from '../clock.js'
import type { Cause } from './time/cause.js'

export type { Cancel }

/** A clock that is told what waits for it. */
export type Clock = BaseClock<Cause>
export type Waiting = BaseWaiting<Cause>

/** Something that waits for its time. */
export interface Pending {
  /** UNIX milliseconds. */
  readonly due: number
  /** Housekeeping, for which nobody waits. */
  readonly background: boolean
  /** Absent for what somebody else has asked the clock for. */
  readonly cause?: Cause
}

/** The next turn of the event loop. Unlike an action that waits, it keeps the process alive until then. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Goes on by so many milliseconds, running what falls due on the way, each at its own time. */
  advance(milliseconds: number): void
  /** Goes on to a UNIX time in milliseconds; a time that has passed changes nothing. */
  advanceTo(time: number): void
  /** Puts the time, also back; nothing falls due by that, and what waits keeps its time. */
  setTo(time: number): void
  /** Hears of every step before it is taken. Gives back how to stop that. */
  onMove(listener: (from: number, to: number) => void): Cancel
  /** When the next action is due; undefined when none waits. */
  next(): number | undefined
  /** Everything that waits, what is due first at the front. */
  pending(): Pending[]
}

/** Before dawn on a Monday: when a virtual clock starts unless told otherwise. */
export const virtualStart = Date.UTC(2026, 2, 2, 5)

/** Makes a clock that stands still. Actions due at the same time run in the order in which they were asked for. */
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
    onMove(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    next: () => waiting.next(),
    pending: () => waiting.pending(),
  }
}

/** What waits for its time, in order of time, then of asking. */
export interface DueList {
  add(due: number, action: () => void, how?: Waiting): Cancel
  /** Takes out what is due first, unless that is later than a time. */
  take(time: number): { readonly due: number; readonly action: () => void } | undefined
  /** When the first is due. */
  next(): number | undefined
  /** When the first is due that is no housekeeping. */
  nextAwaited(): number | undefined
  /** Everything, in this order. */
  pending(): Pending[]
}

export function createDueList(): DueList {
  let sequence = 0
  const entries: Entry[] = []
  return {
    add(due, action, { background = false, cause } = {}) {
      const entry: Entry = { due, sequence: sequence++, action, background, cause }
      const last = entries.at(-1)
      if (last === undefined || last.due <= due) entries.push(entry)
      else entries.splice(placeFor(entries, entry), 0, entry)
      return () => {
        // Who was the last to wait is often the first to be called off.
        if (entries.at(-1) === entry) entries.pop()
        else {
          const at = entries.indexOf(entry)
          if (at >= 0) entries.splice(at, 1)
        }
      }
    },
    take(time) {
      const [first] = entries
      return first !== undefined && first.due <= time ? entries.shift() : undefined
    },
    next: () => entries[0]?.due,
    nextAwaited: () => entries.find((entry) => !entry.background)?.due,
    pending: () => entries.map(({ due, background, cause }) => ({ due, background, ...(cause && { cause }) })),
  }
}

interface Entry extends Omit<Pending, 'cause'> {
  readonly cause: Cause | undefined
  readonly sequence: number
  readonly action: () => void
}

/** Where an entry belongs so that the list stays in order of time, then of asking. */
function placeFor(entries: readonly Entry[], entry: Entry): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = entries[middle]
    if (
      other !== undefined &&
      (other.due < entry.due || (other.due === entry.due && other.sequence < entry.sequence))
    ) {
      low = middle + 1
    } else high = middle
  }
  return low
}
