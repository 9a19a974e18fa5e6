import type { GroupSetting } from '../../protocol/index.js'
import type { SeedGroupSetting } from './seed.js'
import type { Account, Group } from './state.js'
import type { SystemGroupName } from './systemGroups.js'
import type { World } from './world.js'

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

/** Whether a setting names an account, by itself or through a group. */
export function isNamedBy(world: World, setting: GroupSetting, account: Account): boolean {
  const { direct_members: members, direct_subgroups: groups } = inFull(setting)
  if (members.includes(account.id)) return true
  return groups.some((id) => {
    const group = world.state.groups.get(id)
    return group !== undefined && isInGroup(world, group, account)
  })
}

/** Whether a setting names a group. */
export function usesGroup(setting: GroupSetting, id: number): boolean {
  return inFull(setting).direct_subgroups.includes(id)
}

/** A setting as the service keeps it: one group alone is its ID, and nobody is the group of that name. */
export function shortened(setting: GroupSetting, nobody: number): GroupSetting {
  const { direct_members: members, direct_subgroups: groups } = inFull(setting)
  const [first, second] = groups
  if (members.length > 0 || second !== undefined) {
    return { direct_members: inOrder(members), direct_subgroups: inOrder(groups) }
  }
  return first ?? nobody
}

/** The ID of a group that every organisation has. */
export function systemGroupId(groups: ReadonlyMap<number, Group>, name: SystemGroupName): number {
  for (const group of groups.values()) if (group.roles !== undefined && group.name === name) return group.id
  throw new RangeError(`The organisation has no group ${name}; it comes with every seed.`)
}

/** The settings of a seed, with IDs in place of names. */
export function settingsFrom(
  given: Readonly<Record<string, SeedGroupSetting>> | undefined,
  groups: ReadonlyMap<number, Group>,
): Map<string, GroupSetting> {
  const idOf = (group: number | SystemGroupName) => (typeof group === 'number' ? group : systemGroupId(groups, group))
  const read = (setting: SeedGroupSetting): GroupSetting =>
    typeof setting === 'object'
      ? { direct_members: [...setting.direct_members], direct_subgroups: setting.direct_subgroups.map(idOf) }
      : idOf(setting)
  const nobody = systemGroupId(groups, 'role:nobody')
  return new Map(Object.entries(given ?? {}).map(([name, setting]) => [name, shortened(read(setting), nobody)]))
}

function inFull(setting: GroupSetting): Exclude<GroupSetting, number> {
  return typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting
}

function inOrder(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other)
}
