import { inOrder } from '../access/copies.js'
import { directMembers, groupSettingNames, settingOf } from '../access/groups.js'
import type { Group } from '../world/state.js'
import type { World } from '../world/world.js'

export function groupShapes(world: World, withDeactivated: boolean) {
  return [...world.state.groups.values()]
    .filter((group) => withDeactivated || !group.deactivated)
    .filter((group) => group.roles === undefined || world.has('UserGroup.is_system_group'))
    .sort((one, other) => one.id - other.id)
    .map((group) => groupShape(world, group))
}

export function groupShape(world: World, group: Group) {
  const { id, name, description, creator_id, date_created, deactivated } = group
  return {
    ...{ id, name, description, members: directMembers(world, group) },
    direct_subgroup_ids: inOrder(group.subgroups),
    ...{ creator_id, date_created, is_system_group: group.roles !== undefined, deactivated },
    ...Object.fromEntries(groupSettingNames.map((name) => [name, settingOf(world, group, name)])),
  }
}
