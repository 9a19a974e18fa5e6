/** Rows by ID, in ascending order, with the subset that a search matches. */
export interface LiveRows<Row extends Numbered> {
  /** The matching rows. A new array whenever one of them changes. */
  readonly shown: readonly Row[]
  readonly all: readonly Row[]
  find(id: number): Row | undefined
  /** Adds a row, or replaces the one with its ID. */
  put(row: Row): void
  search(matches: (row: Row) => boolean): void
  clear(): void
}

export interface Numbered {
  readonly id: number
}

/**
 * Creates an empty list that keeps the newest `most` rows. A row is tested when it is added or changes, and all rows only
 * when the search changes, so that the cost of a row doesn't grow with their number.
 */
export function liveRows<Row extends Numbered>(most: number): LiveRows<Row> {
  let all: Row[] = []
  let found: boolean[] = []
  let matches: (row: Row) => boolean = () => true
  let shown: readonly Row[] | undefined = []

  /** The index of the row with this ID, or where it would be inserted. */
  function placeOf(id: number): number {
    let from = 0
    let to = all.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((all[middle]?.id ?? 0) < id) from = middle + 1
      else to = middle
    }
    return from
  }

  return {
    get shown() {
      shown ??= all.filter((_, at) => found[at])
      return shown
    },
    get all() {
      return all
    },
    find(id) {
      const row = all[placeOf(id)]
      return row?.id === id ? row : undefined
    },
    put(row) {
      const last = all.at(-1)
      // Nearly all arrive in order.
      const at = last === undefined || last.id < row.id ? all.length : placeOf(row.id)
      const isKnown = all[at]?.id === row.id
      const isFound = matches(row)
      if (isFound || (isKnown && found[at])) shown = undefined
      all.splice(at, isKnown ? 1 : 0, row)
      found.splice(at, isKnown ? 1 : 0, isFound)
      // Trimmed in batches: shifting a long array for every row would be slow.
      if (all.length < most * 1.1) return
      all = all.slice(-most)
      found = found.slice(-most)
      shown = undefined
    },
    search(wanted) {
      matches = wanted
      found = all.map(wanted)
      shown = undefined
    },
    clear() {
      all = []
      found = []
      shown = undefined
    },
  }
}
