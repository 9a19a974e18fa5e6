import type { Stateful } from '../stateful.js'
import { copyOf } from './copy.js'

/** What all parts held at one moment, by their names. */
export type Snapshot = ReadonlyMap<string, unknown>

/** All that a simulator has to remember. */
export interface Parts {
  /** Adds a part, under a name that stays the same from version to version. Parts are restored in this order. */
  register(name: string, part: Stateful): void
  snapshot(): Snapshot
  /** A snapshot may be restored any number of times. A part that it does not know is left as it is. */
  restore(snapshot: Snapshot): void
}

export function createParts(): Parts {
  const parts = new Map<string, Stateful>()
  return {
    register(name, part) {
      if (parts.has(name)) throw new TypeError(`There is a part "${name}" already; give this one a name of its own.`)
      parts.set(name, part)
    },
    // Copied in one go, since parts may share what they hold.
    snapshot: () => copyOf(new Map([...parts].map(([name, part]) => [name, part.snapshot()]))),
    restore(snapshot) {
      const held = copyOf(snapshot)
      for (const [name, part] of parts) if (held.has(name)) part.restore(held.get(name))
    },
  }
}
