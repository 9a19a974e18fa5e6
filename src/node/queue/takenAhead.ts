import type { Clock } from '../../client/index.js'
import type { Taken } from '../../queue/index.js'

/** Entries that were taken with the end of others, until somebody asks for one. */
export interface TakenAhead {
  readonly size: number
  keep(taken: Taken): void
  /** The first of a sender who has not enough under way. */
  take(hasEnough?: (sender: string) => boolean): Taken | undefined
  /** How many there are of a sender. */
  countOf(sender: string): number
  giveBack(): Promise<void>
}

/** Nobody keeps an entry from others for long: what nobody here asks for soon is given back. */
export function takenAhead(clock: Clock, giveBack: (taken: Taken) => Promise<unknown>): TakenAhead {
  const kept: Kept[] = []
  let cancel: (() => void) | undefined
  return {
    get size() {
      return kept.length
    },
    keep(taken) {
      kept.push({ taken, until: clock.now() + soon })
      cancel ??= clock.later(soon, giveLateBack, { background: true })
    },
    take(hasEnough = () => false) {
      const at = kept.findIndex(({ taken }) => !hasEnough(taken.entry.sender))
      const [first] = at === -1 ? [] : kept.splice(at, 1)
      if (kept.length === 0) stopTimer()
      return first?.taken
    },
    countOf: (sender) => kept.filter(({ taken }) => taken.entry.sender === sender).length,
    async giveBack() {
      stopTimer()
      await giveAllBack(kept.splice(0))
    },
  }

  function giveLateBack(): void {
    cancel = undefined
    const now = clock.now()
    const left = kept.findIndex(({ until }) => until > now)
    void giveAllBack(kept.splice(0, left === -1 ? kept.length : left))
    const [first] = kept
    if (first) cancel = clock.later(first.until - now, giveLateBack, { background: true })
  }

  /** If it fails, its lease runs out. */
  async function giveAllBack(late: readonly Kept[]): Promise<void> {
    await Promise.all(late.map(({ taken }) => giveBack(taken).catch(() => {})))
  }

  function stopTimer(): void {
    cancel?.()
    cancel = undefined
  }
}

interface Kept {
  readonly taken: Taken
  /** UNIX milliseconds. */
  readonly until: number
}

/** Milliseconds. */
const soon = 100
