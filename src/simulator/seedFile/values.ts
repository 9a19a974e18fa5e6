import type { Path } from './place.js'

/** What a path leads to; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((held, part) => {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, part)) return undefined
    return (held as Record<PropertyKey, unknown>)[part]
  }, value)
}
