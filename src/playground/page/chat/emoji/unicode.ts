import { kept } from '../../liveAnswers.js'
import type { Unicode } from './emojiList.js'

/** Unicode's emoji by the server's names; empty until loaded. */
export const unicodeEmoji = kept('/emoji', /^$/, [], ({ emoji }: { emoji: Unicode }) => emoji).value
