import { english } from './english.js'
import type { Sentences } from './sentences.js'

/** What people type. */
export const wordNames = ['helpWord', 'cancelWord', 'approveWord', 'rejectWord', 'stopWord'] as const
export type WordName = (typeof wordNames)[number]

/** Whether a word that somebody wrote is this one, in English or the other language, whatever its case. */
export function isWord(sentences: Sentences, name: WordName, word: string | undefined): boolean {
  const alike = word?.toLowerCase()
  return alike !== undefined && (alike === english[name] || alike === sentences[name].toLowerCase())
}
