import { type Emoji, emojiText } from './emojiList.js'

/** An emoji as it is seen; a moving one stands still where less movement is asked for. */
export function EmojiSign({ emoji }: { emoji: Pick<Emoji, 'name' | 'code' | 'type' | 'source' | 'still'> }) {
  const text = emojiText(emoji)
  if (text !== undefined) return <span class="emoji-sign">{text}</span>
  const { name, source, still } = emoji
  if (source === undefined) return <span class="emoji-sign emoji-word">{name}</span>
  return (
    <picture class="emoji-sign">
      {still !== undefined && <source srcset={still} media="(prefers-reduced-motion: reduce)" />}
      <img src={source} alt={`:${name}:`} />
    </picture>
  )
}
