import type { Clock } from '../../client/index.js'
import type { Taken } from '../../queue/index.js'

/** Entries that were taken with the end of others, until somebody asks for one. */
export interface TakenAhead {
  readonly size: number
  keep(taken: Taken): void
  take(): Taken | undefined
  giveBack(): Promise<void>
}

/** Nobody keeps an entry from others for long: what nobody here asks for soon is given back. */
export function takenAhead(clock: Clock, giveBack: (taken: Taken) => Promise<unknown>): TakenAhead {
  const kept = new Map<Taken, () => void>()
  const drop = (taken: Taken) => {
    kept.get(taken)?.()
    return kept.delete(taken)
  }
  const giveOneBack = async (taken: Taken) => {
    // If it fails, its lease runs out.
    if (drop(taken)) await giveBack(taken).catch(() => {})
  }
  return {
    get size() {
      return kept.size
    },
    keep(taken) {
      kept.set(
        taken,
        clock.later(soon, () => void giveOneBack(taken), { background: true }),
      )
    },
    take() {
      const [taken] = kept.keys()
      if (taken) drop(taken)
      return taken
    },
    async giveBack() {
      await Promise.all([...kept.keys()].map(giveOneBack))
    },
  }
}

/** Milliseconds. */
const soon = 100
