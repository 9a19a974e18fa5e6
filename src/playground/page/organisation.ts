import { computed, type ReadonlySignal } from '@preact/signals'
import type { ListedBot, ListedUser, Organisation } from '../../simulator/public/organisation.js'
import { kept } from './liveAnswers.js'
import { onKeyRefused } from './simulator.js'

const there = kept('/organisation', /^realm_(user|bot)/, { name: '', users: [], bots: [] }, (now: Organisation) => now)

/** All accounts with their API keys, loaded again whenever one of them changes. */
export const organisation = there.value

/** People and bots by ID. */
export const accounts: ReadonlySignal<ReadonlyMap<number, ListedUser | ListedBot>> = computed(
  () => new Map([...organisation.value.users, ...organisation.value.bots].map((one) => [one.user_id, one])),
)

/** The name of a person or bot. */
export function nameOf(id: number | null | undefined): string {
  if (id === null || id === undefined) return 'nobody'
  return accounts.value.get(id)?.full_name ?? `user ${id}`
}

/** Somebody's role. */
export const roleOf = (id: number): string => accounts.value.get(id)?.role ?? 'unknown role'

/** Active people and bots to choose from. */
export function accountOptions(): readonly (readonly [id: number, name: string])[] {
  return [...accounts.value.values()].filter(({ is_active }) => is_active).map((one) => [one.user_id, one.full_name])
}

onKeyRefused(async ({ email, api_key }) => {
  await there.refresh()
  const now = [...accounts.value.values()].find((one) => one.email === email)
  return now?.api_key === api_key ? undefined : now
})
