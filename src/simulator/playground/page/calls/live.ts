import { type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry } from '../../../journal/entries.js'
import { onEntries } from '../connection.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'
import { createCalls } from './store.js'

/** Every call, kept up to date from when somebody first looks. */
export const calls = createCalls()

const changes = signal(0)

/** Counts the changes of `calls`, so that whoever shows them is drawn anew. */
export const callChanges: ReadonlySignal<number> = changes

const loading = signal(true)
export const isLoadingCalls: ReadonlySignal<boolean> = loading

let isWatching = false

/** Reads what the journal has, and goes on from there. */
export function watchCalls(): void {
  if (isWatching) return
  isWatching = true
  onEntries((entries) => {
    if (!entries.some(({ kind }) => kind === 'call' || kind === 'answer')) return
    calls.note(entries)
    changes.value += 1
  })
  void attempt(read).then(() => {
    loading.value = false
  })
}

async function read(): Promise<void> {
  for (let since = 0, isDone = false; !isDone; ) {
    const page = await control<{ entries: JournalEntry[]; next: number; last: number }>(
      'GET',
      `/journal?since=${since}&limit=1000&kinds=call,answer`,
    )
    calls.note(page.entries)
    changes.value += 1
    isDone = page.next <= since || page.next >= page.last
    since = page.next
  }
}
