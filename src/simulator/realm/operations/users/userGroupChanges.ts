import { codePoints, limits, nameRules } from '../../../../protocol/index.js'
import { activeGroup, changedSetting, readSetting, subgroupMeant, userMeant } from '../../groups/groupAccess.js'
import { isAllowed, isNamedBy } from '../../groups/groupSettings.js'
import { directMembers, withSubgroups } from '../../groups/groups.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { Account, Group } from '../../state.js'
import { nextId, seconds, type World } from '../../world.js'
import { type GroupSettingName, groupSettingNames, groupShape, mayManage, settingOf } from './userGroups.js'

type Names =
  | 'userGroups.create'
  | 'userGroups.update'
  | 'userGroups.members'
  | 'userGroups.updateMembers'
  | 'userGroups.subgroups'
  | 'userGroups.updateSubgroups'

export const userGroupChanges: { readonly [Name in Names]: Operation<Name> } = {
  'userGroups.create': byAccount(({ world, caller, params }) => {
    if (!isAllowed(world, 'can_create_groups', caller)) refuse('insufficientPermission')
    const members = [...new Set(params.members)].map((id) => userMeant(world, caller, id).id)
    const name = readGroupName(world, params.name, undefined)
    const settings = groupSettingNames.flatMap((setting) => {
      const value = params[setting]
      return value === undefined ? [] : [[setting, readSetting(world, caller, value)] as const]
    })
    const subgroups = [...new Set(params.subgroups)].map((id) => subgroupMeant(world, id).id)
    const group: Group = {
      id: freeId(world),
      name,
      description: params.description,
      members: new Set(members),
      subgroups: new Set(subgroups),
      deactivated: false,
      roles: undefined,
      creatorId: caller.id,
      created: seconds(world),
      groupSettings: new Map(settings),
    }
    world.state.groups.set(group.id, group)
    world.emit('user_group', 'everyone', { op: 'add', group: groupShape(world, group) })
    return { group_id: group.id }
  }),

  'userGroups.update': byAccount(({ world, caller, params }) => {
    const { user_group_id: id, name: newName, description, deactivated, ...changes } = params
    const isUnchanged = newName === undefined && description === undefined && deactivated === undefined
    if (isUnchanged && Object.keys(changes).length === 0) refuse('groupUnchanged')
    const group = changeable(world, caller, id)
    const name = newName === undefined ? undefined : readGroupName(world, newName, group)
    const settings = groupSettingNames.flatMap((setting) => {
      const change = changes[setting]
      const before = settingOf(world, group, setting)
      return change === undefined ? [] : [[setting, changedSetting(world, caller, before, change)] as const]
    })
    Object.assign(group, { name: name ?? group.name, description: description ?? group.description })
    for (const [setting, value] of settings) group.groupSettings.set(setting, value)
    if (deactivated === false && group.deactivated) reactivate(world, group)
    const data = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...Object.fromEntries(settings),
    }
    if (Object.keys(data).length > 0) world.emit('user_group', 'everyone', { op: 'update', group_id: group.id, data })
    return {}
  }),

  'userGroups.members': byAccount(({ world, params }) => {
    const group = activeGroup(world, params.user_group_id)
    if (params.direct_member_only) return { members: directMembers(world, group) }
    const all = withSubgroups(world, group).flatMap((one) => directMembers(world, one))
    return { members: [...new Set(all)].sort((one, other) => one - other) }
  }),

  'userGroups.updateMembers': byAccount(({ world, caller, params }) => {
    const {
      user_group_id: id,
      add = [],
      delete: gone = [],
      add_subgroups: into = [],
      delete_subgroups: out = [],
    } = params
    if (add.length + gone.length + into.length + out.length === 0) refuse('groupMembershipUnchanged')
    // Everything is checked before anything is changed.
    if (add.length > 0) {
      const group = changeable(world, caller, id, 'can_add_members_group', ...(isOnly(add, caller) ? joining : []))
      for (const user of add) {
        if (group.members.has(userMeant(world, caller, user).id)) refuse('alreadyGroupMember', { user_id: user })
      }
    }
    if (gone.length > 0) {
      const group = changeable(world, caller, id, 'can_remove_members_group', ...(isOnly(gone, caller) ? leaving : []))
      for (const user of gone) if (!group.members.has(user)) refuse('notGroupMember', { user_id: user })
    }
    const group = checkSubgroups(world, caller, id, into, out)
    for (const user of add) group.members.add(user)
    for (const user of gone) group.members.delete(user)
    tell(world, group, 'add_members', add)
    tell(world, group, 'remove_members', gone)
    changeSubgroups(world, group, into, out)
    return {}
  }),

  'userGroups.subgroups': byAccount(({ world, params }) => {
    const group = activeGroup(world, params.user_group_id)
    const ids = params.direct_subgroup_only
      ? [...group.subgroups]
      : withSubgroups(world, group).flatMap(({ id }) => (id === group.id ? [] : [id]))
    return { subgroups: ids.sort((one, other) => one - other) }
  }),

  'userGroups.updateSubgroups': byAccount(({ world, caller, params }) => {
    const { user_group_id: id, add = [], delete: gone = [] } = params
    if (add.length + gone.length === 0) refuse('groupMembersUnchanged')
    changeSubgroups(world, checkSubgroups(world, caller, id, add, gone), add, gone)
    return {}
  }),
}

