/** Replaces a wrong word with the suggestion. */
export function corrected(
  sentence: string,
  place: { readonly start: number; readonly end: number },
  meant: string,
): string {
  const isPlain = /^[^\s",\\]+$/.test(meant)
  const word = isPlain ? meant : `"${meant.replace(/["\\]/g, '\\$&')}"`
  return `${sentence.slice(0, place.start)}${word}${sentence.slice(place.end)}`
}

/** The error in a sentence, for display beside the sentence. */
export function problemText(message: string): string {
  const [, what = message] = /cannot be understood: (.*)$/s.exec(message) ?? []
  return what.charAt(0).toUpperCase() + what.slice(1)
}
