import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ServerLevel } from '../../../simulator/control/endpoints/server.js'
import type { PendingTimer, ClockState as WholeClockState } from '../../../simulator/control/endpoints/time.js'
import { kept } from '../liveAnswers.js'
import { attempt } from '../notices.js'

export type ClockState = Pick<WholeClockState, 'kind' | 'time'>

export interface PendingTimers {
  readonly pending: readonly PendingTimer[]
  readonly total: number
}

/** The last answer, with this machine's time at which it arrived. */
const told = kept('/clock', /^clock/, undefined, (answer: ClockState): (ClockState & { at: number }) | undefined => ({
  ...answer,
  at: Date.now(),
}))
const tick = signal(Date.now())
setInterval(() => {
  if (document.visibilityState === 'visible') tick.value = Date.now()
}, 1000)

/** The simulator's clock; undefined until the first answer. */
export const clock: ReadonlySignal<ClockState | undefined> = computed(() => {
  const now = told.value.value
  return now?.kind === 'real' ? { kind: 'real', time: now.time + Math.max(0, tick.value - now.at) } : now
})

const pending = kept(
  '/clock/pending?limit=50',
  /^(?!call|answer|notice)/,
  { pending: [], total: 0 },
  (answer: PendingTimers) => answer,
)
export const pendingTimers: ReadonlySignal<PendingTimers> = pending.value

/** The server's feature level, and the version that it reports; undefined until the first answer. */
export const level = kept('/level', /^level/, undefined, (answer: ServerLevel): ServerLevel | undefined => answer).value

/** Runs a change of the clock, and shows the result. */
export async function withClock(work: () => Promise<ClockState>): Promise<boolean> {
  const now = await attempt(work)
  if (now !== undefined) told.set({ ...now, at: Date.now() })
  void pending.refresh()
  return now !== undefined
}
