import type { Cancel, Clock } from '../clock.js'
import type { State } from './state.js'
import { housekeeping, type Timer, timerKey } from './timer.js'

/** What waits for its time: written down in the state, and told to the clock. */
export interface Alarms {
  /** Waits for a time; what waited for the same thing before no longer does. */
  set(timer: Timer): void
  callOff(kind: Timer['kind'], id: number): void
  /** Waits for everything that the state has written down. */
  setAll(): void
  /** Tells the clock to forget everything; what is written down stays. */
  stop(): void
}

export function createAlarms(clock: Clock, state: () => State, ring: (timer: Timer) => void): Alarms {
  const set = new Map<string, Cancel>()

  const forget = (key: string) => {
    set.get(key)?.()
    set.delete(key)
    state().timers.delete(key)
  }

  const alarms: Alarms = {
    set(timer) {
      const { kind, id, due } = timer
      const key = timerKey(kind, id)
      forget(key)
      state().timers.set(key, timer)
      const rings = () => {
        set.delete(key)
        ring(timer)
      }
      const why = { background: housekeeping.has(kind), cause: { what: kind, id } }
      set.set(key, clock.later(due - clock.now(), rings, why))
    },
    callOff: (kind, id) => forget(timerKey(kind, id)),
    setAll() {
      for (const timer of [...state().timers.values()]) alarms.set(timer)
    },
    stop() {
      for (const cancel of set.values()) cancel()
      set.clear()
    },
  }
  return alarms
}
