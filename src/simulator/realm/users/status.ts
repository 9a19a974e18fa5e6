import type { ReadParams } from '../../../protocol/index.js'
import { resolveEmoji } from '../organisation/emoji.js'
import { refuse } from '../world/refusal.js'
import type { Account, Emoji, Status } from '../world/state.js'
import type { World } from '../world/world.js'

/** Sets the text, the emoji or both; an empty text or name clears it. */
export function setStatus(world: World, account: Account, change: ReadParams<'users.setOwnStatus'>): void {
  const { emoji_name, emoji_code, reaction_type } = change
  const text = change.status_text?.trim()
  if (emoji_name === undefined) {
    // The server treats empty ones as missing.
    if (emoji_code || reaction_type) refuse('emojiNameNeeded')
    if (text === undefined) refuse('noNewValues')
  }
  const { status_text, ...emojiBefore } = account.status ?? {}
  const chosen = emoji_name ? resolveEmoji(world, { emoji_name, emoji_code, reaction_type }) : {}
  account.status = statusOf(text ?? status_text, emoji_name === undefined ? emojiBefore : chosen)
  world.emit('user_status', 'everyone', {
    user_id: account.id,
    ...(text !== undefined && { status_text: text }),
    ...(emoji_name !== undefined && { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji', ...chosen }),
  })
}

/** Undefined if there is neither text nor emoji. */
export function statusOf(text: string | undefined, emoji: Partial<Emoji>): Status | undefined {
  const status = { ...(text && { status_text: text }), ...emoji }
  return Object.keys(status).length === 0 ? undefined : status
}
