/** Rows by number, lowest first, of which those that a search finds are shown. */
export interface LiveRows<Row extends Numbered> {
  /** Those that the search finds. Another list whenever anything in it has changed. */
  readonly shown: readonly Row[]
  /** All that there are. */
  readonly all: readonly Row[]
  find(id: number): Row | undefined
  /** Adds a row, or puts it in the place of the one with its number. */
  put(row: Row): void
  /** From now on shows the rows that match. */
  search(matches: (row: Row) => boolean): void
  clear(): void
}

export interface Numbered {
  readonly id: number
}

/**
 * Makes an empty list that keeps as many rows as it is told to; the oldest go first. A row is tested when it comes or
 * changes, and all of them when another search begins: so what a row costs does not grow with how many there are.
 */
export function liveRows<Row extends Numbered>(most: number): LiveRows<Row> {
  let all: Row[] = []
  let found: boolean[] = []
  let matches: (row: Row) => boolean = () => true
  let shown: readonly Row[] | undefined = []

  /** Where the row with this number is, or would be. */
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
      // Nearly all come in order.
      const at = last === undefined || last.id < row.id ? all.length : placeOf(row.id)
      const isKnown = all[at]?.id === row.id
      const isFound = matches(row)
      if (isFound || (isKnown && found[at])) shown = undefined
      all.splice(at, isKnown ? 1 : 0, row)
      found.splice(at, isKnown ? 1 : 0, isFound)
      // Cut in batches: shifting a long list at every row would cost more than the row.
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
