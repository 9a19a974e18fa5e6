/** Keeps track of the calls and deliveries under way. */
export function createActivity() {
  let count = 0
  const listeners = new Set<() => void>()

  return {
    /** Begins an activity. The function returned ends it; calling it again does nothing. */
    begin(): () => void {
      count += 1
      let ended = false
      return () => {
        if (ended) return
        ended = true
        count -= 1
        if (count === 0) for (const listener of [...listeners]) listener()
      }
    },
    get isBusy(): boolean {
      return count > 0
    },
    /** Resolves when nothing is under way. */
    quiet(): Promise<void> {
      if (count === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const once = () => {
          listeners.delete(once)
          resolve()
        }
        listeners.add(once)
      })
    },
    /** Adds a listener called whenever the last activity ends. */
    onQuiet(listener: () => void): void {
      listeners.add(listener)
    },
  }
}

export type Activity = ReturnType<typeof createActivity>
