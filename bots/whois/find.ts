import { ApiError, asCode, UserError } from 'earshot'
import type { Client } from 'earshot/client'
import { errors, type User, type UserGroup } from 'earshot/protocol'

/**
 * The person that somebody means by an address, an ID, or a mention.
 *
 * @throws {UserError} when nobody, or more than one, is meant.
 */
export async function findPerson(client: Client, typed: string, signal: AbortSignal): Promise<User> {
  const who = withoutEnd(typed)
  const id = /^(?:@_?\*\*.*\|)?(\d+)(?:\*\*)?$/.exec(who)?.[1]
  if (id !== undefined) return found(client.users.get({ user_id: Number(id) }, { signal }), who)
  if (who.includes('@') && !who.includes('*')) return found(client.users.getByEmail({ email: who }, { signal }), who)
  const name = who.replace(/^@_?\*\*(.*)\*\*$/, '$1').toLowerCase()
  const { members } = await client.users.list({}, { signal })
  const [person, another] = members.filter((user) => user.full_name.toLowerCase() === name)
  if (person === undefined) throw unknown(who)
  if (another === undefined) return person
  throw new UserError(`More than one is called ${asCode(person.full_name)}: say which by address or ID.`)
}

/** The group with this name or ID, and all groups. @throws {UserError} when there is none. */
export async function findGroup(client: Client, which: string, signal: AbortSignal) {
  const name = withoutEnd(which)
    .replace(/^@_?\*([^*]+)\*$/, '$1')
    .toLowerCase()
  const { user_groups } = await client.userGroups.list({}, { signal })
  const group = user_groups.find((one) => one.name.toLowerCase() === name || String(one.id) === name)
  if (group !== undefined) return { group, groups: user_groups }
  const names = user_groups.filter((one) => !one.is_system_group).map((one) => asCode(one.name))
  throw new UserError(`There is no group ${asCode(which)}. There are: ${names.join(', ')}.`)
}

/** Without the sign at the end of a question or sentence. */
const withoutEnd = (typed: string) => typed.replace(/[.!?…]{1,3}$/, '')

/** Whether somebody is in a group, perhaps through a subgroup. */
export async function isInSubgroup(
  client: Client,
  { user_id }: User,
  group: UserGroup,
  groups: readonly UserGroup[],
  signal: AbortSignal,
): Promise<boolean> {
  // Older servers lack the check, or keep it to people.
  if (await client.supports('userGroups.isMember')) {
    const pair = { user_group_id: group.id, user_id }
    return (await client.userGroups.isMember(pair, { signal })).is_user_group_member
  }
  const inside = new Set<UserGroup>([group])
  for (const { direct_subgroup_ids } of inside) {
    for (const one of groups) if (direct_subgroup_ids.includes(one.id)) inside.add(one)
  }
  return [...inside].some(({ members }) => members.includes(user_id))
}

async function found(lookup: Promise<{ user: User }>, who: string): Promise<User> {
  try {
    return (await lookup).user
  } catch (error) {
    if (error instanceof ApiError && error.msg === errors.noSuchUser.msg) throw unknown(who)
    throw error
  }
}

const unknown = (who: string) => new UserError(`I know nobody by ${asCode(who)}. Give a name, an address or an ID.`)
