/** Where the client has its time from; a test passes one that stands still. */
export interface Clock {
  /** UNIX time in milliseconds. */
  now(): number
  /** Runs the action once, so many milliseconds from now; the answer calls it off. */
  later(milliseconds: number, action: () => void): () => void
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
