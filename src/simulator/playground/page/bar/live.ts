import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ClockKind } from '../../../time/simulatorClock.js'
import { connection, health, onEntries } from '../connection.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'
import type { PendingTimer } from './readout.js'

export interface ClockState {
  readonly kind: ClockKind
  /** UNIX milliseconds. */
  readonly time: number
}

export interface Due {
  readonly pending: readonly PendingTimer[]
  /** How many there are in all. */
  readonly total: number
}

const state = signal<ClockState | undefined>(undefined)
const waiting = signal<Due>({ pending: [], total: 0 })
const serverLevel = signal<number | undefined>(undefined)
const newest = signal(0)

/** The simulator's clock; undefined until it has been asked. */
export const clock: ReadonlySignal<ClockState | undefined> = state
export const due: ReadonlySignal<Due> = waiting
/** The server's feature level. */
export const level = computed(() => serverLevel.value ?? health.value?.featureLevel)
/** Number of the newest entry of the journal that the page has heard of. */
export const journalAt: ReadonlySignal<number> = newest

/** How far the simulator's clock is ahead of this machine's, where it goes by itself. */
let ahead = 0

/** Takes the state of the clock that an answer of the control API brought. */
export function setClock({ kind, time }: ClockState): void {
  ahead = time - Date.now()
  state.value = { kind, time }
}

/** Keeps time, level and what is due up to date. Gives back how to stop. */
export function watchTime(): () => void {
  void lookAgain()
  const stopEntries = onEntries((entries) => {
    const last = entries.at(-1)
    if (last === undefined) return
    newest.value = last.number
    const moved = entries.findLast(({ kind }) => kind === 'level')
    if (moved?.kind === 'level') serverLevel.value = moved.to
    lookSoon()
  })
  const stopConnection = connection.subscribe((now) => {
    if (now === 'live') lookSoon()
  })
  const ticking = setInterval(() => {
    const { value } = state
    if (value?.kind === 'real' && document.visibilityState === 'visible') {
      state.value = { ...value, time: Date.now() + ahead }
    }
  }, 1000)
  return () => {
    stopEntries()
    stopConnection()
    clearInterval(ticking)
  }
}

let isLooking = false
let isDirty = false

/** Not more often than it can be drawn and answered, however much happens. */
function lookSoon(): void {
  isDirty = true
  if (isLooking) return
  isLooking = true
  setTimeout(async () => {
    isDirty = false
    await lookAgain()
    isLooking = false
    if (isDirty) lookSoon()
  }, 150)
}

/** Asks for everything that the bar shows. What cannot be reached now is shown as it was. */
async function lookAgain(): Promise<void> {
  try {
    const [now, pending, { featureLevel }] = await Promise.all([
      control<ClockState>('GET', '/clock'),
      control<Due>('GET', '/clock/pending?limit=50'),
      control<{ featureLevel: number }>('GET', '/level'),
    ])
    setClock(now)
    waiting.value = pending
    serverLevel.value = featureLevel
    if (newest.value === 0) newest.value = (await control<{ last: number }>('GET', '/journal?limit=1')).last
  } catch {
    // The connection's own sign says that the simulator is gone.
  }
}

/** Changes the clock, and shows what came of it. */
export async function withClock(work: () => Promise<ClockState>): Promise<boolean> {
  const now = await attempt(work)
  if (now !== undefined) setClock(now)
  lookSoon()
  return now !== undefined
}
