import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ClockKind } from '../../../simulator/time/simulatorClock.js'
import { health, onEntries, onReconnected } from '../connection.js'
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

/** The simulator's clock; undefined until it has been asked. */
export const clock: ReadonlySignal<ClockState | undefined> = state
export const due: ReadonlySignal<Due> = waiting
/** The server's feature level. */
export const level = computed(() => serverLevel.value ?? health.value?.featureLevel)

/** How far the simulator's clock is ahead of this machine's, where it goes by itself. */
let ahead = 0

/** Takes the state of the clock that an answer of the control API brought. */
export function setClock({ kind, time }: ClockState): void {
  ahead = time - Date.now()
  state.value = { kind, time }
}

/** Keeps time, level and what is due up to date. Gives back how to stop. */
export function watchTime(): () => void {
  lookSoon(true)
  const stopEntries = onEntries((entries) => {
    const moved = entries.findLast(({ kind }) => kind === 'level')
    if (moved?.kind === 'level') serverLevel.value = moved.to
    lookSoon(entries.some(({ kind }) => kind === 'clock' || kind === 'change' || kind === 'memory'))
  })
  const stopConnection = onReconnected(() => lookSoon(true))
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
let wanted: 'nothing' | 'what is due' | 'all' = 'nothing'

/** Not more often than it can be drawn and answered, however much happens. */
function lookSoon(all: boolean): void {
  if (wanted !== 'all') wanted = all ? 'all' : 'what is due'
  if (isLooking) return
  isLooking = true
  void (async () => {
    while (wanted !== 'nothing') {
      const isAll = wanted === 'all'
      wanted = 'nothing'
      await look(isAll)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    isLooking = false
  })()
}

/** Asks for what the bar shows. What cannot be reached now is shown as it was. */
async function look(all: boolean): Promise<void> {
  try {
    const pending = control<Due>('GET', '/clock/pending?limit=50')
    if (all) {
      setClock(await control<ClockState>('GET', '/clock'))
      serverLevel.value = (await control<{ featureLevel: number }>('GET', '/level')).featureLevel
    }
    waiting.value = await pending
  } catch {
    // The connection's own sign says that the simulator is gone.
  }
}

/** Changes the clock, and shows what came of it. */
export async function withClock(work: () => Promise<ClockState>): Promise<boolean> {
  const now = await attempt(work)
  if (now !== undefined) setClock(now)
  lookSoon(false)
  return now !== undefined
}
