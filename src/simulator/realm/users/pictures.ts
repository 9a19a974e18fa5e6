import { customEmojiPath, customEmojiStillPath } from '../organisation/emojiPath.js'
import type { World } from '../world.js'

/** A picture that was uploaded, or what to draw where nobody has. */
export type Picture =
  | { readonly kind: 'uploaded'; readonly file: Blob; readonly isStill: boolean }
  | { readonly kind: 'drawn'; readonly name: string; readonly id: number; readonly moves: boolean }

/** A custom emoji, moving or still, somebody's picture, or the organisation's icon, by its path. */
export function pictureAt(world: World, path: string): Picture | undefined {
  for (const emoji of world.state.emoji.values()) {
    const isStill = customEmojiStillPath(world, emoji) === path
    if (!isStill && customEmojiPath(world, emoji) !== path) continue
    const { id, name, picture, animated } = emoji
    if (picture !== undefined) return { kind: 'uploaded', file: picture, isStill }
    return { kind: 'drawn', id, name, moves: animated && !isStill }
  }
  for (const { id, fullName, avatar } of world.state.accounts.values()) {
    if (avatar?.replace(/\?.*$/s, '') === path) return { kind: 'drawn', id, name: fullName, moves: false }
  }
  const { id, name } = world.state.realm
  return path === `/user_avatars/${id}/realm/icon.png` ? { kind: 'drawn', id, name, moves: false } : undefined
}
