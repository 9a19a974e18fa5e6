import {
  codePoints,
  type GroupSetting,
  limits,
  nameRules,
  type Objection,
  serverTexts,
} from '../../../../protocol/index.js'
import { isBot } from '../../access/accounts.js'
import {
  directMembers,
  type GroupSettingName,
  groupSettingNames,
  inOrder,
  isAllowed,
  isInGroup,
  isNamedBy,
  settingOf,
  usesGroup,
  withSubgroups,
} from '../../access/groups.js'
import { activeGroup, activeSubgroup, activeUser, changedSetting, readSetting } from '../../access/lookup.js'
import type { Operations } from '../../access/operation.js'
import { mayAccessUser } from '../../access/visibility.js'
import { noticeGroup } from '../../channels/channelNotices.js'
import { groupShape, groupShapes } from '../../shapes/organisation.js'
import { refuse } from '../../world/refusal.js'
import type { Account, Group } from '../../world/state.js'
import { nextId, seconds, type World } from '../../world/world.js'

export const userGroupOperations = {
  'userGroups.isMember': ({ world, caller, params }) => {
    const group = activeGroup(world, params.user_group_id)
    const user = world.state.accounts.get(params.user_id)
    if (user === undefined || user.is_system_bot || !mayAccessUser(world, caller, user)) refuse('noSuchUser')
    if (isBot(user) && !world.has('botsInGroupCheck')) refuse('noSuchUser')
    const counts = user.is_active || !world.has('deactivatedNotMember')
    return { is_user_group_member: counts && isInGroup(world, group, user, params.direct_member_only) }
  },

  'userGroups.deactivate': ({ world, caller, params }) => {
    const group = activeGroup(world, params.user_group_id)
    if (group.roles !== undefined || !mayManage(world, caller, group)) refuse('insufficientPermission')
    const objections = objectionsTo(world, group)
    if (objections.length > 0) refuse('groupInUse', { objections })
    group.deactivated = true
    world.emit('user_group', 'everyone', { op: 'update', group_id: group.id, data: { deactivated: true } })
    world.emit('user_group', 'everyone', { op: 'remove', group_id: group.id })
  },

  'userGroups.delete': ({ world, caller, params }) => {
    const { id } = changeableGroup(world, caller, params.user_group_id)
    world.state.groups.delete(id)
    for (const { subgroups } of world.state.groups.values()) subgroups.delete(id)
    world.emit('user_group', 'everyone', { op: 'remove', group_id: id })
  },

  'userGroups.list': ({ world, params }) => ({ user_groups: groupShapes(world, params.include_deactivated_groups) }),

  'userGroups.create': ({ world, caller, params }) => {
    if (!isAllowed(world, 'can_create_groups', caller)) refuse('insufficientPermission')
    const members = [...new Set(params.members)].map((id) => activeUser(world, caller, id).id)
    const name = readGroupName(world, params.name, undefined)
    const settings = groupSettingNames.flatMap((setting) => {
      const value = params[setting]
      return value === undefined ? [] : [[setting, readSetting(world, caller, value)] as const]
    })
    const subgroups = [...new Set(params.subgroups)].map((id) => activeSubgroup(world, id).id)
    const group: Group = {
      id: freeId(world),
      name,
      description: params.description,
      members: new Set(members),
      subgroups: new Set(subgroups),
      deactivated: false,
      roles: undefined,
      creator_id: caller.id,
      date_created: seconds(world),
      groupSettings: new Map(settings),
    }
    world.state.groups.set(group.id, group)
    world.emit('user_group', 'everyone', { op: 'add', group: groupShape(world, group) })
    return { group_id: group.id }
  },

  'userGroups.update': ({ world, caller, params }) => {
    const { user_group_id: id, name: newName, description, deactivated, ...changes } = params
    const isUnchanged = newName === undefined && description === undefined && deactivated === undefined
    if (isUnchanged && Object.keys(changes).length === 0) refuse('groupUnchanged')
    const group = changeableGroup(world, caller, id)
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
  },

  'userGroups.members': ({ world, params }) => {
    const group = activeGroup(world, params.user_group_id)
    if (params.direct_member_only) return { members: directMembers(world, group) }
    return { members: inOrder(withSubgroups(world, group).flatMap((one) => directMembers(world, one))) }
  },

  'userGroups.updateMembers': ({ world, caller, params }) => {
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
      const group = changeableGroup(world, caller, id, 'can_add_members_group', ...(isOnly(add, caller) ? joining : []))
      for (const user of add) {
        if (group.members.has(activeUser(world, caller, user).id)) refuse('alreadyGroupMember', { user_id: user })
      }
    }
    if (gone.length > 0) {
      const group = changeableGroup(
        world,
        caller,
        id,
        'can_remove_members_group',
        ...(isOnly(gone, caller) ? leaving : []),
      )
      for (const user of gone) if (!group.members.has(user)) refuse('notGroupMember', { user_id: user })
    }
    const group = checkSubgroups(world, caller, id, into, out)
    for (const user of add) group.members.add(user)
    for (const user of gone) group.members.delete(user)
    emitMembership(world, group, 'add_members', add)
    emitMembership(world, group, 'remove_members', gone)
    noticeGroup(world, caller, serverTexts.addedToGroup, group, add)
    noticeGroup(world, caller, serverTexts.removedFromGroup, group, gone)
    changeSubgroups(world, group, into, out)
  },

  'userGroups.subgroups': ({ world, params }) => {
    const group = activeGroup(world, params.user_group_id)
    const inner = withSubgroups(world, group).filter((one) => one !== group)
    return { subgroups: inOrder(params.direct_subgroup_only ? group.subgroups : inner.map(({ id }) => id)) }
  },

  'userGroups.updateSubgroups': ({ world, caller, params }) => {
    const { user_group_id: id, add = [], delete: gone = [] } = params
    if (add.length + gone.length === 0) refuse('groupMembersUnchanged')
    changeSubgroups(world, checkSubgroups(world, caller, id, add, gone), add, gone)
  },
} satisfies Partial<Operations>

