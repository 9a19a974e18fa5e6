import type { StoredEmoji } from '../state.js'
import type { World } from '../world.js'

/** Where the picture of a custom emoji is, below the organisation's address. */
export function customEmojiPath(world: World, { id, animated }: StoredEmoji): string {
  return `${folder(world)}/${id}.${animated ? 'gif' : 'png'}`
}

/** Where the first frame of an animated emoji is; null for others. */
export function customEmojiStillPath(world: World, { id, animated }: StoredEmoji): string | null {
  return animated ? `${folder(world)}/still/${id}.png` : null
}

function folder(world: World): string {
  return `/user_avatars/${world.state.realm.id}/emoji/images`
}
