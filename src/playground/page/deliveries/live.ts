import { type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry } from '../../../simulator/journal/entries.js'
import { watched } from '../inspector/watched.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'
import type { ListedDelivery } from './listedDelivery.js'
import { createDeliveries } from './store.js'

/** Every delivery, kept up to date from when somebody first looks. */
export const deliveries = createDeliveries()

const held = signal<readonly string[]>([])

/** Names of the bots whose deliveries are held back; `all` for every bot. */
export const holds: ReadonlySignal<readonly string[]> = held

export const watchedDeliveries = watched({
  note(entries) {
    if (!entries.some(({ kind }) => kind === 'delivery' || kind === 'change' || kind === 'memory')) return false
    if (deliveries.note(entries) === 'read anew') return 'read anew'
    if (entries.some(concernsHolds)) void attempt(readHolds)
    return true
  },
  async read(changed) {
    for (let since = 0, isDone = false; !isDone; ) {
      const page = await control<{ deliveries: ListedDelivery[]; next: number }>(
        'GET',
        `/deliveries?since=${since}&limit=1000&bodies=brief`,
      )
      deliveries.add(page.deliveries)
      changed()
      isDone = page.next <= since
      since = page.next
    }
    await readHolds()
  },
})

/** Counts the changes of `deliveries`, so that whoever shows them is drawn anew. */
export const { changes: deliveryChanges, watch: watchDeliveries } = watchedDeliveries

/** Takes on the bots that are held back, as an endpoint has just told. */
export function tellHolds(told: { readonly holds: readonly string[] }): void {
  held.value = told.holds
}

function concernsHolds(entry: JournalEntry): boolean {
  return entry.kind === 'change' && (entry.what === 'hold deliveries' || entry.what === 'let deliveries go')
}

async function readHolds(): Promise<void> {
  tellHolds(await control('GET', '/deliveries/holds'))
}
