/** Puts what was probably meant in the place of a word that is wrong. */
export function corrected(
  sentence: string,
  place: { readonly start: number; readonly end: number },
  meant: string,
): string {
  const isPlain = /^[^\s",\\]+$/.test(meant)
  const word = isPlain ? meant : `"${meant.replace(/["\\]/g, '\\$&')}"`
  return `${sentence.slice(0, place.start)}${word}${sentence.slice(place.end)}`
}

/** What is wrong with a sentence, where the sentence itself stands beside it. */
export function problemText(message: string): string {
  const [, what = message] = /cannot be understood: (.*)$/s.exec(message) ?? []
  return what.charAt(0).toUpperCase() + what.slice(1)
}
