import { signal } from '@preact/signals'
import type { PendingTimer } from '../../../simulator/control/endpoints/time.js'
import type { ClockKind } from '../../../simulator/time/simulatorClock.js'
import { attempt, tell } from '../notices.js'
import { control } from '../simulator.js'
import { type ClockState, clock, level, withClock } from './live.js'
import { nextStep } from './readout.js'

/** Whether time is being let pass, which takes as long as the bots need. */
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

/** Lets so much time pass: milliseconds, or text such as `90s`. */
export function advance(by: number | string): Promise<boolean> {
  return move(() => control<ClockState>('POST', '/clock/advance', { by }))
}

/** Lets time pass until nobody waits for anything. */
export function runUntilIdle(): Promise<boolean> {
  return move(() => control<ClockState>('POST', '/clock/run-until-idle'))
}

/** Goes on to the next thing that is due, and says what it was. */
export async function step(): Promise<void> {
  const asked = await attempt(() => control<{ pending: PendingTimer[] }>('GET', '/clock/pending?limit=1000'))
  if (asked === undefined) return
  const next = nextStep(asked.pending)
  if (next === undefined) return tell('done', 'Nothing waits for its time.')
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
  real: 'Time goes by itself.',
  frozen: 'Time stands still until it is moved.',
  jump: 'Time jumps to whatever is due next when nothing is going on.',
}

/** Makes the server one of another level; can be taken back. Says whether it did. */
export async function setLevel(wanted: number): Promise<boolean> {
  const before = level.value
  const put = (featureLevel: number) => attempt(() => control('PUT', '/level', { featureLevel }))
  const isDone = (await put(wanted)) !== undefined
  if (isDone && before !== undefined)
    tell('done', `The server is at level ${wanted}; it was at ${before}.`, () => void put(before))
  return isDone
}
