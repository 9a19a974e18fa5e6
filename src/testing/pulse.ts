import type { Clock } from '../client/index.js'

/** Signs of life of a bot under test, by which is told whether it goes on by itself or waits for the clock. */
export interface Pulse {
  /** Rises with everything that happens. */
  readonly beats: number
  beat(): void
  /** Counts the beginning and the end of something. */
  during<Result>(work: Promise<Result>): Promise<Result>
  /** Likewise, for what may take real time, such as a disk. */
  outside<Result>(work: Promise<Result>): Promise<Result>
  /** A clock whose timers are known to be waited for. */
  watching(clock: Clock): Clock
  /** Something outside this process is being waited for. */
  readonly waitsOutside: boolean
  /** A timer of a watched clock is running. */
  readonly waitsForTime: boolean
}

export function createPulse(): Pulse {
  let beats = 0
  let outside = 0
  let timers = 0

  const beat = () => {
    beats += 1
  }
  const during = async <Result>(work: Promise<Result>): Promise<Result> => {
    beat()
    try {
      return await work
    } finally {
      beat()
    }
  }

  return {
    get beats() {
      return beats
    },
    get waitsOutside() {
      return outside > 0
    },
    get waitsForTime() {
      return timers > 0
    },
    beat,
    during,
    async outside(work) {
      outside += 1
      try {
        return await during(work)
      } finally {
        outside -= 1
      }
    },
    watching: (clock) => ({
      now: () => clock.now(),
      later(milliseconds, action, how) {
        timers += 1
        beat()
        const end = once(() => {
          timers -= 1
          beat()
        })
        const cancel = clock.later(
          milliseconds,
          () => {
            end()
            action()
          },
          how,
        )
        return () => {
          end()
          cancel()
        }
      },
    }),
  }
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    action()
  }
}
