/** What the simulator is busy with: calls that it answers, and deliveries that are under way. */
export interface Activity {
  /** Something begins. What it gives back is to be called when that has ended; calling it again does nothing. */
  begin(): () => void
  readonly isBusy: boolean
  /** Resolves when nothing is going on. */
  quiet(): Promise<void>
  /** Hears of every time that the last thing ended. */
  onQuiet(listener: () => void): void
}

export function createActivity(): Activity {
  let count = 0
  const listeners = new Set<() => void>()
  let waiting: (() => void)[] = []

  return {
    begin() {
      count += 1
      let ended = false
      return () => {
        if (ended) return
        ended = true
        count -= 1
        if (count > 0) return
        const resolved = waiting
        waiting = []
        for (const resolve of resolved) resolve()
        for (const listener of listeners) listener()
      }
    },
    get isBusy() {
      return count > 0
    },
    quiet: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    onQuiet: (listener) => void listeners.add(listener),
  }
}
