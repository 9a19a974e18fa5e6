import { customEmojiPath, customEmojiStillPath } from '../organisation/emoji.js'
import type { World } from '../world/world.js'

/** By ID. */
export function emojiShapes(world: World) {
  const shapes = [...world.state.emoji.values()].map((emoji) => {
    const { id, name, deactivated, author_id } = emoji
    const urls = { source_url: customEmojiPath(world, emoji), still_url: customEmojiStillPath(world, emoji) }
    return [id, { id: String(id), name, ...urls, deactivated, author_id }] as const
  })
  return Object.fromEntries(shapes)
}
