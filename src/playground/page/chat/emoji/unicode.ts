import { kept } from '../../live.js'
import type { Unicode } from './emojiList.js'

/** Unicode's emoji as the service names them; empty until they are there. */
export const unicodeEmoji = kept('/emoji', /^$/, [], ({ emoji }: { emoji: Unicode }) => emoji).value
