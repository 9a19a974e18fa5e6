import type { Account } from '../world/state.js'
import type { World } from '../world/world.js'

/** The organisation that a text is rendered for, who wrote it, and the mentions collected while rendering. */
export interface Environment {
  readonly world: World
  /** The Markdown source. */
  readonly content: string
  /** Undefined for a text without an author, such as a description. Channels that the author can't read aren't linked. */
  readonly author: Account | undefined
  /** IDs of the mentioned users, and of the mentioned groups. */
  readonly users: Set<number>
  readonly groups: Set<number>
  /** Whether a wildcard mentions everybody in the channel, or in the topic. */
  channelWildcard: boolean
  topicWildcard: boolean
}

export function newEnvironment(world: World, content: string, author: Account | undefined): Environment {
  return { world, content, author, users: new Set(), groups: new Set(), channelWildcard: false, topicWildcard: false }
}

/**
 * The names that patterns find in the source. The server looks up only these. Since no mention may follow a `>`, `@**name**`
 * right after the `>` of a quote mentions nobody.
 */
export function namesIn(content: string, patterns: readonly RegExp[]): ReadonlySet<string> {
  return new Set(
    patterns.flatMap((pattern) => [...content.matchAll(new RegExp(pattern))].map(({ groups }) => groups?.name ?? '')),
  )
}
