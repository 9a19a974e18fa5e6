import type { Bindings } from '../../transcript/placeholders.js'
import type { Seen } from '../../transcript/seen.js'
import { type Expected, matches, type Same } from './match.js'

/** How what was expected lies beside what was seen: the same, only one of them, or one in the place of the other. */
export type Pair =
  | { readonly expected: Expected; readonly seen: Seen; readonly fits: boolean }
  | { readonly expected: Expected; readonly seen?: undefined }
  | { readonly expected?: undefined; readonly seen: Seen }

/**
 * Lays what was expected beside what was seen, so that as much as possible fits, in order. What does not fit is paired
 * with what is of its kind and stands in its place.
 */
export function align(
  expected: readonly Expected[],
  seen: readonly Seen[],
  bindings: Bindings,
  same: Same,
): { readonly pairs: readonly Pair[]; readonly bindings: Bindings } {
  const fits = expected.map((one) => seen.map((other) => matches(one, other, bindings, same) !== undefined))
  /** How many fit from these on. */
  const best = Array.from({ length: expected.length + 1 }, () => new Array<number>(seen.length + 1).fill(0))
  for (let i = expected.length - 1; i >= 0; i -= 1) {
    for (let j = seen.length - 1; j >= 0; j -= 1) {
      const both = fits[i]?.[j] ? 1 + (best[i + 1]?.[j + 1] ?? 0) : 0
      at(best, i)[j] = Math.max(both, best[i + 1]?.[j] ?? 0, best[i]?.[j + 1] ?? 0)
    }
  }

  const pairs: Pair[] = []
  let found = bindings
  let missing: Expected[] = []
  let extra: Seen[] = []
  const settle = () => {
    pairs.push(...paired(missing, extra))
    missing = []
    extra = []
  }
  let [i, j] = [0, 0]
  while (i < expected.length || j < seen.length) {
    const [one, other] = [expected[i], seen[j]]
    if (one && other && fits[i]?.[j] && best[i]?.[j] === 1 + (best[i + 1]?.[j + 1] ?? 0)) {
      settle()
      const now = matches(one, other, found, same)
      // What a name stands for is told by the first that has it; what says otherwise later does not fit.
      pairs.push({ expected: one, seen: other, fits: now !== undefined })
      found = now ?? found
      i += 1
      j += 1
    } else if (one && (other === undefined || (best[i + 1]?.[j] ?? 0) >= (best[i]?.[j + 1] ?? 0))) {
      missing.push(one)
      i += 1
    } else if (other) {
      extra.push(other)
      j += 1
    }
  }
  settle()
  return { pairs, bindings: found }
}

/** Pairs those of a kind in their order; the others stand alone. */
function paired(missing: readonly Expected[], extra: readonly Seen[]): readonly Pair[] {
  const pairs: Pair[] = []
  let next = 0
  for (const expected of missing) {
    const at = extra.findIndex((seen, index) => index >= next && seen.kind === expected.deed.kind)
    if (at < 0) {
      pairs.push({ expected })
      continue
    }
    for (const seen of extra.slice(next, at)) pairs.push({ seen })
    const seen = extra[at]
    if (seen !== undefined) pairs.push({ expected, seen, fits: false })
    next = at + 1
  }
  return [...pairs, ...extra.slice(next).map((seen) => ({ seen }))]
}

function at(rows: number[][], index: number): number[] {
  return rows[index] ?? []
}
