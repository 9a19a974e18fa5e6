import { durationKind } from './duration.js'
import type { Kinds } from './kinds.js'
import { integerKind, quotedKind, urlKind, wordKind } from './words.js'

/** What every bot can read. */
export const plainKinds: Kinds<'word' | 'quoted' | 'integer' | 'duration' | 'url'> = {
  word: wordKind,
  quoted: quotedKind,
  integer: integerKind,
  duration: durationKind,
  url: urlKind,
}
