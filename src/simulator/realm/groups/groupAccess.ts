import type { GroupSetting } from '../../../protocol/index.js'
import { mayAccessUser } from '../messages/visibility.js'
import { refuse } from '../refusal.js'
import type { Account, Group } from '../state.js'
import type { World } from '../world.js'
import { shortened } from './groupSettings.js'
import { systemGroupId } from './groups.js'

/** @throws {Refusal} for a group that is not there, or deactivated */
export function activeGroup(world: World, id: number): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroup')
  return group.deactivated ? refuse('userGroupDeactivated') : group
}

/** @throws {Refusal} for a group that can be no subgroup */
export function subgroupMeant(world: World, id: number): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroupId', { group_id: id })
  return group.deactivated ? refuse('userGroupDeactivated') : group
}

/** @throws {Refusal} for a user that can be no member */
export function userMeant(world: World, caller: Account, id: number): Account {
  const account = world.state.accounts.get(id)
  const isKnown = account?.isActive === true && !account.isSystem && mayAccessUser(world, caller, account)
  return isKnown ? account : refuse('invalidUserId', { user_id: id })
}

/** A setting that a request gives. @throws {Refusal} for groups or users that no setting can name */
export function readSetting(world: World, caller: Account, given: GroupSetting): GroupSetting {
  const setting = short(world, given)
  if (typeof setting === 'number') return activeGroup(world, setting).id
  for (const id of setting.direct_members) userMeant(world, caller, id)
  for (const id of setting.direct_subgroups) subgroupMeant(world, id)
  return setting
}

/** What a request changes a setting to. @throws {Refusal} also when it is not what the caller takes it to be */
export function changedSetting(
  world: World,
  caller: Account,
  before: GroupSetting,
  change: { readonly new: GroupSetting; readonly old?: GroupSetting | undefined },
): GroupSetting {
  // What is kept is in order, so that the same is written in the same way.
  const isExpected = change.old === undefined || JSON.stringify(short(world, change.old)) === JSON.stringify(before)
  return isExpected ? readSetting(world, caller, change.new) : refuse('expectationMismatch')
}

function short(world: World, setting: GroupSetting): GroupSetting {
  return shortened(setting, systemGroupId(world.state.groups, 'role:nobody'))
}
