import type { GroupSetting, Objection } from '../../../../protocol/index.js'
import { activeGroup } from '../../groups/groupAccess.js'
import { isAllowed, isNamedBy, usesGroup } from '../../groups/groupSettings.js'
import { directMembers, isInGroup, systemGroupId } from '../../groups/groups.js'
import type { SystemGroupName } from '../../groups/systemGroups.js'
import { mayAccessUser } from '../../messages/visibility.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { Account, Group } from '../../state.js'
import { isBot } from '../../users/accounts.js'
import type { World } from '../../world.js'

type Names = 'userGroups.isMember' | 'userGroups.deactivate' | 'userGroups.list'

export const userGroupOperations: { readonly [Name in Names]: Operation<Name> } = {
  'userGroups.isMember': byAccount(({ world, caller, params }) => {
    if (isBot(caller) && !world.has('groupCheckByBots')) refuse('notForBots')
    const group = activeGroup(world, params.user_group_id)
    const user = world.state.accounts.get(params.user_id)
    if (user === undefined || user.isSystem || !mayAccessUser(world, caller, user)) refuse('noSuchUser')
    if (isBot(user) && !world.has('botsInGroupCheck')) refuse('noSuchUser')
    const counts = user.isActive || !world.has('deactivatedNotMember')
    return { is_user_group_member: counts && isInGroup(world, group, user, params.direct_member_only) }
  }),

  'userGroups.deactivate': byAccount(({ world, caller, params }) => {
    const group = activeGroup(world, params.user_group_id)
    if (group.roles !== undefined || !mayManage(world, caller, group)) refuse('insufficientPermission')
    const objections = objectionsTo(world, group)
    if (objections.length > 0) {
      if (world.has('groupInUseCode')) refuse('groupInUse', { objections })
      refuse('groupInUseOlder')
    }
    group.deactivated = true
    world.emit('user_group', 'everyone', { op: 'update', group_id: group.id, data: { deactivated: true } })
    world.emit('user_group', 'everyone', { op: 'remove', group_id: group.id })
    return {}
  }),

  'userGroups.list': byAccount(({ world, params }) => ({
    user_groups: [...world.state.groups.values()]
      .filter((group) => params.include_deactivated_groups || !group.deactivated)
      .sort((one, other) => one.id - other.id)
      .map((group) => groupShape(world, group)),
  })),
}

/** Some manage all groups, and a single one those whom its own setting names. */
export function mayManage(world: World, caller: Account, group: Group): boolean {
  return (
    isAllowed(world, 'can_manage_all_groups', caller) ||
    isNamedBy(world, settingOf(world, group, 'can_manage_group'), caller)
  )
}

/** What uses a group, in the server's order: supergroups, channels, other groups, the organisation. @see spec 7 */
function objectionsTo(world: World, group: Group): readonly Objection[] {
  const { groups, channels, groupSettings } = world.state
  const active = [...groups.values()].filter((other) => !other.deactivated)
  const supergroups = active.filter((other) => other.subgroups.has(group.id)).map((other) => other.id)
  return [
    ...(supergroups.length > 0 ? [{ type: 'subgroup', supergroup_ids: supergroups }] : []),
    ...[...channels.values()].flatMap((channel) =>
      channel.isArchived
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

/** The names of the settings that use a group, in a list of one; an empty list when none does. */
function using(settings: ReadonlyMap<string, GroupSetting>, group: Group): readonly string[][] {
  const names = [...settings].filter(([, setting]) => usesGroup(setting, group.id)).map(([name]) => name)
  return names.length > 0 ? [names] : []
}

/**
 * Settings that every group has, and whom they name unless said otherwise: a system group, or who created the group
 * (administrators where nobody did). An assumption.
 */
const usualSettings = {
  can_add_members_group: 'creator',
  can_join_group: 'role:nobody',
  can_leave_group: 'role:everyone',
  can_manage_group: 'creator',
  can_mention_group: 'role:everyone',
  can_remove_members_group: 'role:nobody',
} as const satisfies Readonly<Record<string, SystemGroupName | 'creator'>>

export type GroupSettingName = keyof typeof usualSettings
export const groupSettingNames = Object.keys(usualSettings) as readonly GroupSettingName[]

/** Whom a setting of a group names. Nobody may do anything to the server's own groups. */
export function settingOf(world: World, group: Group, name: GroupSettingName): GroupSetting {
  const set = group.groupSettings.get(name)
  if (set !== undefined) return set
  const usual = group.roles === undefined ? usualSettings[name] : 'role:nobody'
  if (usual !== 'creator') return systemGroupId(world.state.groups, usual)
  return group.creatorId === null
    ? systemGroupId(world.state.groups, 'role:administrators')
    : { direct_members: [group.creatorId], direct_subgroups: [] }
}

export function groupShape(world: World, group: Group) {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: directMembers(world, group),
    direct_subgroup_ids: [...group.subgroups].sort((one, other) => one - other),
    creator_id: group.creatorId,
    date_created: group.created,
    is_system_group: group.roles !== undefined,
    deactivated: group.deactivated,
    ...Object.fromEntries(groupSettingNames.map((name) => [name, settingOf(world, group, name)])),
  }
}
