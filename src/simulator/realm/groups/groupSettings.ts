import type { GroupSetting } from '../../../protocol/index.js'
import type { SeedGroupSetting } from '../seed/seed.js'
import type { Account, Group } from '../state.js'
import type { World } from '../world.js'
import { isInGroup, systemGroupId } from './groups.js'
import type { SystemGroupName } from './systemGroups.js'

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

/** Settings of the organisation, and whom they name unless said otherwise. An assumption. */
const usualRealmSettings = {
  can_access_all_users_group: 'role:everyone',
  can_create_groups: 'role:members',
  can_invite_users_group: 'role:members',
  can_manage_all_groups: 'role:administrators',
  create_multiuse_invite_group: 'role:administrators',
} as const satisfies Readonly<Record<string, SystemGroupName>>

export type RealmSettingName = keyof typeof usualRealmSettings
export const realmSettingNames = Object.keys(usualRealmSettings) as readonly RealmSettingName[]

/** Whom a setting of the organisation names. */
export function realmSetting({ state }: World, name: RealmSettingName): GroupSetting {
  return state.groupSettings.get(name) ?? systemGroupId(state.groups, usualRealmSettings[name])
}

/** Whether a setting of the organisation names an account. */
export function isAllowed(world: World, name: RealmSettingName, account: Account): boolean {
  return isNamedBy(world, realmSetting(world, name), account)
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
