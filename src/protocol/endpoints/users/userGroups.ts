import * as z from 'zod/mini'
import { id } from '../../encoding/parameters.js'
import { endpoint } from '../../endpoint.js'
import { groupPermissions, UserGroup } from '../../entities/organisation.js'
import { namesIn, optionalFields, plainObject } from '../../entity.js'
import { rules } from '../../rules/rules.js'

/** Bots may read and change groups only on newer servers. */
const byBots = { access: 'member', accessBefore: { groupCheckByBots: 'human member' } } as const

/** Who has a permission: a group by its ID, or users and groups. */
const setting = z.union([id, plainObject({ direct_members: z.array(id), direct_subgroups: z.array(id) })])
const settings = optionalFields(namesIn(groupPermissions), setting)

/** The new value of a setting; passing the old one as well guards against overwriting someone else's change. */
export const settingChange = plainObject({ new: setting, old: z.optional(setting) })
const settingChanges = optionalFields(namesIn(groupPermissions), settingChange)

const membership = {
  /** Leave out the members of subgroups. */
  direct_member_only: z._default(z.boolean(), false),
}

export const userGroupEndpoints = [
  endpoint('userGroups.isMember', 'GET /user_groups/{user_group_id}/members/{user_id}', {
    spec: '4.8',
    ...byBots,
    since: 'groupMembershipCheck',
    params: { user_group_id: id, user_id: id, ...membership },
    response: { is_user_group_member: z.boolean() },
  }),
  endpoint('userGroups.deactivate', 'POST /user_groups/{user_group_id}/deactivate', {
    spec: '4.13',
    since: 'deactivateGroup',
    params: { user_group_id: id },
  }),
  endpoint('userGroups.list', 'GET /user_groups', {
    ...byBots,
    params: { include_deactivated_groups: z._default(z.boolean(), false) },
    response: { user_groups: z.array(UserGroup) },
  }),
  endpoint('userGroups.create', 'POST /user_groups/create', {
    ...byBots,
    params: {
      name: z.string(),
      description: z.string(),
      /** User IDs. */
      members: z.array(id),
      subgroups: z._default(z.array(id), []),
      ...settings,
    },
    response: { group_id: z.int() },
  }),
  endpoint('userGroups.update', 'PATCH /user_groups/{user_group_id}', {
    ...byBots,
    params: {
      user_group_id: id,
      name: z.optional(z.string()),
      description: z.optional(z.string()),
      /** Only false; to deactivate a group, use `userGroups.deactivate`. */
      deactivated: z.optional(z.literal([false])),
      ...settingChanges,
    },
  }),
  endpoint('userGroups.delete', 'DELETE /user_groups/{user_group_id}', {
    access: 'human member',
    until: 'groupDeletionGone',
    deprecated: 'Use userGroups.deactivate where the server has it (level of `deactivateGroup`).',
    params: { user_group_id: id },
  }),
  endpoint('userGroups.members', 'GET /user_groups/{user_group_id}/members', {
    ...byBots,
    params: { user_group_id: id, ...membership },
    response: { members: z.array(z.int()) },
  }),
  endpoint('userGroups.updateMembers', 'POST /user_groups/{user_group_id}/members', {
    ...byBots,
    params: {
      user_group_id: id,
      /** User IDs. */
      add: z.optional(z.array(id)),
      delete: z.optional(z.array(id)),
      add_subgroups: z.optional(z.array(id)),
      delete_subgroups: z.optional(z.array(id)),
    },
    rules: rules['userGroups.updateMembers'],
  }),
  endpoint('userGroups.subgroups', 'GET /user_groups/{user_group_id}/subgroups', {
    ...byBots,
    params: {
      user_group_id: id,
      /** Leave out the subgroups of subgroups. */
      direct_subgroup_only: z._default(z.boolean(), false),
    },
    response: { subgroups: z.array(z.int()) },
  }),
  endpoint('userGroups.updateSubgroups', 'POST /user_groups/{user_group_id}/subgroups', {
    ...byBots,
    params: {
      user_group_id: id,
      /** Group IDs. */
      add: z.optional(z.array(id)),
      delete: z.optional(z.array(id)),
    },
    rules: rules['userGroups.updateSubgroups'],
  }),
] as const
