import type { Clock } from '../clock.js'
import { givenClock } from './givenClock.js'
import {
  type ClockKind,
  createSimulatorClock,
  type SimulatorClock,
  type SimulatorClockOptions,
} from './simulatorClock.js'

/** The clock of a simulator: one of a kind, or one that somebody brought along. */
export function createClock(wanted: ClockKind | Clock, how: Omit<SimulatorClockOptions, 'kind'>): SimulatorClock {
  if (typeof wanted === 'string') return createSimulatorClock({ ...how, kind: wanted })
  return isSimulatorClock(wanted) ? wanted : givenClock(wanted)
}

function isSimulatorClock(clock: Clock): clock is SimulatorClock {
  return 'runUntilIdle' in clock && 'standAt' in clock
}