/** Whether the caller may manage all groups, or this one. */
function mayManage(world: World, caller: Account, group: Group): boolean {
  return (
    isAllowed(world, 'can_manage_all_groups', caller) ||
    isNamedBy(world, settingOf(world, group, 'can_manage_group'), caller)
  )
}

/** What uses a group, in the server's order. */
function objectionsTo(world: World, group: Group): readonly Objection[] {
  const { groups, channels, groupSettings } = world.state
  const active = [...groups.values()].filter((other) => !other.deactivated)
  const supergroups = active.filter((other) => other.subgroups.has(group.id)).map((other) => other.id)
  return [
    ...(supergroups.length > 0 ? [{ type: 'subgroup', supergroup_ids: supergroups }] : []),
    ...[...channels.values()].flatMap((channel) =>
      channel.is_archived
        ? []
        : using(channel.groupSettings, group).map((settings) => ({
            type: 'channel',
            channel_id: channel.id,
            settings,
          })),
    ),
    ...active.flatMap((other) =>
      using(other.groupSettings, group).map((settings) => ({ type: 'user_group', group_id: other.id, settings })),
    ),
    ...using(groupSettings, group).map((settings) => ({ type: 'realm', settings })),
  ]
}

/** The settings that use a group, in a list of one; empty if none does. */
function using(settings: ReadonlyMap<string, GroupSetting>, group: Group): readonly string[][] {
  const names = [...settings].filter(([, setting]) => usesGroup(setting, group.id)).map(([name]) => name)
  return names.length > 0 ? [names] : []
}

/** Settings that let users join or leave by themselves. */
const joining = ['can_join_group'] as const
const leaving = ['can_leave_group'] as const

function isOnly(ids: readonly number[], account: Account): boolean {
  return ids.length === 1 && ids[0] === account.id
}

/**
 * A group, deactivated or not, that the caller may change: because the caller manages it, or because one of these settings
 * includes the caller.
 *
 * @throws {Refusal}
 */
export function changeableGroup(
  world: World,
  caller: Account,
  id: number,
  ...settings: readonly GroupSettingName[]
): Group {
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

/** The group, if the caller may add and remove these subgroups. @throws {Refusal} */
function checkSubgroups(
  world: World,
  caller: Account,
  id: number,
  into: readonly number[],
  out: readonly number[],
): Group {
  const group = world.state.groups.get(id) ?? refuse('invalidUserGroup')
  if (into.length > 0) changeableGroup(world, caller, id, 'can_add_members_group')
  const added = into.map((one) => activeSubgroup(world, one))
  for (const one of added) if (group.subgroups.has(one.id)) refuse('alreadySubgroup', { group_id: one.id })
  const isInside = added.some((one) => withSubgroups(world, one).includes(group))
  if (isInside) refuse('subgroupCycle', { user_group_id: id })
  if (out.length > 0) changeableGroup(world, caller, id)
  for (const one of out) {
    if (!group.subgroups.has(activeSubgroup(world, one).id)) refuse('notSubgroup', { group_id: one })
  }
  return group
}

function changeSubgroups(world: World, group: Group, into: readonly number[], out: readonly number[]): void {
  for (const id of into) group.subgroups.add(id)
  for (const id of out) group.subgroups.delete(id)
  emitMembership(world, group, 'add_subgroups', into)
  emitMembership(world, group, 'remove_subgroups', out)
}

type Change = 'add_members' | 'remove_members' | 'add_subgroups' | 'remove_subgroups'

function emitMembership(world: World, group: Group, op: Change, ids: readonly number[]): void {
  if (ids.length === 0) return
  const changed = op.endsWith('members') ? { user_ids: ids } : { direct_subgroup_ids: ids }
  world.emit('user_group', 'everyone', { op, group_id: group.id, ...changed })
}

/** The next ID that no system group has. */
function freeId(world: World): number {
  let id = nextId(world, 'group')
  while (world.state.groups.has(id)) id = nextId(world, 'group')
  return id
}

/** @throws {Refusal} for a name that is not allowed or taken */
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
