import type { Clock } from '../client/index.js'

/** What a bot under test is doing: whether it makes progress by itself or waits for the clock. */
export interface Progress {
  /** Rises with everything that happens. */
  readonly count: number
  note(): void
  /** Notes the beginning and the end of something. */
  during<Result>(work: Promise<Result>): Promise<Result>
  /** The same, for what may take real time, such as a disk. */
  outside<Result>(work: Promise<Result>): Promise<Result>
  /** A clock whose running timers count as waiting for time. */
  watching(clock: Clock): Clock
  /** Something outside this process is being waited for. */
  readonly waitsOutside: boolean
  /** A timer of a watched clock is running. */
  readonly waitsForTime: boolean
}

export function trackProgress(): Progress {
  let count = 0
  let outside = 0
  let timers = 0

  const note = () => {
    count += 1
  }
  const during = async <Result>(work: Promise<Result>): Promise<Result> => {
    note()
    try {
      return await work
    } finally {
      note()
    }
  }

  return {
    get count() {
      return count
    },
    get waitsOutside() {
      return outside > 0
    },
    get waitsForTime() {
      return timers > 0
    },
    note,
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
        note()
        const end = once(() => {
          timers -= 1
          note()
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
