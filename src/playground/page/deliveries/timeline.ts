import type { AttemptRecord } from '../../../simulator/delivery/record.js'

/** A piece of a delivery's time: it waited, or a request was under way. */
export interface Stretch {
  readonly kind: 'waited' | 'attempt'
  /** Of attempts, from 1 on. */
  readonly number?: number
  /** UNIX milliseconds by the simulator's clock. */
  readonly from: number
  readonly duration: number
  /** Parts of the whole, from 0 to 1. */
  readonly start: number
  readonly width: number
}

/** A delivery's time from when it was queued on: each wait, and each attempt. */
export function timeline(queuedAt: number, attempts: readonly AttemptRecord[]): readonly Stretch[] {
  const end = Math.max(queuedAt, ...attempts.map(({ startedAt, duration }) => startedAt + duration))
  const whole = Math.max(1, end - queuedAt)
  const stretches: Stretch[] = []
  let at = queuedAt
  for (const [index, { startedAt, duration }] of attempts.entries()) {
    if (startedAt > at) stretches.push(stretch('waited', at, startedAt - at))
    stretches.push({ ...stretch('attempt', startedAt, duration), number: index + 1 })
    at = startedAt + duration
  }
  return stretches

  function stretch(kind: Stretch['kind'], from: number, duration: number): Stretch {
    return { kind, from, duration, start: (from - queuedAt) / whole, width: duration / whole }
  }
}
