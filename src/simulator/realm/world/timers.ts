import type { Cancel, Clock } from '../../base/clock.js'
import type { State, Timer, TimerKind } from './state.js'

/** Sets the timers in an organisation's state on the clock. */
export function createTimers(clock: Clock, state: () => State, fire: (timer: Timer) => void) {
  const onClock = new Map<string, Cancel>()

  const timers = {
    /** Sets a timer in place of an earlier one for the same thing. */
    set(timer: Timer): void {
      const { kind, id, due } = timer
      const key = `${kind} ${id}`
      timers.cancel(kind, id)
      state().timers.set(key, timer)
      const action = () => {
        onClock.delete(key)
        state().timers.delete(key)
        fire(timer)
      }
      // Nobody waits for unused uploads to be deleted, so a clock doesn't move on for them.
      const how = { background: kind === 'unused upload', cause: { what: kind, id } }
      onClock.set(key, clock.later(due - clock.now(), action, how))
    },
    cancel(kind: TimerKind, id: number): void {
      const key = `${kind} ${id}`
      onClock.get(key)?.()
      onClock.delete(key)
      state().timers.delete(key)
    },
    setAll(): void {
      for (const timer of [...state().timers.values()]) timers.set(timer)
    },
    /** Takes all timers off the clock; the state keeps them. */
    stop(): void {
      for (const cancel of onClock.values()) cancel()
      onClock.clear()
    },
  }
  return timers
}

export type Timers = ReturnType<typeof createTimers>
