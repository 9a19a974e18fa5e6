/** The name that was probably meant: at most two letters away, and not most of the word. Undefined if none is near. */
export function nearMiss(written: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, distance: lettersApart(written.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= 2 && distance * 2 < name.length)
    .sort((one, other) => one.distance - other.distance)
  return ranked[0]?.name
}

/** How many letters have to be changed, added or dropped to get from one word to the other. */
function lettersApart(one: string, other: string): number {
  // A name that is far too long is no near miss, and not worth the time.
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, letterThere] of [...other].entries()) {
      const kept = (row[column] ?? 0) + (letter === letterThere ? 0 : 1)
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
