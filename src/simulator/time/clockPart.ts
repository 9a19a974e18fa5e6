import type { Stateful } from '../stateful.js'
import type { ClockKind, SimulatorClock } from './simulatorClock.js'

/** How the clock goes, and where it stands if it does. */
export function clockPart(clock: SimulatorClock): Stateful {
  return {
    snapshot: () => ({ kind: clock.kind, ...(clock.kind !== 'real' && { time: clock.now() }) }),
    restore(snapshot) {
      const { kind, time } = snapshot as { readonly kind: ClockKind; readonly time?: number }
      if (clock.kind !== kind) clock.change(kind)
      if (time !== undefined) clock.standAt(time)
    },
  }
}
