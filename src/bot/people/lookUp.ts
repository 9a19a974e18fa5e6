import { ApiError, type Client } from '../../client/index.js'
import { noSuchUser, type User, type UserGroup } from '../../protocol/index.js'
import { findTyped } from '../../text/index.js'

/** Who looks somebody up, and until when. */
export interface UserLookup {
  readonly client: Client
  readonly signal: AbortSignal
}

/** The user with this ID; undefined if there is none. */
export const userWithId = ({ client, signal }: UserLookup, user_id: number) =>
  unlessUnknown(client.users.get({ user_id }, { signal }))

/** The user with this address, real or of the API. */
export async function userByAddress({ client, signal }: UserLookup, email: string): Promise<User | undefined> {
  if (await client.supports('getUserByEmail')) return unlessUnknown(client.users.getByEmail({ email }, { signal }))
  const { members } = await client.users.list({}, { signal })
  const isIt = (address: string | null) => address?.toLowerCase() === email.toLowerCase()
  return members.find((user) => isIt(user.delivery_email) || isIt(user.email))
}

async function unlessUnknown(asked: Promise<{ readonly user: User }>): Promise<User | undefined> {
  try {
    return (await asked).user
  } catch (error) {
    if (error instanceof ApiError && error.msg === noSuchUser.msg) return undefined
    throw error
  }
}

/** The active group with this name, or else with this ID, as somebody typed it. */
export function groupCalled(groups: readonly UserGroup[], name: string): UserGroup | undefined {
  const used = groups.filter(({ deactivated }) => deactivated !== true)
  return findTyped(name, used, (group) => group.name) ?? findTyped(name, used, ({ id }) => String(id))
}

/**
 * IDs of all members of a group, by its name or ID, including members of its subgroups; undefined if no active group matches. A name is
 * compared by its case only: what merely looks like it may be somebody else's group.
 */
export function membersOf(which: string | number, groups: readonly UserGroup[]): ReadonlySet<number> | undefined {
  const used = groups.filter(({ deactivated }) => deactivated !== true)
  const called = typeof which === 'string' ? which.toLowerCase() : undefined
  const group =
    used.find(({ name }) => name.toLowerCase() === called) ?? used.find(({ id }) => String(id) === String(which))
  if (!group) return undefined
  const byId = new Map(groups.map((one) => [one.id, one]))
  const all = new Set([group.id])
  for (const id of all) for (const sub of byId.get(id)?.direct_subgroup_ids ?? []) all.add(sub)
  return new Set([...all].flatMap((id) => byId.get(id)?.members ?? []))
}
