import type { Account } from '../world/state.js'
import type { World } from '../world/world.js'

/** The organisation that a text is rendered for, who wrote it, and the mentions collected while rendering. */
export interface Environment {
  readonly world: World
  /** The source. */
  readonly content: string
  /** Channels that the author can't read aren't linked. Undefined for text without an author, such as a description. */
  readonly author: Account | undefined
  /** Users to notify. */
  readonly users: Set<number>
  readonly groups: Set<number>
  channelWildcard: boolean
  topicWildcard: boolean
}

export function newEnvironment(world: World, content: string, author: Account | undefined): Environment {
  return { world, content, author, users: new Set(), groups: new Set(), channelWildcard: false, topicWildcard: false }
}

/**
 * The names that patterns find in the source. The server looks up only these, so `@**name**` right after the `>` of a quote
 * mentions nobody: no mention may follow that sign.
 */
export function namesIn(content: string, patterns: readonly RegExp[]): ReadonlySet<string> {
  return new Set(
    patterns.flatMap((pattern) => [...content.matchAll(new RegExp(pattern))].map(({ groups }) => groups?.name ?? '')),
  )
}

export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
