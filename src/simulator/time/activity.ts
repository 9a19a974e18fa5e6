/** Keeps track of what the simulator is doing: answering calls, and delivering. */
export function createActivity() {
  let count = 0
  const listeners = new Set<() => void>()

  return {
    /** Begins something. The function returned ends it; calling that again does nothing. */
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
    /** Resolves when nothing is going on. */
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
    /** Adds a listener called whenever nothing is going on any more. */
    onQuiet(listener: () => void): void {
      listeners.add(listener)
    },
  }
}

export type Activity = ReturnType<typeof createActivity>
