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
}

/** Time as it passes for everybody. */
export const systemClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, action) {
    const timer = setTimeout(action, Math.min(milliseconds, longestTimer))
    return () => clearTimeout(timer)
  },
}

/** Timers of the platform overflow beyond this and fire at once. */
const longestTimer = 2 ** 31 - 1