/** What lets somebody join or leave a group by himself. */
const joining = ['can_join_group'] as const
const leaving = ['can_leave_group'] as const

function isOnly(ids: readonly number[], account: Account): boolean {
  return ids.length === 1 && ids[0] === account.id
}

/**
 * A group, deactivated or not, that the caller may change: one that the caller manages, or of which one of these settings
 * names the caller.
 *
 * @throws {Refusal}
 */
export function changeable(world: World, caller: Account, id: number, ...settings: readonly GroupSettingName[]): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroup')
  if (group.roles !== undefined) refuse('insufficientPermission')
  const isNamed = settings.some((setting) => isNamedBy(world, settingOf(world, group, setting), caller))
  return isNamed || mayManage(world, caller, group) ? group : refuse('insufficientPermission')
}

function reactivate(world: World, group: Group): void {
  group.deactivated = false
  world.emit('user_group', 'everyone', { op: 'update', group_id: group.id, data: { deactivated: false } })
  world.emit('user_group', 'everyone', { op: 'add', group: groupShape(world, group), instead: true })
}

/** The group, if these subgroups can be added and taken out. @throws {Refusal} */
function checkSubgroups(
  world: World,
  caller: Account,
  id: number,
  into: readonly number[],
  out: readonly number[],
): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroup')
  if (into.length > 0) changeable(world, caller, id, 'can_add_members_group')
  const added = into.map((one) => subgroupMeant(world, one))
  for (const one of added) if (group.subgroups.has(one.id)) refuse('alreadySubgroup', { group_id: one.id })
  const isInside = added.some((one) => withSubgroups(world, one).includes(group))
  if (isInside) refuse('subgroupCycle', { user_group_id: id })
  if (out.length > 0) changeable(world, caller, id)
  for (const one of out) {
    if (!group.subgroups.has(subgroupMeant(world, one).id)) refuse('notSubgroup', { group_id: one })
  }
  return group
}

function changeSubgroups(world: World, group: Group, into: readonly number[], out: readonly number[]): void {
  for (const id of into) group.subgroups.add(id)
  for (const id of out) group.subgroups.delete(id)
  tell(world, group, 'add_subgroups', into)
  tell(world, group, 'remove_subgroups', out)
}

type Change = 'add_members' | 'remove_members' | 'add_subgroups' | 'remove_subgroups'

function tell(world: World, group: Group, op: Change, ids: readonly number[]): void {
  if (ids.length === 0) return
  const changed = op.endsWith('members') ? { user_ids: ids } : { direct_subgroup_ids: ids }
  world.emit('user_group', 'everyone', { op, group_id: group.id, ...changed })
}

/** The groups of the server itself have taken some of the IDs. */
function freeId(world: World): number {
  let id = nextId(world, 'group')
  while (world.state.groups.has(id)) id = nextId(world, 'group')
  return id
}

/** The name of a group as it is kept. @throws {Refusal} for one that no group may have, or that another one has */
function readGroupName(world: World, given: string, own: Group | undefined): string {
  const name = given.trim()
  if (name === '') refuse('groupNameEmpty')
  if (codePoints(name) > limits.groupName) refuse('groupNameTooLong', { limit: limits.groupName })
  const prefix = nameRules.reservedForGroups.exec(name)?.[0]
  if (prefix !== undefined) refuse('groupNamePrefix', { prefix })
  const isTaken = [...world.state.groups.values()].some(
    (group) => group !== own && group.name.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? refuse('groupExists', { name }) : name
}
