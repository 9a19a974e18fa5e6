import { type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry } from '../../../simulator/journal/entries.js'
import { onEntries } from '../connection.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'

/** Data that is loaded when a component first asks, and then kept up to date. */
export interface Watched {
  /** Incremented with each change, so that components that read it render again. */
  readonly changes: ReadonlySignal<number>
  readonly isLoading: ReadonlySignal<boolean>
  /** Starts watching, unless it has started. */
  watch(): void
}

export interface WatchedParts {
  /** Reads everything; calling `changed` shows what has arrived so far. */
  read(changed: () => void): Promise<void>
  /** Applies journal entries. Returns whether anything changed, or everything has to be read again. */
  note(entries: readonly JournalEntry[]): boolean | 'read anew'
}

export function watched({ read, note }: WatchedParts): Watched {
  const changes = signal(0)
  const isLoading = signal(true)
  let isWatching = false
  const changed = () => {
    changes.value += 1
  }
  const readAll = async () => {
    isLoading.value = true
    await attempt(() => read(changed))
    isLoading.value = false
  }
  return {
    changes,
    isLoading,
    watch() {
      if (isWatching) return
      isWatching = true
      onEntries((entries) => {
        const then = note(entries)
        if (then === 'read anew') void readAll()
        if (then) changed()
      })
      void readAll()
    },
  }
}

/** A list built from the journal's calls and answers. */
export function watchedCallsIn(list: { note(entries: readonly JournalEntry[]): void }): Watched {
  /** Entries that arrive while older ones, which go first, are still being read. */
  let meanwhile: readonly JournalEntry[] | undefined
  return watched({
    note(entries) {
      if (meanwhile) meanwhile = [...meanwhile, ...entries]
      else list.note(entries)
      return entries.some(({ kind }) => kind === 'call' || kind === 'answer')
    },
    async read(changed) {
      meanwhile = []
      for (let since = 0, isDone = false; !isDone; ) {
        const page = await control<{ entries: JournalEntry[]; next: number; last: number }>(
          'GET',
          `/journal?since=${since}&limit=1000&kinds=call,answer`,
        )
        list.note(page.entries)
        changed()
        isDone = page.next <= since || page.next >= page.last
        since = page.next
      }
      list.note(meanwhile)
      meanwhile = undefined
    },
  })
}
