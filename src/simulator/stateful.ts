import { copyOf } from './memory/copy.js'

/**
 * A part of the simulator that has something to remember: checkpoints, branches, resets and the disk ask it.
 *
 * What it holds is handed over as data: primitives, plain objects, arrays, `Map`, `Set`, `Uint8Array`, `Blob`, and
 * objects of classes that are `Copyable`. Functions stay what they are in this process, and are left out on disk.
 */
export interface Stateful {
  /** What it holds now. It is copied at once, so that live tables may be handed out. */
  snapshot(): unknown
  /**
   * Takes on what a snapshot held, in place of what it holds. What it gets is its own, to keep and to change. Its
   * timers of before are called off, and those that the snapshot needs are armed again: the clock stands right already.
   */
  restore(snapshot: unknown): void
}

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
