import { type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry } from '../../../simulator/journal/entries.js'
import { onEntries } from '../connection.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'

/** Something that is read when somebody first looks, and then kept up to date. */
export interface Watched {
  /** Counts what has changed, so that whoever shows it is drawn anew. */
  readonly changes: ReadonlySignal<number>
  readonly isLoading: ReadonlySignal<boolean>
  /** Begins, if it has not begun. */
  watch(): void
}

export interface WatchedParts {
  /** Reads all of it; `changed` shows what there is so far. */
  read(changed: () => void): Promise<void>
  /** Takes on what has happened: whether it changed anything, or all has to be read anew. */
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

/** What a list makes of entries of the journal, of calls and their answers. */
export function watchedCallsIn(list: { note(entries: readonly JournalEntry[]): void }): Watched {
  /** What happens while older entries are still being read, which go first. */
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
