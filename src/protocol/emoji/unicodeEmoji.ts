import emojiNames from './emojiNames.json' with { type: 'json' }
import newerEmojiNames from './newerEmojiNames.json' with { type: 'json' }

/** An emoji of Unicode. */
interface UnicodeEmoji {
  /** The name that is displayed. */
  readonly name: string
  /** Its code points in hexadecimal, joined by dashes, without variation selectors. */
  readonly code: string
}

/** The names of Unicode's emoji at one level. */
export interface UnicodeEmojiTable {
  /** By each of its names. */
  readonly byName: ReadonlyMap<string, UnicodeEmoji>
  /** All names by code, the displayed one first. */
  readonly names: ReadonlyMap<string, readonly string[]>
}

function tableOf(names: ReadonlyMap<string, readonly string[]>): UnicodeEmojiTable {
  const byName = [...names].flatMap(([code, all]) => all.map((one) => [one, { name: all[0] ?? one, code }] as const))
  return { names, byName: new Map(byName) }
}

const older = tableOf(new Map(Object.entries(emojiNames)))
/** Where newer servers have other names. */
const newer = tableOf(new Map(Object.entries({ ...emojiNames, ...newerEmojiNames })))

/** The table of servers that have the feature `newerEmojiNames`, or of older ones. */
export const unicodeEmoji = { newer, older } as const
