import { hasFeature, newestFeatureLevel } from '../levels/features.js'
import { emojiCode, withoutSkinTone } from './emojiCode.js'
import { type UnicodeEmojiTable, unicodeEmoji } from './unicodeEmoji.js'

export interface EmojiOptions {
  /** Of the server, since newer servers have other names: what `client.featureLevel()` returns. (default: the newest) */
  readonly featureLevel?: number
}

/** An emoji with the names of the API, as calls and reactions have it. */
export interface EmojiByCharacter {
  readonly emoji_name: string
  /** Its code points in hexadecimal, joined by dashes. */
  readonly emoji_code: string
  readonly reaction_type: 'unicode_emoji'
}

/**
 * The emoji that is written with these characters; with a skin tone, the one without. Undefined if servers have no such emoji.
 *
 * @example
 * const emoji = emojiByCharacter('🎉')
 * if (emoji !== undefined) await client.reactions.add({ message_id, ...emoji })
 */
export function emojiByCharacter(characters: string, options: EmojiOptions = {}): EmojiByCharacter | undefined {
  const emoji_code = emojiCode(withoutSkinTone(characters))
  const emoji_name = tableFor(options).names.get(emoji_code)?.[0]
  return emoji_name === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
}

/**
 * The characters of an emoji, by any of its names or by its code, such as `tada` or `1f389`. Undefined if servers have no such
 * emoji of Unicode.
 *
 * @example characterOf('tada') // '🎉'
 */
export function characterOf(nameOrCode: string, options: EmojiOptions = {}): string | undefined {
  const { byName, names } = tableFor(options)
  const code = byName.get(nameOrCode)?.code ?? (names.has(nameOrCode) ? nameOrCode : undefined)
  return code
    ?.split('-')
    .map((part) => asPicture(String.fromCodePoint(Number.parseInt(part, 16))))
    .join('')
}

/** With a variation selector where the character alone may be shown as text. */
function asPicture(character: string): string {
  return /^\p{Emoji}$/u.test(character) && !/^\p{Emoji_Presentation}$/u.test(character)
    ? `${character}\ufe0f`
    : character
}

function tableFor({ featureLevel = newestFeatureLevel }: EmojiOptions): UnicodeEmojiTable {
  return hasFeature(featureLevel, 'newerEmojiNames') ? unicodeEmoji.newer : unicodeEmoji.older
}
