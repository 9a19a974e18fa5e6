import { type ReadonlySignal, signal } from '@preact/signals'
import type { JournalEntry } from '../../../journal/entries.js'
import { onEntries } from '../connection.js'
import { attempt } from '../notices.js'
import { control } from '../simulator.js'
import { createDeliveries, type Listed } from './store.js'

/** Every delivery, kept up to date from when somebody first looks. */
export const deliveries = createDeliveries()

const changes = signal(0)

/** Counts the changes of `deliveries`, so that whoever shows them is drawn anew. */
export const deliveryChanges: ReadonlySignal<number> = changes

const held = signal<readonly string[]>([])

/** Names of the bots whose deliveries are held back; `all` for every bot. */
export const holds: ReadonlySignal<readonly string[]> = held

const loading = signal(true)
export const isLoadingDeliveries: ReadonlySignal<boolean> = loading

let isWatching = false

/** Reads what there is, and goes on from there. */
export function watchDeliveries(): void {
  if (isWatching) return
  isWatching = true
  onEntries((entries) => {
    if (!entries.some(({ kind }) => kind === 'delivery' || kind === 'change' || kind === 'memory')) return
    if (deliveries.note(entries) === 'read anew') void read()
    else if (entries.some(concernsHolds)) void readHolds()
    changes.value += 1
  })
  void read()
}

/** Takes on the bots that are held back, as an endpoint has just told. */
export function tellHolds(told: { readonly holds: readonly string[] }): void {
  held.value = told.holds
}

function concernsHolds(entry: JournalEntry): boolean {
  return entry.kind === 'change' && (entry.what === 'hold deliveries' || entry.what === 'let deliveries go')
}

async function read(): Promise<void> {
  loading.value = true
  await attempt(async () => {
    for (let since = 0, isDone = false; !isDone; ) {
      const page = await control<{ deliveries: Listed[]; next: number }>('GET', `/deliveries?since=${since}&limit=1000`)
      deliveries.add(page.deliveries)
      changes.value += 1
      isDone = page.next <= since
      since = page.next
    }
    await readHolds()
  })
  loading.value = false
}

async function readHolds(): Promise<void> {
  await attempt(async () => tellHolds(await control('GET', '/deliveries/holds')))
}
