import { emojiNames } from './emojiNames.js'

export interface UnicodeEmoji {
  /** The name that is shown. */
  readonly name: string
  readonly code: string
}

const rows = emojiNames
  .split(/[;\n]/)
  .map((row) => row.trim().split(' '))
  .flatMap(([code = '', ...names]) => (names[0] === undefined ? [] : [{ code, names, name: names[0] }]))

/** By every name. */
export const unicodeEmojiByName: ReadonlyMap<string, UnicodeEmoji> = new Map(
  rows.flatMap(({ code, name, names }) => names.map((one) => [one, { name, code }])),
)

/** By code: all names. */
export const unicodeEmojiNames: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(({ code, names }) => [code, names]),
)
