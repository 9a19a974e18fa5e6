/** The same things with one of them in another place; places outside are the nearest inside. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): readonly Thing[] {
  const rest = things.toSpliced(from, 1)
  const place = Math.max(0, Math.min(rest.length, to))
  return things.slice(from, from + 1).length === 0 ? things : rest.toSpliced(place, 0, ...things.slice(from, from + 1))
}
