import { ValidationError } from '@chat-adapter/shared'
import { defaultEmojiResolver, type EmojiValue, getEmoji } from 'chat'
import type { HeardReaction } from '../bot/index.js'
import { characterOf, emojiByCharacter } from '../protocol/emoji/byCharacter.js'

/** The server's name for an emoji, given by the Chat SDK's name, by the character itself, or by the server's own name. */
export function emojiNameOf(emoji: EmojiValue | string): string {
  const given = (typeof emoji === 'string' ? emoji : emoji.name).trim().replace(/^:(.+):$/, '$1')
  const found = emojiByCharacter(defaultEmojiResolver.toGChat(given))
  if (found !== undefined) return found.emoji_name
  if (/^[\w+-]+$/.test(given)) return given
  throw new ValidationError('zulip', `${JSON.stringify(given)} is no emoji. Give its name.`)
}

/** The emoji of a reaction as the Chat SDK knows it. */
export function emojiOf({ emojiName, emojiCode, reactionType }: HeardReaction): EmojiValue {
  const character = reactionType === 'unicode_emoji' ? characterOf(emojiCode) : undefined
  const known = character === undefined ? undefined : defaultEmojiResolver.fromGChat(character)
  return known === undefined || known.name === character ? getEmoji(emojiName) : known
}
