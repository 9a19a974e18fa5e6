import { readGroupName } from '../groupNames.js'
import { directMembers, withSubgroups } from '../groups.js'
import { byAccount, type Operation, type OwnCall } from '../operation.js'
import { refuse } from '../refusal.js'
import type { Account, Group } from '../state.js'
import { mayAccessUser } from '../visibility.js'
import { nextId, seconds, type World } from '../world.js'
import { groupShape, mayManage } from './userGroups.js'

type Names =
  | 'userGroups.create'
  | 'userGroups.update'
  | 'userGroups.members'
  | 'userGroups.updateMembers'
  | 'userGroups.subgroups'

export const userGroupChanges: { readonly [Name in Names]: Operation<Name> } = {
  'userGroups.create': byAccount(({ world, caller, params }) => {
    const name = readGroupName(world, params.name, undefined)
    const members = [...new Set(params.members)].map((id) => userMeant(world, caller, id).id)
    const subgroups = [...new Set(params.subgroups)].map((id) => groupMeant(world, id).id)
    const settings = settingNames.flatMap((setting) => {
      const value = params[setting]
      return value === undefined ? [] : [[setting, groupMeant(world, value).id] as const]
    })
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

  'userGroups.update': byAccount((call) => {
    const { world, params } = call
    const group = managed(call, params.deactivated === false)
    if (params.deactivated === false && !group.deactivated) refuse('groupNotDeactivated')
    const settings = newSettings(call, group)
    const { description } = params
    const isUnchanged = params.name === undefined && description === undefined && params.deactivated === undefined
    if (isUnchanged && settings.length === 0) refuse('groupUnchanged')
    const name = params.name === undefined ? undefined : readGroupName(world, params.name, group)
    Object.assign(group, { name: name ?? group.name, description: description ?? group.description })
    for (const [setting, value] of settings) group.groupSettings.set(setting, value)
    if (params.deactivated === false) reactivate(world, group)
    const data = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...Object.fromEntries(settings),
    }
    if (Object.keys(data).length > 0) world.emit('user_group', 'everyone', { op: 'update', group_id: group.id, data })
    return {}
  }),

  'userGroups.members': byAccount(({ world, params }) => {
    const group = world.state.groups.get(params.user_group_id) ?? refuse('invalidUserGroup')
    if (params.direct_member_only) return { members: directMembers(world, group) }
    const all = withSubgroups(world, group).flatMap((one) => directMembers(world, one))
    return { members: [...new Set(all)].sort((one, other) => one - other) }
  }),

  'userGroups.updateMembers': byAccount((call) => {
    const { world, caller, params } = call
    const { add = [], delete: gone = [], add_subgroups: into = [], delete_subgroups: out = [] } = params
    if (add.length + gone.length + into.length + out.length === 0) refuse('groupMembersUnchanged')
    const group = managed(call, false)
    // Everything is checked before anything is changed.
    for (const id of add) {
      if (group.members.has(userMeant(world, caller, id).id)) refuse('alreadyGroupMember', { user_id: id })
    }
    for (const id of gone) if (!group.members.has(id)) refuse('notGroupMember', { user_id: id })
    for (const id of into) checkSubgroup(world, group, id)
    for (const id of out) if (!group.subgroups.has(id)) refuse('notSubgroup', { group_id: id })
    for (const id of add) group.members.add(id)
    for (const id of gone) group.members.delete(id)
    for (const id of into) group.subgroups.add(id)
    for (const id of out) group.subgroups.delete(id)
    tell(world, group, 'add_members', add)
    tell(world, group, 'remove_members', gone)
    tell(world, group, 'add_subgroups', into)
    tell(world, group, 'remove_subgroups', out)
    return {}
  }),

  'userGroups.subgroups': byAccount(({ world, params }) => {
    const group = world.state.groups.get(params.user_group_id) ?? refuse('invalidUserGroup')
    const ids = params.direct_subgroup_only
      ? [...group.subgroups]
      : withSubgroups(world, group).flatMap(({ id }) => (id === group.id ? [] : [id]))
    return { subgroups: ids.sort((one, other) => one - other) }
  }),
}

const settingNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const

/** A group that the caller may change. @throws {Refusal} */
function managed(
  {
    world,
    caller,
    params,
  }: Pick<OwnCall<'userGroups.update'>, 'world' | 'caller'> & { params: { user_group_id: number } },
  mayBeDeactivated: boolean,
): Group {
  const group = world.state.groups.get(params.user_group_id) ?? refuse('invalidUserGroup')
  if (group.deactivated && !mayBeDeactivated) refuse('userGroupDeactivated')
  return group.roles === undefined && mayManage(world, caller, group) ? group : refuse('insufficientPermission')
}

/** The settings that a request changes. @throws {Refusal} when one of them is not what the caller takes it to be */
function newSettings({ world, params }: OwnCall<'userGroups.update'>, group: Group) {
  const shape: Readonly<Record<string, unknown>> = groupShape(world, group)
  return settingNames.flatMap((setting) => {
    const change = params[setting]
    if (change === undefined) return []
    if (change.old !== undefined && change.old !== shape[setting]) refuse('expectationMismatch')
    return [[setting, groupMeant(world, change.new).id] as const]
  })
}

function reactivate(world: World, group: Group): void {
  group.deactivated = false
  world.emit('user_group', 'everyone', { op: 'update', group_id: group.id, data: { deactivated: false } })
  world.emit('user_group', 'everyone', { op: 'add', group: groupShape(world, group), instead: true })
}

function userMeant(world: World, caller: Account, id: number): Account {
  const account = world.state.accounts.get(id)
  const isKnown = account?.isActive === true && !account.isSystem && mayAccessUser(world, caller, account)
  return isKnown ? account : refuse('invalidUserId', { user_id: id })
}

function groupMeant(world: World, id: number): Group {
  const group = world.state.groups.get(id)
  return group === undefined || group.deactivated ? refuse('invalidUserGroupId', { group_id: id }) : group
}

/** @throws {Refusal} for a group that is in this one already, or that this one is in */
function checkSubgroup(world: World, group: Group, id: number): void {
  const subgroup = groupMeant(world, id)
  if (group.subgroups.has(id)) refuse('alreadySubgroup', { group_id: id })
  if (withSubgroups(world, subgroup).includes(group)) refuse('subgroupCycle', { group_id: id })
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
