import { signal } from '@preact/signals'
import type { PendingTimer } from '../../../simulator/control/endpoints/time.js'
import type { ClockKind } from '../../../simulator/time/simulatorClock.js'
import { attempt, tell } from '../notices.js'
import { control } from '../simulator.js'
import { type ClockState, clock, level, withClock } from './clockState.js'
import { nextStep } from './readout.js'

/** Whether the clock is being advanced, which takes as long as the bots need. */
export const isMoving = signal(false)

async function move(work: () => Promise<ClockState>): Promise<boolean> {
  if (isMoving.value) return false
  isMoving.value = true
  try {
    return await withClock(work)
  } finally {
    isMoving.value = false
  }
}

/** Advances the clock by milliseconds, or by a duration such as `90s`. */
export function advance(by: number | string): Promise<boolean> {
  return move(() => control<ClockState>('POST', '/clock/advance', { by }))
}

/** Advances the clock until nothing is pending. */
export function runUntilIdle(): Promise<boolean> {
  return move(() => control<ClockState>('POST', '/clock/run-until-idle'))
}

/** Advances the clock to the next timer, and reports its cause. */
export async function step(): Promise<void> {
  const asked = await attempt(() => control<{ pending: PendingTimer[] }>('GET', '/clock/pending?limit=1000'))
  if (asked === undefined) return
  const next = nextStep(asked.pending)
  if (next === undefined) return tell('done', 'No timers are pending.')
  const now = clock.value?.time ?? next.due
  if (await advance(Math.max(0, next.due - now))) tell('done', next.says)
}

export async function changeKind(kind: ClockKind): Promise<void> {
  const before = clock.value?.kind
  const changed = await withClock(() => control<ClockState>('PATCH', '/clock', { kind }))
  if (!changed || before === undefined || before === kind) return
  tell('done', kindSays[kind], () => void withClock(() => control<ClockState>('PATCH', '/clock', { kind: before })))
}

const kindSays: Readonly<Record<ClockKind, string>> = {
  real: 'Time passes as usual.',
  frozen: 'Time stands still until you move it.',
  jump: 'When nothing is going on, time jumps to the next timer.',
}

/** Changes the server's feature level, with undo. Returns whether it succeeded. */
export async function setLevel(wanted: number): Promise<boolean> {
  const before = level.value?.featureLevel
  const put = (featureLevel: number) => attempt(() => control('PUT', '/level', { featureLevel }))
  const isDone = (await put(wanted)) !== undefined
  if (isDone && before !== undefined)
    tell('done', `The server is at level ${wanted}; it was at ${before}.`, () => void put(before))
  return isDone
}
