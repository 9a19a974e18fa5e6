/** Pairs the items of two lists in order, so that as many as possible fit; the others are alone. */
export function align<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  fits: (one: One, other: Other) => boolean,
): readonly (readonly [one: One, other: Other] | readonly [one: One] | readonly [one: undefined, other: Other])[] {
  const table = ones.map((one) => others.map((other) => fits(one, other)))
  /** How many fit from these on. */
  const best = Array.from({ length: ones.length + 1 }, () => new Array<number>(others.length + 1).fill(0))
  const bestAt = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = ones.length - 1; i >= 0; i -= 1) {
    const row = best[i] ?? []
    for (let j = others.length - 1; j >= 0; j -= 1) {
      const both = table[i]?.[j] ? 1 + bestAt(i + 1, j + 1) : 0
      row[j] = Math.max(both, bestAt(i + 1, j), bestAt(i, j + 1))
    }
  }
  const pairs: ([One, Other] | [One] | [undefined, Other])[] = []
  for (let [i, j] = [0, 0]; i < ones.length || j < others.length; ) {
    const [one, other] = [ones[i] as One, others[j] as Other]
    if (table[i]?.[j] && bestAt(i, j) === 1 + bestAt(i + 1, j + 1)) {
      pairs.push([one, other])
      i += 1
      j += 1
    } else if (i < ones.length && (j >= others.length || bestAt(i + 1, j) >= bestAt(i, j + 1))) {
      pairs.push([one])
      i += 1
    } else {
      pairs.push([undefined, other])
      j += 1
    }
  }
  return pairs
}
