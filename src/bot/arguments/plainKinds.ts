import { durationKind } from './duration.js'
import type { Kinds } from './kinds.js'
import { integerKind, numberKind, quotedKind, urlKind, wordKind } from './words.js'

/** What every bot can read. */
export const plainKinds: Kinds<'word' | 'quoted' | 'integer' | 'number' | 'duration' | 'url'> = {
  word: wordKind,
  quoted: quotedKind,
  integer: integerKind,
  number: numberKind,
  duration: durationKind,
  url: urlKind,
}
