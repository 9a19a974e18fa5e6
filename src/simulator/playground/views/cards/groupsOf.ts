import type { UserGroup } from '../../../../protocol/index.js'

export interface Membership {
  readonly name: string
  /** Whether somebody is in it by being in one of its subgroups only. */
  readonly isIndirect: boolean
}

/** The groups that somebody is in, by name; those of the server itself, and those that are no more, are left out. */
export function groupsOf(userId: number, groups: ReadonlyMap<number, UserGroup>): readonly Membership[] {
  const active = [...groups.values()].filter(({ deactivated }) => deactivated !== true)
  const isDirect = (group: UserGroup) => group.members.includes(userId)
  const isIn = (group: UserGroup, passed: ReadonlySet<number>): boolean =>
    isDirect(group) ||
    group.direct_subgroup_ids.some((id) => {
      const subgroup = groups.get(id)
      return subgroup !== undefined && !passed.has(id) && isIn(subgroup, new Set([...passed, id]))
    })
  return active
    .filter((group) => !group.is_system_group && isIn(group, new Set([group.id])))
    .map((group) => ({ name: group.name, isIndirect: !isDirect(group) }))
    .sort((one, other) => one.name.localeCompare(other.name))
}
