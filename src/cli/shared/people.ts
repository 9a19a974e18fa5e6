import type { ListedBot, ListedUser, Organisation } from '../../simulator/public/organisation.js'
import { meantOr } from '../../text/index.js'
import { UsageError } from './usageError.js'

export type ListedAccount = Omit<ListedUser, 'api_key' | 'role'> & { readonly role?: string }

/** The ways to name an account: by ID, address, name, role, or part of an address or name. */
const ways: readonly ((one: ListedAccount, who: string) => boolean)[] = [
  ({ user_id }, who) => String(user_id) === who,
  ({ email }, who) => email.toLowerCase() === who,
  ({ full_name }, who) => full_name.toLowerCase() === who,
  ({ email }, who) => email.split('@')[0]?.toLowerCase() === who,
  ({ role, is_active }, who) => is_active && role === who,
  ({ full_name }, who) => full_name.toLowerCase().split(/\s+/).includes(who),
]

export function webhookBots({ bots }: Organisation): readonly ListedBot[] {
  return bots.filter(({ type, is_active }) => type === 'outgoing webhook' && is_active)
}

/** The default speaker: the first active person. @throws {UsageError} if nobody is active. */
export function firstPerson({ users, bots }: Organisation): ListedUser {
  const person = users.find(({ is_active }) => is_active) ?? bots.find(({ is_active }) => is_active)
  if (person === undefined)
    throw new UsageError('All accounts in this simulator are deactivated, so nobody can call it. Add a user.')
  return person
}

/** Finds the matching row. @throws {UsageError} beginning with `nobody` if none matches. */
export function findAccount<Row extends ListedAccount>(rows: readonly Row[], who: string, nobody: string): Row {
  const wanted = who.trim().replace(/^@/, '').toLowerCase()
  for (const way of ways) {
    const row = rows.find((one) => way(one, wanted))
    if (row !== undefined) return row
  }
  const names = rows.map(({ full_name }) => full_name)
  const advice = meantOr(`There are ${names.join(', ') || 'none'}.`, wanted, names)
  throw new UsageError(`${nobody} called "${who}". ${advice}`)
}
