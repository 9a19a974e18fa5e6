import { fold } from './fold.js'

/**
 * The candidate closest to a misspelt word, if any is close enough: within one typo for every three letters, at least one.
 * Both are folded. Of several equally close, the first. If none is, the only one that begins with the word.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  const typed = fold(word)
  const longer: string[] = []
  for (const candidate of candidates) {
    const wanted = fold(candidate)
    if (typed.length > 2 && wanted.startsWith(typed)) longer.push(candidate)
    const allowed = wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 3))
    if (Math.abs(wanted.length - typed.length) > allowed) continue
    const count = slips(typed, wanted)
    if (count <= allowed && count < fewest) {
      best = candidate
      fewest = count
    }
  }
  return best ?? (longer.length === 1 ? longer[0] : undefined)
}

/** Advice on a misspelt word: the candidate that was probably meant, or else this. */
export function meantOr(otherwise: string, word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates)
  return meant === undefined ? otherwise : `Did you mean ${meant}?`
}

/** Letters of a word that only look like those of the word that was meant: those of another alphabet. */
export function foreignLetters(word: string, meant: string): string[] {
  const isMeant = (letter: string) => alphabets.some((one) => one.test(letter) && one.test(meant))
  if (!alphabets.some((one) => one.test(meant))) return []
  return [...new Set(word)].filter((letter) => alphabets.some((one) => one.test(letter)) && !isMeant(letter))
}

const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Armenian}\p{Script=Cherokee}]/u,
]

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
