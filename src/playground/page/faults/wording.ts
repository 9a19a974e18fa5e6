/** A stretch of a sentence, for what is drawn differently. */
export interface Piece {
  readonly text: string
  readonly kind: 'plain' | 'wrong'
}

/** A sentence that is being written, with the stretch marked that is wrong. */
export function marked(
  sentence: string,
  place: { readonly start: number; readonly end: number } | null,
): readonly Piece[] {
  if (place === null || place.start >= place.end) return sentence === '' ? [] : [{ text: sentence, kind: 'plain' }]
  const pieces: Piece[] = [
    { text: sentence.slice(0, place.start), kind: 'plain' },
    { text: sentence.slice(place.start, place.end), kind: 'wrong' },
    { text: sentence.slice(place.end), kind: 'plain' },
  ]
  return pieces.filter(({ text }) => text !== '')
}

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
