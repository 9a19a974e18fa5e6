/** Calls an action off; does nothing once the action has run. */
export type Cancel = () => void

/** Where the simulator has its time from. Nothing else in it asks the machine. */
export interface Clock {
  /** UNIX time in milliseconds. */
  now(): number
  /** Runs the action once, so many milliseconds from now. */
  later(milliseconds: number, action: () => void): Cancel
}

/** Time as it passes for everybody. A waiting action does not keep the process alive. */
export const realClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, action) {
    let cancel: Cancel = () => {}
    const wait = (left: number): void => {
      const step = Math.min(Math.max(left, 0), longestTimer)
      const timer = setTimeout(() => (left > step ? wait(left - step) : action()), step)
      const unref: unknown = Reflect.get(Object(timer), 'unref')
      if (typeof unref === 'function') unref.call(timer)
      cancel = () => clearTimeout(timer)
    }
    wait(milliseconds)
    return () => cancel()
  },
}

/** Timers of the platform overflow beyond this and fire at once. */
const longestTimer = 2 ** 31 - 1

/** A clock that stands still until it is told to go on. */
export interface VirtualClock extends Clock {
  /** Goes on by so many milliseconds, running what falls due on the way, each at its own time. */
  advance(milliseconds: number): void
  /** Goes on to a UNIX time in milliseconds; a time that has passed changes nothing. */
  advanceTo(time: number): void
  /** When the next action is due; undefined when none waits. */
  next(): number | undefined
}

/** Before dawn on a Monday: when a virtual clock starts unless told otherwise. */
export const virtualStart = Date.UTC(2026, 2, 2, 5)

/** Makes a clock that stands still. Actions due at the same time run in the order in which they were asked for. */
export function virtualClock(start: number = virtualStart): VirtualClock {
  let time = start
  let sequence = 0
  const waiting: Waiting[] = []

  const advanceTo = (target: number): void => {
    for (let first = waiting[0]; first !== undefined && first.due <= target; first = waiting[0]) {
      waiting.shift()
      time = Math.max(time, first.due)
      first.action()
    }
    time = Math.max(time, target)
  }

  return {
    now: () => time,
    later(milliseconds, action) {
      const entry: Waiting = { due: time + Math.max(milliseconds, 0), sequence: sequence++, action }
      waiting.splice(placeFor(waiting, entry), 0, entry)
      return () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
    advance: (milliseconds) => advanceTo(time + milliseconds),
    advanceTo,
    next: () => waiting[0]?.due,
  }
}

interface Waiting {
  readonly due: number
  readonly sequence: number
  readonly action: () => void
}

/** Where an entry belongs so that the list stays in order of time, then of asking. */
function placeFor(waiting: readonly Waiting[], entry: Waiting): number {
  let low = 0
  let high = waiting.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = waiting[middle]
    if (
      other !== undefined &&
      (other.due < entry.due || (other.due === entry.due && other.sequence < entry.sequence))
    ) {
      low = middle + 1
    } else high = middle
  }
  return low
}
