import { type CustomEmoji, type Emoji, emojiText } from './emojiList.js'

type Shown = Pick<Emoji, 'name' | 'code' | 'type' | 'source' | 'still'>

/** An emoji as it is seen; a moving one stands still where less movement is asked for. */
export function EmojiSign({ emoji }: { emoji: Shown }) {
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

/** An emoji with its picture, where it is one of the organisation's own. */
export function pictured(emoji: Shown, custom: ReadonlyMap<string, CustomEmoji>): Shown {
  const own = emoji.type === 'realm_emoji' ? custom.get(emoji.code) : undefined
  if (own === undefined) return emoji
  return { ...emoji, source: own.source_url, ...(own.still_url && { still: own.still_url }) }
}
