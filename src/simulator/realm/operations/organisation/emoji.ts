import type { Operation } from '../../operation.js'
import { customEmojiPath, customEmojiStillPath } from '../../organisation/emojiPath.js'
import type { StoredEmoji } from '../../state.js'
import type { World } from '../../world.js'

export const emojiOperations: { readonly 'emoji.list': Operation<'emoji.list'> } = {
  'emoji.list': ({ world }) => ({
    emoji: Object.fromEntries(
      [...world.state.emoji.values()].map((emoji) => [String(emoji.id), emojiShape(world, emoji)]),
    ),
  }),
}

export function emojiShape(world: World, emoji: StoredEmoji) {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: customEmojiPath(world, emoji),
    still_url: customEmojiStillPath(world, emoji),
    deactivated: emoji.deactivated,
    author_id: emoji.authorId,
  }
}
