/** The name that a misspelt one most likely meant, if any is near: one slip for every three letters. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const name of names) {
    const allowed = Math.max(1, Math.floor(name.length / 3))
    if (Math.abs(name.length - written.length) > allowed) continue
    const count = slips(written.toLowerCase(), name.toLowerCase())
    if (count <= allowed && count < fewest) {
      nearest = name
      fewest = count
    }
  }
  return nearest
}

/** How many letters are to be added, dropped, changed, or swapped with the next, to come from one word to the other. */
function slips(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let column = 1; column <= other.length; column += 1) {
      const kept = (last[column - 1] ?? 0) + (one[at - 1] === other[column - 1] ? 0 : 1)
      const isSwapped = at > 1 && one[at - 1] === other[column - 2] && one[at - 2] === other[column - 1]
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : kept
      row.push(Math.min(kept, swapped, (last[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
