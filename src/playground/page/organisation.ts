import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ListedBot, ListedUser, Organisation } from '../../simulator/organisation.js'
import { onEntries } from './connection.js'
import { control, onKeyRefused } from './simulator.js'

const there = signal<Organisation>({ name: '', users: [], bots: [] })

/** Who there is, with the keys to act as them. Anew whenever one of them comes, goes or changes. */
export const organisation: ReadonlySignal<Organisation> = there

/** People and bots by ID. */
export const accounts: ReadonlySignal<ReadonlyMap<number, ListedUser | ListedBot>> = computed(
  () => new Map([...there.value.users, ...there.value.bots].map((one) => [one.user_id, one])),
)

/** The name of a person or bot. */
export function nameOf(id: number | null | undefined): string {
  if (id === null || id === undefined) return 'nobody'
  return accounts.value.get(id)?.full_name ?? `user ${id}`
}

/** What somebody may do in the organisation, in a word. */
export const roleOf = (id: number): string => accounts.value.get(id)?.role ?? 'unknown role'

/** Active people and bots to choose from. */
export function accountOptions(): readonly (readonly [id: number, name: string])[] {
  return [...accounts.value.values()].filter(({ is_active }) => is_active).map((one) => [one.user_id, one.full_name])
}

/** Looks anew, and goes on looking whenever something has changed there. */
export async function watchOrganisation(): Promise<void> {
  await refresh()
  onEntries((entries) => {
    if (entries.some(concernsAccounts)) void refresh()
  })
}

onKeyRefused(async ({ email, api_key }) => {
  await refresh()
  const now = [...accounts.value.values()].find((one) => one.email === email)
  return now?.api_key === api_key ? undefined : now
})

async function refresh(): Promise<void> {
  there.value = await control<Organisation>('GET', '/organisation')
}

function concernsAccounts(entry: Parameters<Parameters<typeof onEntries>[0]>[0][number]): boolean {
  if (entry.kind === 'event') return /^realm_(user|bot)/.test(entry.event.type)
  return entry.kind === 'memory' || entry.kind === 'level' || entry.kind === 'change'
}
