import { codePoints, limits, nameRules } from '../../protocol/index.js'
import { refuse } from './refusal.js'
import type { Group } from './state.js'
import type { World } from './world.js'

/** The name of a group as it is kept. @throws {Refusal} for one that no group may have, or that another one has */
export function readGroupName(world: World, given: string, own: Group | undefined): string {
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
