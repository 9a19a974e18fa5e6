/**
 * The candidate closest to a misspelt word, if any is close enough: within one typo for every three letters, at least one.
 * Ignores case. Of several equally close, the first.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const allowed = candidate.length < 3 ? 0 : Math.max(1, Math.floor(candidate.length / 3))
    if (Math.abs(candidate.length - word.length) > allowed) continue
    const count = slips(word.toLowerCase(), candidate.toLowerCase())
    if (count <= allowed && count < fewest) {
      best = candidate
      fewest = count
    }
  }
  return best
}

/**
 * The number of typos between two words: a letter omitted, added, replaced, or swapped with the next. No letter is changed
 * twice (the "optimal string alignment" variant of the Damerau-Levenshtein distance).
 */
export function slips(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}

/** The names of all options, as a table that the compiler checks against their interface. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

export interface UnknownOption {
  readonly name: string
  /** Suggests what to write instead. */
  readonly advice: string
}

/** The first option with an unknown name, if there is one. Options that are undefined are ignored. */
export function unknownOption(options: object, known: Readonly<Record<string, true>>): UnknownOption | undefined {
  const names = Object.keys(known)
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(known, name) || value === undefined) continue
    const meant = nearest(name, names)
    return { name, advice: meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean \`${meant}\`?` }
  }
  return undefined
}

/** @param called The function that takes the options. @throws {TypeError} `invalid_option` for an unknown option. */
export function refuseUnknownOptions(called: string, options: object, known: Readonly<Record<string, true>>): void {
  const unknown = unknownOption(options, known)
  if (unknown === undefined) return
  const problem = new TypeError(`${called} has no option \`${unknown.name}\`. ${unknown.advice}`)
  throw Object.assign(problem, { code: 'invalid_option' })
}
