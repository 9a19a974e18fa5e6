import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/entries.js'
import type { Shown } from '../../views/shown.js'
import { onEntries } from '../connection.js'
import { control } from '../simulator.js'
import type { Within } from './within.js'

/** What a view showed when it was asked last, of what; or why it showed nothing. */
export interface Answered {
  readonly within: Within
  readonly shown?: Shown
  readonly problem?: string
}

/**
 * What a view shows, asked anew whenever something happens that may change it, or the whole state is put back. The old
 * answer stays until there is a new one.
 */
export function useView({ view, as, id }: Within, query = '', revision?: unknown): Answered | undefined {
  const live = useSignal<Answered | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    let isAsking = false
    let isStale = false
    let changes = /^/
    const within = { view, as, id }
    const ask = async (): Promise<Answered> => {
      try {
        const asked = new URLSearchParams({ id, query, ...(as !== undefined && { as: String(as) }) })
        const answer = await control<{ changes: string; shown: Shown }>('GET', `/views/${view}?${asked}`)
        changes = new RegExp(answer.changes)
        return { within, shown: answer.shown }
      } catch (error) {
        return { within, problem: (error as Error).message }
      }
    }
    const look = async () => {
      isStale = true
      if (isAsking) return
      isAsking = true
      while (isStale && !isGone) {
        isStale = false
        const answered = await ask()
        if (!isGone) live.value = answered
        // Not more often than it can be read, however much happens.
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      isAsking = false
    }
    void look()
    const stop = onEntries((entries) => {
      if (entries.some((entry) => concerns(entry, changes))) void look()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [view, as, id, query, revision])
  return live.value
}

function concerns(entry: JournalEntry, types: RegExp): boolean {
  if (/memory|level|change/.test(entry.kind)) return true
  return types.test(entry.kind === 'event' ? entry.event.type : entry.kind)
}
