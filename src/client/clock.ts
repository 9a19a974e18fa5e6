/** Where the client has its time from; a test passes one that stands still. */
export interface Clock {
  /** UNIX time in milliseconds. */
  now(): number
  /** Runs the action once, so many milliseconds from now; the answer calls it off. */
  later(milliseconds: number, action: () => void, how?: Waiting): () => void
}

export interface Waiting {
  /** Nobody waits for it now: a clock that goes on by itself to whatever is due next does not go on for this. */
  readonly background?: boolean
  /** A handler does nothing else until then (`ctx.sleep`): the clock of a test moves on to this by itself. */
  readonly sleeping?: boolean
}

/** Time as it passes for everybody. */
export const systemClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, action) {
    if (milliseconds <= longestTimer) {
      const timer = setTimeout(action, milliseconds)
      return () => clearTimeout(timer)
    }
    const due = Date.now() + milliseconds
    const wait = (left: number) => setTimeout(left > longestTimer ? goOn : action, Math.min(left, longestTimer))
    const goOn = () => {
      timer = wait(due - Date.now())
    }
    let timer = wait(milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Milliseconds. A machine that sleeps stops the timers of the platform, so after that long the time is looked at again. */
const longestTimer = 60_000
