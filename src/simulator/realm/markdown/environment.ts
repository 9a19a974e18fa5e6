import type { Account } from '../state.js'
import type { World } from '../world.js'

/** The organisation that a text is rendered for, who wrote it, and the mentions collected while rendering. */
export interface Environment {
  readonly world: World
  /** Channels that the author can't read aren't linked; undefined for texts of nobody in particular. */
  readonly author: Account | undefined
  /** Users to notify. */
  readonly users: Set<number>
  readonly groups: Set<number>
  channelWildcard: boolean
  topicWildcard: boolean
}

export function newEnvironment(world: World, author: Account | undefined): Environment {
  return { world, author, users: new Set(), groups: new Set(), channelWildcard: false, topicWildcard: false }
}
