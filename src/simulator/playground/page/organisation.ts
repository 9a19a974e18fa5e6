import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ListedBot, ListedUser, Organisation } from '../../organisation.js'
import { onEntries } from './connection.js'
import { control } from './simulator.js'

const there = signal<Organisation>({ name: '', users: [], bots: [] })

/** Who there is, with the keys to act as them. Anew whenever one of them comes, goes or changes. */
export const organisation: ReadonlySignal<Organisation> = there

/** People and bots by ID. */
export const accounts: ReadonlySignal<ReadonlyMap<number, ListedUser | ListedBot>> = computed(
  () => new Map([...there.value.users, ...there.value.bots].map((one) => [one.user_id, one])),
)

/** Looks anew, and goes on looking whenever something has changed there. */
export async function watchOrganisation(): Promise<void> {
  await refresh()
  onEntries((entries) => {
    if (entries.some(concernsAccounts)) void refresh()
  })
}

async function refresh(): Promise<void> {
  there.value = await control<Organisation>('GET', '/organisation')
}

function concernsAccounts(entry: Parameters<Parameters<typeof onEntries>[0]>[0][number]): boolean {
  if (entry.kind === 'event') return /^realm_(user|bot)/.test(entry.event.type)
  return entry.kind === 'memory' || entry.kind === 'level' || entry.kind === 'change'
}
