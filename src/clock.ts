/** Where time comes from; a test passes one that stands still. */
export interface Clock<Cause = never> {
  /** UNIX time in milliseconds. */
  now(): number
  /** Runs the action once, so many milliseconds from now. */
  later(milliseconds: number, action: () => void, how?: Waiting<Cause>): Cancel
}

/** Calls an action off; does nothing once the action has run. */
export type Cancel = () => void

export interface Waiting<Cause = never> {
  /** Nobody waits for it: a clock that goes on by itself to whatever is due next does not go on for this. */
  readonly background?: boolean
  /** A handler does nothing else until then (`ctx.sleep`): the clock of a test moves on to this by itself. */
  readonly sleeping?: boolean
  /** The process may end before then. */
  readonly unref?: boolean
  /** What waits, for whoever looks at what is due. */
  readonly cause?: Cause
}

/** Time as it passes for everybody. */
export const systemClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, action, { unref = false } = {}) {
    const due = Date.now() + milliseconds
    const wait = (left: number) => {
      const timer: unknown = setTimeout(left > longestTimer ? goOn : action, Math.min(left, longestTimer))
      if (unref && typeof timer === 'object') (timer as Partial<NodeTimer>).unref?.()
      return timer
    }
    const goOn = () => {
      timer = wait(due - Date.now())
    }
    let timer = wait(milliseconds)
    return () => clearTimeout(timer as number)
  },
}

/** What `setTimeout` gives where the process could end before. */
interface NodeTimer {
  unref(): void
}

/** Milliseconds. A machine that sleeps stops the timers of the platform, so after that long the time is looked at again. */
const longestTimer = 60_000
