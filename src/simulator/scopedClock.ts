import type { Cancel, Clock } from './clock.js'

/** A clock whose waiting actions can all be called off together; after that, it takes none. */
export interface ScopedClock extends Clock {
  cancelAll(): void
}

/** The same time as another clock. */
export function scopedClock(clock: Clock): ScopedClock {
  const waiting = new Set<Cancel>()
  let isOver = false
  return {
    now: () => clock.now(),
    later(milliseconds, action) {
      if (isOver) return () => {}
      const cancel = clock.later(milliseconds, () => {
        waiting.delete(cancel)
        action()
      })
      waiting.add(cancel)
      return () => {
        waiting.delete(cancel)
        cancel()
      }
    },
    cancelAll() {
      isOver = true
      for (const cancel of waiting) cancel()
      waiting.clear()
    },
  }
}
