import { type Clock, steady, systemClock } from '../clock.js'
import { type BeatPlace, beatInThread } from './beatThread.js'
import { openIdentity } from './processIdentity.js'

interface BeatOptions {
  readonly clock: Clock
  /** Where a thread can beat; undefined if it can't get there. */
  readonly place: BeatPlace | undefined
  /** Called if no thread can beat. */
  readonly onlyHere?: () => void
  /** Beats from this thread. @param every Milliseconds between two beats. */
  readonly beat: (id: string, every: number) => unknown
}

export type ProcessHolder = ReturnType<typeof processHolder>

/** This process as the holder of leases in one store, until it is closed. Others see its beats there. */
export function processHolder({ clock, place, beat, onlyHere = () => {} }: BeatOptions) {
  const { id, stateOf, close } = openIdentity()
  const now = steady(clock)
  const silences = new Map<string, { readonly beat: unknown; readonly silent: number; readonly lookedAt: number }>()
  let every = Number.POSITIVE_INFINITY
  let end = (): unknown => undefined

  return {
    id,
    /** Undefined if only its beats can tell. */
    isDead(other: string): boolean | undefined {
      const state = stateOf(other)
      return state === 'unknown' ? undefined : state === 'dead'
    },
    /**
     * Whether a process hasn't beaten for so many milliseconds, as far as this one has watched: while it was itself blocked,
     * stopped or suspended, it saw nothing.
     */
    isSilent(other: string, lastBeat: unknown, milliseconds: number): boolean {
      const { beat, silent, lookedAt } = silences.get(other) ?? { beat: undefined, silent: 0, lookedAt: now() }
      const before = beat === lastBeat ? silent + Math.min(now() - lookedAt, milliseconds / 3) : 0
      // Most are gone for ever. Of the others, the silence is measured anew.
      if (silences.size > mostWatched) silences.clear()
      silences.set(other, { beat: lastBeat, silent: before, lookedAt: now() })
      return before >= milliseconds
    },
    /** Beats from now on, often enough for leases of so many milliseconds: here, and in a thread, which nothing blocks. */
    begin(lease: number): void {
      if (lease / 3 >= every) return
      every = Math.max(shortestPause, lease / 3)
      end()
      const ends: (() => unknown)[] = [beatBy(clock, every, () => beat(id, every))]
      end = () => Promise.all(ends.map((one) => one()))
      if (place === undefined) onlyHere()
      else if (clock === systemClock) ends.push(beatInThread(id, place, every, onlyHere))
    },
    /** Resolves when nothing here has the store open any more. */
    async close(): Promise<void> {
      every = 0
      close()
      await end()
    },
  }
}

function beatBy(clock: Clock, every: number, beat: () => unknown): () => void {
  let cancel = () => {}
  const goOn = () => {
    // What fails is tried again at the next beat.
    void Promise.resolve()
      .then(beat)
      .catch(() => {})
    cancel = clock.later(every, goOn, { background: true, unref: true })
  }
  goOn()
  return () => cancel()
}

/** Milliseconds. */
const shortestPause = 20

/** Processes, of which there are far fewer at any time. */
const mostWatched = 1_000
