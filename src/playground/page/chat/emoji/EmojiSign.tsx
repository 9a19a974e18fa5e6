import type { CustomEmoji } from '../../../../protocol/index.js'
import { type Emoji, emojiText } from './emojiList.js'

type Shown = Pick<Emoji, 'name' | 'code' | 'type' | 'source'>

/** An emoji as it is drawn. */
export function EmojiSign({ emoji }: { emoji: Shown }) {
  const { name, source } = emoji
  const text = emojiText(emoji) ?? (source === undefined ? name : undefined)
  return <span class="emoji-sign">{text ?? <img src={source} alt={`:${name}:`} />}</span>
}

/** Adds the image to a custom emoji. */
export function pictured(emoji: Shown, custom: ReadonlyMap<string, CustomEmoji>): Shown {
  const own = emoji.type === 'realm_emoji' ? custom.get(emoji.code) : undefined
  return own ? { ...emoji, source: own.still_url || own.source_url } : emoji
}
