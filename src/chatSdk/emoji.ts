import { ValidationError } from '@chat-adapter/shared'
import { defaultEmojiResolver, type EmojiValue, getEmoji } from 'chat'
import emojiNames from '../simulator/realm/organisation/emojiNames.json' with { type: 'json' }

/** The server's name for an emoji: given by the Chat SDK's name, by the character itself, or by the server's own name. */
export function emojiNameOf(emoji: EmojiValue | string): string {
  const given = String(typeof emoji === 'string' ? emoji : emoji.name)
    .trim()
    .replace(/^:(.+):$/, '$1')
  const character = defaultEmojiResolver.toGChat(given)
  const name = nameOfCharacter(character) ?? (/^[\w+-]+$/.test(given) ? given : undefined)
  if (name === undefined) throw new ValidationError('zulip', `${JSON.stringify(given)} is no emoji. Give its name.`)
  return name
}

/** An emoji of a reaction as the Chat SDK knows it. */
export function emojiOf(reaction: {
  readonly emojiName: string
  readonly emojiCode: string
  readonly reactionType: string
}): EmojiValue {
  if (reaction.reactionType !== 'unicode_emoji') return getEmoji(reaction.emojiName)
  const points = reaction.emojiCode.split('-').map((code) => Number.parseInt(code, 16))
  const known = defaultEmojiResolver.fromGChat(String.fromCodePoint(...points))
  return known.name === String.fromCodePoint(...points) ? getEmoji(reaction.emojiName) : known
}

function nameOfCharacter(character: string): string | undefined {
  const code = [...character]
    .filter((one) => one !== '\uFE0F')
    .map((one) => one.codePointAt(0)?.toString(16).padStart(4, '0'))
    .join('-')
  return (emojiNames as Readonly<Record<string, readonly string[]>>)[code]?.[0]
}
