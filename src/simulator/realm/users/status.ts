import type { ReadParams } from '../../../protocol/index.js'
import { resolveEmoji } from '../organisation/emoji.js'
import { refuse } from '../world/refusal.js'
import type { Account } from '../world/state.js'
import type { World } from '../world/world.js'

/** Sets the text, the emoji or both; an empty text or name clears it. */
export function setStatus(world: World, account: Account, change: ReadParams<'users.setOwnStatus'>): void {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = change
  const text = change.status_text?.trim()
  if (name === undefined) {
    // The server treats empty ones as missing.
    if (code || type) refuse('emojiNameNeeded')
    if (text === undefined) refuse('noNewValues')
  }
  const before = account.status
  const chosen = name ? resolveEmoji(world, { name, code, type }) : undefined
  const emoji = name === undefined ? before?.emoji : chosen
  const newText = text ?? before?.text ?? ''
  account.status = newText === '' && emoji === undefined ? undefined : { text: newText, emoji }
  world.emit('user_status', 'everyone', {
    user_id: account.id,
    ...(text !== undefined && { status_text: text }),
    ...(name !== undefined && {
      emoji_name: emoji?.name ?? '',
      emoji_code: emoji?.code ?? '',
      reaction_type: emoji?.type ?? 'unicode_emoji',
    }),
  })
}
