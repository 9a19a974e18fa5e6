import { roles } from '../../../protocol/index.js'

/**
 * The groups that every organisation has. Their members follow from the users' roles: each holds its own roles
 * directly, and the next narrower group as a subgroup. An assumption.
 */
export const systemGroups = [
  {
    name: 'role:internet',
    title: 'Everyone on the internet',
    description: 'Everyone on the Internet',
    roles: [],
    subgroup: 'role:everyone',
  },
  {
    name: 'role:everyone',
    title: 'Everyone',
    description: 'Everyone in this organization, including guests',
    roles: [roles.guest],
    subgroup: 'role:members',
  },
  {
    name: 'role:members',
    title: 'Members',
    description: 'Members of this organization, not including guests',
    roles: [],
    subgroup: 'role:fullmembers',
  },
  {
    name: 'role:fullmembers',
    title: 'Full members',
    description: 'Members of this organization, not including new accounts and guests',
    roles: [roles.member],
    subgroup: 'role:moderators',
  },
  {
    name: 'role:moderators',
    title: 'Moderators',
    description: 'Moderators, administrators and owners of this organization',
    roles: [roles.moderator],
    subgroup: 'role:administrators',
  },
  {
    name: 'role:administrators',
    title: 'Administrators',
    description: 'Administrators and owners of this organization',
    roles: [roles.administrator],
    subgroup: 'role:owners',
  },
  { name: 'role:owners', title: 'Owners', description: 'Owners of this organization', roles: [roles.owner] },
  { name: 'role:nobody', title: 'Nobody', description: 'Nobody', roles: [] },
] as const satisfies readonly {
  readonly name: string
  /** What mentions show on newer servers. */
  readonly title: string
  readonly description: string
  readonly roles: readonly number[]
  readonly subgroup?: string
}[]

export type SystemGroupName = (typeof systemGroups)[number]['name']
