import type { GroupSetting } from '../../../protocol/index.js'
import type { SystemGroupName } from '../seed/systemGroups.js'
import type { Group } from '../world/state.js'
import type { World } from '../world/world.js'
import { systemGroupId } from './groups.js'

/**
 * The settings of every group with their defaults: a system group, or the group's creator (administrators if there is
 * none). An assumption.
 */
const defaultSettings = {
  can_add_members_group: 'creator',
  can_join_group: 'role:nobody',
  can_leave_group: 'role:everyone',
  can_manage_group: 'creator',
  can_mention_group: 'role:everyone',
  can_remove_members_group: 'role:nobody',
} as const satisfies Readonly<Record<string, SystemGroupName | 'creator'>>

export type GroupSettingName = keyof typeof defaultSettings
export const groupSettingNames = Object.keys(defaultSettings) as readonly GroupSettingName[]

/** A group's setting. Nobody may change system groups. */
export function settingOf(world: World, group: Group, name: GroupSettingName): GroupSetting {
  const set = group.groupSettings.get(name)
  if (set !== undefined) return set
  const usual = group.roles === undefined ? defaultSettings[name] : 'role:nobody'
  if (usual !== 'creator') return systemGroupId(world.state.groups, usual)
  return group.creator_id === null
    ? systemGroupId(world.state.groups, 'role:administrators')
    : { direct_members: [group.creator_id], direct_subgroups: [] }
}
