import { customEmojiPath, customEmojiStillPath } from '../organisation/emoji.js'
import type { StoredEmoji } from '../world/state.js'
import type { World } from '../world/world.js'

/** By ID. */
export function emojiShapes(world: World) {
  return Object.fromEntries([...world.state.emoji.values()].map((emoji) => [emoji.id, emojiShape(world, emoji)]))
}

function emojiShape(world: World, emoji: StoredEmoji) {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: customEmojiPath(world, emoji),
    still_url: customEmojiStillPath(world, emoji),
    deactivated: emoji.deactivated,
    author_id: emoji.authorId,
  }
}
