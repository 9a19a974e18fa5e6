import { fold, withoutSigns } from '../../text/index.js'
import { english } from './english.js'
import type { Sentences } from './sentences.js'

/** What people type. */
export const wordNames = ['helpWord', 'cancelWord', 'approveWord', 'rejectWord', 'stopWord'] as const
export type WordName = (typeof wordNames)[number]

/** Whether a word that somebody wrote is this one, in English or the other language, perhaps with signs around it. */
export function isWord(sentences: Sentences, name: WordName, word: string | undefined): boolean {
  const typed = withoutSigns(fold(word ?? ''))
  return typed !== '' && (typed === english[name] || typed === fold(sentences[name]))
}
