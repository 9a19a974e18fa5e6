import { settingsFrom } from './groupSettings.js'
import type { OrganisationSeed } from './seed.js'
import type { Group } from './state.js'
import { systemGroups } from './systemGroups.js'

/** The groups of a seed, and those that every organisation has, which take the lowest IDs that are free. */
export function plantGroups(seed: OrganisationSeed, created: number): Map<number, Group> {
  const groups = new Map<number, Group>()
  const taken = new Set(seed.groups.map((group) => group.id))
  const idOf = new Map<string, number>()
  for (const { name } of systemGroups) {
    const id = lowestFree(taken)
    taken.add(id)
    idOf.set(name, id)
  }
  for (const one of systemGroups) {
    const id = idOf.get(one.name) ?? 0
    const subgroup = idOf.get('subgroup' in one ? one.subgroup : '')
    groups.set(id, {
      id,
      name: one.name,
      description: one.description,
      members: new Set(),
      subgroups: new Set(subgroup === undefined ? [] : [subgroup]),
      deactivated: false,
      roles: one.roles,
      creatorId: null,
      created: null,
      groupSettings: new Map(),
    })
  }
  for (const one of seed.groups) {
    groups.set(one.id, {
      id: one.id,
      name: one.name,
      description: one.description,
      members: new Set(one.members),
      subgroups: new Set(one.subgroups),
      deactivated: one.deactivated ?? false,
      roles: undefined,
      creatorId: null,
      created,
      groupSettings: settingsFrom(one.group_settings, groups),
    })
  }
  return groups
}

/** The lowest ID that nobody has. */
export function lowestFree(taken: ReadonlySet<number>): number {
  let id = 1
  while (taken.has(id)) id += 1
  return id
}
