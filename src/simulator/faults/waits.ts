import type { Clock } from '../clock.js'

/** The waiting of calls that faults strike; it can be ended all at once. */
export interface Waits {
  /** Resolves with true when so many milliseconds have gone by, and with false when it was ended before. */
  pause(milliseconds: number): Promise<boolean>
  /** Resolves when the signal aborts, or when it is ended. */
  until(signal: AbortSignal): Promise<void>
  /** Ends all waiting. */
  end(): void
}

export function createWaits(clock: Clock): Waits {
  const waiting = new Set<() => void>()

  return {
    pause(milliseconds) {
      if (milliseconds === 0) return Promise.resolve(true)
      return new Promise((resolve) => {
        const end = () => {
          cancel()
          resolve(false)
        }
        const cancel = clock.later(milliseconds, () => {
          waiting.delete(end)
          resolve(true)
        })
        waiting.add(end)
      })
    },
    until: (signal) =>
      new Promise((resolve) => {
        const end = () => {
          waiting.delete(end)
          resolve()
        }
        waiting.add(end)
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
      }),
    end() {
      const ended = [...waiting]
      waiting.clear()
      for (const end of ended) end()
    },
  }
}
