/** The way to a value: names of fields, and places in lists from 0 on. */
export type Path = readonly PropertyKey[]

/** Where a value stands in the text that it was read from. */
export interface Place {
  /** Offset of the value. */
  readonly at: number
  /** Offset of the field's name; only of the values of fields. */
  readonly keyAt?: number
  readonly inner: ReadonlyMap<string, Place>
}

/** What is wrong, and where: an offset in the text, or the way to the value. */
export interface Complaint {
  readonly path: Path
  /** Goes on where the field's name ends: `is missing; give one`. */
  readonly says: string
  /** Where the path does not lead there: a syntax error, or the second of two fields of one name. */
  readonly offset?: number
  /** Whether the field's name is meant, not its value. */
  readonly ofName?: boolean
}

/** The offset of what a complaint is about: of a value that is not there, that of what it is missing from. */
export function offsetOf({ path, offset, ofName = false }: Complaint, root: Place): number {
  if (offset !== undefined) return offset
  let place = root
  for (const [at, part] of path.entries()) {
    const next = place.inner.get(String(part))
    if (next === undefined) return place.keyAt ?? place.at
    if (ofName && at === path.length - 1) return next.keyAt ?? next.at
    place = next
  }
  return place.at
}
