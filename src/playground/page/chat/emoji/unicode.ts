import { kept } from '../../live.js'
import type { Unicode } from './emojiList.js'

/** Unicode's emoji by the service's names; empty until loaded. */
export const unicodeEmoji = kept('/emoji', /^$/, [], ({ emoji }: { emoji: Unicode }) => emoji).value
