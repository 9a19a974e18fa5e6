import type { JournalEntry } from '../../../simulator/journal/entries.js'
import { watched } from '../inspector/watched.js'
import { control } from '../simulator.js'
import { createCalls } from './store.js'

/** Every call, kept up to date from when somebody first looks. */
export const calls = createCalls()

export const watchedCalls = watched({
  note(entries) {
    calls.note(entries)
    return entries.some(({ kind }) => kind === 'call' || kind === 'answer')
  },
  async read(changed) {
    for (let since = 0, isDone = false; !isDone; ) {
      const page = await control<{ entries: JournalEntry[]; next: number; last: number }>(
        'GET',
        `/journal?since=${since}&limit=1000&kinds=call,answer`,
      )
      calls.note(page.entries)
      changed()
      isDone = page.next <= since || page.next >= page.last
      since = page.next
    }
  },
})
