import type { ListedBot, ListedUser, Organisation } from '../../simulator/index.js'
import { nearest } from '../../text/index.js'
import { UsageError } from './usageError.js'

export interface Account {
  readonly user_id: number
  readonly full_name: string
  readonly email: string
  readonly is_active: boolean
  readonly role?: string
}

/** The way in which somebody is named: as they are called, by a part of that, by address, ID or role. */
const ways: readonly ((one: Account, who: string) => boolean)[] = [
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

/** Who speaks where nobody was named: the first person who can. @throws {UsageError} when there is none. */
export function firstPerson({ users, bots }: Organisation): ListedUser {
  const person = users.find(({ is_active }) => is_active) ?? bots.find(({ is_active }) => is_active)
  if (person === undefined) throw new UsageError('Nobody in this simulator can speak: all are deactivated. Add a user.')
  return person
}

/** The matching row. @throws {UsageError}, beginning with `nobody`, when none matches. */
export function findAccount<Row extends Account>(rows: readonly Row[], who: string, nobody: string): Row {
  const wanted = who.trim().replace(/^@/, '').toLowerCase()
  for (const way of ways) {
    const row = rows.find((one) => way(one, wanted))
    if (row !== undefined) return row
  }
  const names = rows.map(({ full_name }) => full_name)
  const meant = nearest(wanted, names)
  throw new UsageError(
    `${nobody} called "${who}". ${meant === undefined ? `There are ${names.join(', ') || 'none'}.` : `Did you mean ${meant}?`}`,
  )
}
