import { codePoints, limits } from '../../protocol/index.js'
import { refuse } from './refusal.js'
import type { Group } from './state.js'
import type { World } from './world.js'

/** What the server's own groups and mentions begin with. An assumption. */
const reserved = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const

/** The name of a group as it is kept. @throws {Refusal} for one that no group may have, or that another one has */
export function readGroupName(world: World, given: string, own: Group | undefined): string {
  const name = given.trim()
  if (name === '') refuse('groupNameEmpty')
  if (codePoints(name) > limits.groupName) refuse('groupNameTooLong', { limit: limits.groupName })
  for (const prefix of reserved) if (name.startsWith(prefix)) refuse('groupNamePrefix', { prefix })
  const isTaken = [...world.state.groups.values()].some(
    (group) => group !== own && group.name.toLowerCase() === name.toLowerCase(),
  )
  return isTaken ? refuse('groupExists', { name }) : name
}
