import type { Cause, Clock } from '../base/clock.js'

/** The delays that faults cause; all can be ended at once. */
export interface Waits {
  /** Begins the delays of one call or delivery. */
  begin(cause: Cause): Wait
  /** Ends all delays of calls that have begun, now and later, as broken connections. */
  end(): void
  /** Ends all pauses as if their time were up, and leaves nothing hanging. */
  release(): void
}

/** The delays of one call or delivery. */
export interface Wait {
  /** Resolves with true after this many milliseconds, or with false if it is ended earlier or the signal aborts. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<boolean>
  /** Resolves when the signal aborts, or when it is ended. */
  until(signal: AbortSignal): Promise<void>
}

export function createWaits(clock: Clock): Waits {
  let ending = new AbortController()
  const endAll = (reason: 'broken' | 'released') => {
    ending.abort(reason)
    ending = new AbortController()
  }
  return {
    begin(cause) {
      const { signal: ended } = ending
      return {
        pause(milliseconds, signal) {
          const ends = signal === undefined ? ended : AbortSignal.any([ended, signal])
          if (ends.aborted || milliseconds === 0) return Promise.resolve(!ends.aborted || ends.reason === 'released')
          return new Promise((resolve) => {
            const end = () => {
              cancel()
              resolve(ends.reason === 'released')
            }
            const ring = () => {
              ends.removeEventListener('abort', end)
              resolve(true)
            }
            const cancel = clock.later(milliseconds, ring, { cause })
            ends.addEventListener('abort', end, { once: true })
          })
        },
        until: (signal) =>
          new Promise((resolve) => {
            const either = AbortSignal.any([signal, ended])
            if (either.aborted) resolve()
            either.addEventListener('abort', () => resolve())
          }),
      }
    },
    end: () => endAll('broken'),
    release: () => endAll('released'),
  }
}
