import type { Account, Group } from '../state.js'
import type { World } from '../world.js'
import type { SystemGroupName } from './systemGroups.js'

/** Whether an account is a member, directly or (unless only that is asked) through a subgroup. */
export function isInGroup(world: World, group: Group, account: Account, directly = false): boolean {
  if (isDirectMember(group, account)) return true
  if (directly) return false
  return withSubgroups(world, group).some((one) => isDirectMember(one, account))
}

/** The IDs of the direct members, deactivated users left out. */
export function directMembers(world: World, group: Group): readonly number[] {
  return [...world.state.accounts.values()]
    .filter((account) => account.isActive && !account.isSystem && isDirectMember(group, account))
    .map((account) => account.id)
    .sort((one, other) => one - other)
}

/** The group and all groups in it, at any depth, each once. */
export function withSubgroups(world: World, group: Group): readonly Group[] {
  const found = new Set<Group>([group])
  for (const one of found) {
    for (const id of one.subgroups) {
      const subgroup = world.state.groups.get(id)
      if (subgroup !== undefined) found.add(subgroup)
    }
  }
  return [...found]
}

function isDirectMember(group: Group, account: Account): boolean {
  return group.roles === undefined ? group.members.has(account.id) : group.roles.includes(account.role)
}

/** The ID of a group that every organisation has. */
export function systemGroupId(groups: ReadonlyMap<number, Group>, name: SystemGroupName): number {
  for (const group of groups.values()) if (group.roles !== undefined && group.name === name) return group.id
  throw new RangeError(`The organisation has no group ${name}; it comes with every seed.`)
}
