import type { GroupSetting } from '../../../protocol/index.js'
import { refuse } from '../world/refusal.js'
import type { Account, Group } from '../world/state.js'
import type { World } from '../world/world.js'
import { shortened, systemGroupId } from './groups.js'
import { mayAccessUser } from './visibility.js'

/** @throws {Refusal} if there is no such group, or it is deactivated */
export function activeGroup(world: World, id: number): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroup')
  return group.deactivated ? refuse('userGroupDeactivated') : group
}

/** @throws {Refusal} if there is no such group, or it is deactivated */
export function activeSubgroup(world: World, id: number): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroupId', { group_id: id })
  return group.deactivated ? refuse('userGroupDeactivated') : group
}

/** @throws {Refusal} if there is no such active user */
export function activeUser(world: World, caller: Account, id: number): Account {
  const account = world.state.accounts.get(id)
  const isKnown = account?.is_active === true && !account.is_system_bot && mayAccessUser(world, caller, account)
  return isKnown ? account : refuse('invalidUserId', { user_id: id })
}

/** Reads a group setting of a request. @throws {Refusal} for unknown groups or users */
export function readSetting(world: World, caller: Account, given: GroupSetting): GroupSetting {
  const setting = short(world, given)
  if (typeof setting === 'number') return activeGroup(world, setting).id
  for (const id of setting.direct_members) activeUser(world, caller, id)
  for (const id of setting.direct_subgroups) activeSubgroup(world, id)
  return setting
}

/** The new value of a group setting. @throws {Refusal} also if the old value is not what the caller expects */
export function changedSetting(
  world: World,
  caller: Account,
  before: GroupSetting,
  change: { readonly new: GroupSetting; readonly old?: GroupSetting | undefined },
): GroupSetting {
  // Stored settings are sorted, so that equal settings have equal JSON.
  const isExpected = change.old === undefined || JSON.stringify(short(world, change.old)) === JSON.stringify(before)
  return isExpected ? readSetting(world, caller, change.new) : refuse('expectationMismatch', { field_name: 'old' })
}

function short(world: World, setting: GroupSetting): GroupSetting {
  return shortened(setting, systemGroupId(world.state.groups, 'role:nobody'))
}
