import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { errors } from '../../errors/errors.js'
import { rules } from '../../rules/rules.js'

/** What the name of a group may be refused for. */
const naming = [errors.groupNameEmpty, errors.groupNameTooLong, errors.groupNamePrefix, errors.groupExists]

/** Who may do something: a group by its ID, or users and groups. */
const setting = z.union([id, z.object({ direct_members: z.array(id), direct_subgroups: z.array(id) })])
const settings = {
  can_add_members_group: z.optional(setting),
  can_join_group: z.optional(setting),
  can_leave_group: z.optional(setting),
  can_manage_group: z.optional(setting),
  can_mention_group: z.optional(setting),
  can_remove_members_group: z.optional(setting),
}

/** A setting is changed from one value to another, which guards against changing it past somebody else. */
export const settingChange = z.optional(z.object({ new: setting, old: z.optional(setting) }))
const settingChanges = {
  can_add_members_group: settingChange,
  can_join_group: settingChange,
  can_leave_group: settingChange,
  can_manage_group: settingChange,
  can_mention_group: settingChange,
  can_remove_members_group: settingChange,
}

export const createUserGroup = endpoint({
  name: 'userGroups.create',
  method: 'POST',
  path: '/user_groups/create',
  spec: 'companion',
  summary: 'Create a group.',
  access: 'member',
  params: {
    name: z.string(),
    description: z.string(),
    /** The users' IDs. */
    members: z.array(id),
    subgroups: z._default(z.array(id), []),
    ...settings,
  },
  response: { group_id: z.int() },
  errors: [
    errors.insufficientPermission,
    ...naming,
    errors.invalidUserId,
    errors.invalidUserGroup,
    errors.invalidUserGroupId,
    errors.userGroupDeactivated,
  ],
  repeatable: 'never',
})

export const updateUserGroup = endpoint({
  name: 'userGroups.update',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  spec: 'companion',
  summary: 'Change the name, description or settings of a group, or reactivate it.',
  access: 'member',
  params: {
    user_group_id: id,
    name: z.optional(z.string()),
    description: z.optional(z.string()),
    /** Only false: deactivating is `userGroups.deactivate`. */
    deactivated: z.optional(z.literal([false])),
    ...settingChanges,
  },
  response: {},
  errors: [
    ...naming,
    errors.groupUnchanged,
    errors.invalidUserGroup,
    errors.insufficientPermission,
    errors.userGroupDeactivated,
    errors.invalidUserId,
    errors.invalidUserGroupId,
    errors.expectationMismatch,
  ],
  repeatable: 'never',
})

export const listGroupMembers = endpoint({
  name: 'userGroups.members',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  spec: 'companion',
  summary: 'List the members of a group.',
  access: 'member',
  params: {
    user_group_id: id,
    /** Leave out the members of subgroups. */
    direct_member_only: z._default(z.boolean(), false),
  },
  response: { members: z.array(z.int()) },
  errors: [errors.invalidUserGroup, errors.userGroupDeactivated],
  repeatable: 'always',
})

export const updateGroupMembers = endpoint({
  name: 'userGroups.updateMembers',
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  spec: 'companion',
  summary: 'Add members and subgroups to a group, or take them out.',
  access: 'member',
  params: {
    user_group_id: id,
    /** The users' IDs. */
    add: z.optional(z.array(id)),
    delete: z.optional(z.array(id)),
    add_subgroups: z.optional(z.array(id)),
    delete_subgroups: z.optional(z.array(id)),
  },
  rules: rules['userGroups.updateMembers'],
  response: {},
  errors: [
    errors.groupMembershipUnchanged,
    errors.invalidUserGroup,
    errors.insufficientPermission,
    errors.userGroupDeactivated,
    errors.invalidUserId,
    errors.alreadyGroupMember,
    errors.notGroupMember,
    errors.invalidUserGroupId,
    errors.alreadySubgroup,
    errors.notSubgroup,
    errors.subgroupCycle,
  ],
  repeatable: 'never',
})

export const listSubgroups = endpoint({
  name: 'userGroups.subgroups',
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  spec: 'companion',
  summary: 'List the subgroups of a group.',
  access: 'member',
  params: {
    user_group_id: id,
    /** Leave out the subgroups of subgroups. */
    direct_subgroup_only: z._default(z.boolean(), false),
  },
  response: { subgroups: z.array(z.int()) },
  errors: [errors.invalidUserGroup, errors.userGroupDeactivated],
  repeatable: 'always',
})

export const updateSubgroups = endpoint({
  name: 'userGroups.updateSubgroups',
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  spec: 'companion',
  summary: 'Add subgroups to a group, or take them out.',
  access: 'member',
  params: {
    user_group_id: id,
    /** The groups' IDs. */
    add: z.optional(z.array(id)),
    delete: z.optional(z.array(id)),
  },
  rules: rules['userGroups.updateSubgroups'],
  response: {},
  errors: [
    errors.groupMembersUnchanged,
    errors.invalidUserGroup,
    errors.insufficientPermission,
    errors.userGroupDeactivated,
    errors.invalidUserGroupId,
    errors.alreadySubgroup,
    errors.notSubgroup,
    errors.subgroupCycle,
  ],
  repeatable: 'never',
})
