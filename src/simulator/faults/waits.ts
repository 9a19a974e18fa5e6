import type { Clock } from '../clock.js'
import type { Cause } from '../time/cause.js'

/** The waiting of calls that faults strike; it can be ended all at once. */
export interface Waits {
  /** For one call of an endpoint, from now on. */
  begin(endpoint: string): Wait
  /** Ends the waiting of all calls that have begun, now and later. */
  end(): void
}

/** The waiting of one call. */
export interface Wait {
  /** Resolves with true when so many milliseconds have gone by, and with false when it was ended before. */
  pause(milliseconds: number): Promise<boolean>
  /** Resolves when the signal aborts, or when it is ended. */
  until(signal: AbortSignal): Promise<void>
}

export function createWaits(clock: Clock): Waits {
  let ending = new AbortController()

  return {
    begin(endpoint) {
      const { signal: ended } = ending
      const cause = { what: 'call', endpoint } as const
      return {
        pause: (milliseconds) => pause(clock, milliseconds, ended, cause),
        until: (signal) => either(signal, ended),
      }
    },
    end() {
      ending.abort()
      ending = new AbortController()
    },
  }
}

function pause(clock: Clock, milliseconds: number, ended: AbortSignal, cause: Cause): Promise<boolean> {
  if (ended.aborted) return Promise.resolve(false)
  if (milliseconds === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      resolve(false)
    }
    const ring = () => {
      ended.removeEventListener('abort', end)
      resolve(true)
    }
    const cancel = clock.later(milliseconds, ring, { cause })
    ended.addEventListener('abort', end, { once: true })
  })
}

function either(one: AbortSignal, other: AbortSignal): Promise<void> {
  if (one.aborted || other.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of [one, other]) signal.removeEventListener('abort', end)
      resolve()
    }
    for (const signal of [one, other]) signal.addEventListener('abort', end)
  })
}
