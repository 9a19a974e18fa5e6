import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { UserGroup } from '../../entities/organisation.js'
import { errors } from '../../errors/errors.js'

export const isGroupMember = endpoint({
  name: 'userGroups.isMember',
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  spec: '4.8',
  summary: 'Check whether a user is a member of a group.',
  access: 'member',
  since: 'groupMembershipCheck',
  params: {
    user_group_id: id,
    user_id: id,
    /** Leave out the members of subgroups. */
    direct_member_only: z._default(z.boolean(), false),
  },
  response: { is_user_group_member: z.boolean() },
  errors: [errors.invalidUserGroup, errors.userGroupDeactivated, errors.noSuchUser, errors.userDeactivated],
  repeatable: 'always',
})

export const deactivateUserGroup = endpoint({
  name: 'userGroups.deactivate',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  spec: '4.13',
  summary: 'Deactivate a group that nothing uses.',
  access: 'member',
  since: 'deactivateGroup',
  params: { user_group_id: id },
  response: {},
  errors: [
    errors.invalidUserGroup,
    errors.userGroupDeactivated,
    errors.insufficientPermission,
    errors.groupInUse,
    errors.groupInUseOlder,
  ],
  repeatable: 'never',
})

export const listUserGroups = endpoint({
  name: 'userGroups.list',
  method: 'GET',
  path: '/user_groups',
  spec: 'companion',
  summary: 'List the groups.',
  access: 'member',
  params: { include_deactivated_groups: z._default(z.boolean(), false) },
  response: { user_groups: z.array(UserGroup) },
  errors: [],
  repeatable: 'always',
})
