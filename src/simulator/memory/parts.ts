import type { Stateful } from '../stateful.js'
import { copyOf } from './copy.js'

/** What all parts held at one moment, by their names. */
export type Snapshot = ReadonlyMap<string, unknown>

/** All that a simulator has to remember. */
export interface Parts {
  /**
   * Adds a part, under a name that stays the same from version to version. Parts are restored in this order. `changes`
   * says how the disk learns of them: by the changes of the organisation, or by looking at a part that is small.
   */
  register(name: string, part: Stateful, changes: 'by commands' | 'by itself'): void
  snapshot(): Snapshot
  /** What the parts hold that change by themselves. It is not copied. */
  small(): Snapshot
  /** A snapshot may be restored any number of times. A part that it does not know is left as it is. */
  restore(snapshot: Snapshot): void
}

export function createParts(): Parts {
  const parts = new Map<string, Stateful>()
  const small = new Set<string>()

  const held = (names: Iterable<string>): Snapshot =>
    new Map([...names].map((name) => [name, parts.get(name)?.snapshot()]))

  return {
    register(name, part, changes) {
      if (parts.has(name)) throw new TypeError(`There is a part "${name}" already; give this one a name of its own.`)
      parts.set(name, part)
      if (changes === 'by itself') small.add(name)
    },
    // Copied in one go, since parts may share what they hold.
    snapshot: () => copyOf(held(parts.keys())),
    small: () => held(small),
    restore(snapshot) {
      const own = copyOf(snapshot)
      for (const [name, part] of parts) if (own.has(name)) part.restore(own.get(name))
    },
  }
}

/** One value that is remembered with the rest. */
interface Held<Value> extends Stateful {
  readonly value: Value
}

export function createHeld<Value>(value: Value): Held<Value> {
  let held = value
  return {
    get value() {
      return held
    },
    snapshot: () => held,
    restore(snapshot) {
      held = snapshot as Value
    },
  }
}
