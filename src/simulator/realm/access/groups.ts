import { type GroupSetting, groupPermissions, realmPermissions } from '../../../protocol/index.js'
import type { SeedGroupSetting } from '../seed/seed.js'
import type { SystemGroupName } from '../seed/systemGroups.js'
import type { Account, Group } from '../world/state.js'
import type { World } from '../world/world.js'

/** Whether an account is a member, directly or through a subgroup. */
export function isInGroup(world: World, group: Group, account: Account, directly = false): boolean {
  if (isDirectMember(group, account)) return true
  if (directly) return false
  return withSubgroups(world, group).some((one) => isDirectMember(one, account))
}

/** IDs of the direct members, without deactivated users. */
export function directMembers(world: World, group: Group): readonly number[] {
  const isListed = (one: Account) => one.is_active && !one.is_system_bot && isDirectMember(group, one)
  return inOrder([...world.state.accounts.values()].filter(isListed).map(({ id }) => id))
}

/** The group and all its subgroups at any depth. */
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

/** Makes a change that may affect an account's groups, and sends the events about it. */
export function withGroupEvents(world: World, account: Account, change: () => void): void {
  const groupsWithIt = () =>
    account.is_active && !account.is_system_bot
      ? [...world.state.groups.values()].filter((group) => isDirectMember(group, account))
      : []
  const before = groupsWithIt()
  change()
  const after = groupsWithIt()
  const left = before.filter((group) => !after.includes(group))
  const joined = after.filter((group) => !before.includes(group))
  emitMembers(world, 'remove_members', left, account)
  emitMembers(world, 'add_members', joined, account)
}

/** Emits that a new account is in the groups of its role. */
export function emitNewMember(world: World, account: Account): void {
  const joined = [...world.state.groups.values()].filter((group) => isDirectMember(group, account))
  emitMembers(world, 'add_members', joined, account)
}

function emitMembers(
  world: World,
  op: 'add_members' | 'remove_members',
  groups: readonly Group[],
  { id }: Account,
): void {
  for (const group of groups) world.emit('user_group', 'everyone', { op, group_id: group.id, user_ids: [id] })
}

function isDirectMember(group: Group, account: Account): boolean {
  return group.roles === undefined ? group.members.has(account.id) : group.roles.includes(account.role)
}

export function systemGroupId(groups: ReadonlyMap<number, Group>, name: SystemGroupName): number {
  for (const group of groups.values()) if (group.roles !== undefined && group.name === name) return group.id
  throw new RangeError(`The organisation has no group ${name}; it comes with every seed.`)
}

/** Whether a setting includes an account, itself or through a group. */
export function isNamedBy(world: World, setting: GroupSetting, account: Account): boolean {
  const { direct_members: members, direct_subgroups: groups } = inFull(setting)
  return members.includes(account.id) || isInOneOf(world, groups, account)
}

export function isInOneOf(world: World, groups: readonly number[], account: Account): boolean {
  return groups.some((id) => {
    const group = world.state.groups.get(id)
    return group !== undefined && isInGroup(world, group, account)
  })
}

export function usesGroup(setting: GroupSetting, id: number): boolean {
  return inFull(setting).direct_subgroups.includes(id)
}

/** A setting as the server stores it: a single group as its ID, nobody as the ID of `role:nobody`. */
export function shortened(setting: GroupSetting, nobody: number): GroupSetting {
  const { direct_members: members, direct_subgroups: groups } = inFull(setting)
  const [first, second] = groups
  if (members.length > 0 || second !== undefined) {
    return { direct_members: inOrder(members), direct_subgroups: inOrder(groups) }
  }
  return first ?? nobody
}

export type GroupSettingName = keyof typeof groupPermissions
export const groupSettingNames = Object.keys(groupPermissions) as readonly GroupSettingName[]

/** A group's setting. Nobody may change system groups. */
export function settingOf(world: World, group: Group, name: GroupSettingName): GroupSetting {
  const set = group.groupSettings.get(name)
  if (set !== undefined) return set
  const usual = group.roles === undefined ? groupPermissions[name] : 'role:nobody'
  if (usual !== 'creator') return systemGroupId(world.state.groups, usual)
  return group.creator_id === null
    ? systemGroupId(world.state.groups, 'role:administrators')
    : { direct_members: [group.creator_id], direct_subgroups: [] }
}

export type RealmSettingName = keyof typeof realmPermissions
export const realmSettingNames = Object.keys(realmPermissions) as readonly RealmSettingName[]

export function realmSetting({ state }: World, name: RealmSettingName): GroupSetting {
  return state.groupSettings.get(name) ?? systemGroupId(state.groups, realmPermissions[name])
}

export function isAllowed(world: World, name: RealmSettingName, account: Account): boolean {
  return isNamedBy(world, realmSetting(world, name), account)
}

/** The settings of a seed, with IDs for names. */
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

/** IDs in ascending order, each once. */
export function inOrder(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((one, other) => one - other)
}
