import { asCode, foreignLetters } from '../../text/index.js'
import type { Sentences } from '../sentences/sentences.js'

/** What to add to a suggestion that looks like what was typed; empty if people can see the difference. */
export function lookalikes(typed: string, meant: string, sentences: Sentences): string {
  const letters = foreignLetters(typed, meant)
  return letters.length > 0 && letters.length < 6 ? ` ${sentences.foreignLetters(letters.map(asCode))}` : ''
}
