/** Rows that a query matches by name: exact, then prefix, then prefix of a word, then anywhere. */
export function ranked<Row>(
  rows: readonly Row[],
  query: string,
  namesOf: (row: Row) => readonly string[],
  lead: (row: Row) => number = () => 0,
): readonly Row[] {
  const wanted = query.trim().toLowerCase()
  const rankOf = (name: string) => {
    const at = name.indexOf(wanted)
    if (at <= 0) return at < 0 ? none : Number(name !== wanted)
    return /[\s_.'-]/.test(name[at - 1] ?? '') ? 2 : 3
  }
  return rows
    .map((row) => ({ row, rank: Math.min(...namesOf(row).map((name) => rankOf(name.toLowerCase()))) }))
    .filter(({ rank }) => rank < none)
    .map(({ row, rank }) => ({ row, rank: rank * 10 + lead(row) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row)
}

const none = 4
