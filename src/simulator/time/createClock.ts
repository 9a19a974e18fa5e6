import type { Clock, VirtualClock } from '../clock.js'
import { milliseconds } from './duration.js'
import { settled } from './settled.js'
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

/**
 * A clock that somebody brought along, as the simulator's. One that can be told to go on, as `virtualClock` makes it,
 * counts as frozen; any other goes by itself.
 */
function givenClock(clock: Clock): SimulatorClock {
  const virtual = isVirtual(clock) ? clock : undefined

  function standing(): VirtualClock {
    if (virtual !== undefined) return virtual
    throw new TypeError('This clock goes by itself; create the simulator with { clock: "frozen" } to move its time.')
  }

  async function goOn(wanted: (due: number) => boolean, settle = settled): Promise<void> {
    const stands = standing()
    await settle()
    for (let due = stands.next(); due !== undefined && wanted(due); due = stands.next()) {
      stands.advanceTo(due)
      await settle()
    }
  }

  return {
    now: () => clock.now(),
    later: (wait, action, how) => clock.later(wait, action, { ...how, unref: true }),
    kind: virtual === undefined ? 'real' : 'frozen',
    change(kind) {
      if (kind !== this.kind)
        throw new TypeError('This clock was brought along, and goes as whoever made it tells it to.')
    },
    async advance(by, settle = settled) {
      const target = standing().now() + milliseconds(by)
      await goOn((due) => due <= target, settle)
      standing().advanceTo(target)
      await settle()
    },
    runUntilIdle: () => goOn(() => true),
    next: () => virtual?.next(),
    pending: () => virtual?.pending() ?? [],
    standAt(time) {
      // One that goes by itself cannot be told the time.
      virtual?.setTo(time)
    },
    onMove: (listener) => virtual?.onMove(listener) ?? (() => {}),
    stop() {},
  }
}

function isVirtual(clock: Clock): clock is VirtualClock {
  return 'advanceTo' in clock && 'next' in clock
}
