import type { Operation } from '../operation.js'
import type { StoredEmoji } from '../state.js'
import type { World } from '../world.js'

export const emojiOperations = {
  'emoji.list': ({ world }) => ({
    emoji: Object.fromEntries([...world.state.emoji.values()].map((emoji) => [String(emoji.id), shape(world, emoji)])),
  }),
} satisfies { 'emoji.list': Operation<'emoji.list'> }

function shape(world: World, emoji: StoredEmoji) {
  return {
    id: String(emoji.id),
    name: emoji.name,
    source_url: emojiPath(world, emoji),
    still_url: emoji.animated ? emojiPath(world, emoji, 'still/') : null,
    deactivated: emoji.deactivated,
    author_id: emoji.authorId,
  }
}

/** Where the picture of a custom emoji is, below the organisation's address. */
export function emojiPath(world: World, emoji: StoredEmoji, folder = ''): string {
  const extension = emoji.animated && folder === '' ? 'gif' : 'png'
  return `/user_avatars/${world.state.realm.id}/emoji/images/${folder}${emoji.id}.${extension}`
}
