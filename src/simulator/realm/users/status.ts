import { resolveEmoji } from '../organisation/emoji.js'
import { refuse } from '../refusal.js'
import type { Account, Emoji, Status } from '../state.js'
import type { World } from '../world.js'

/** What of a status is to be changed; empty text or an empty name clears. */
export interface StatusChange {
  readonly text: string | undefined
  readonly emojiName: string | undefined
  readonly emojiCode: string | undefined
  readonly reactionType: string | undefined
}

/** Changes an account's status and tells everybody what changed. @see spec 4.5 */
export function setStatus(world: World, account: Account, change: StatusChange): void {
  const { text, emojiName, emojiCode, reactionType } = change
  if (emojiName === undefined) {
    // Empty ones count as not sent.
    if (emojiCode || reactionType) refuse('emojiNameNeeded')
    if (text === undefined) refuse('noNewValues')
  }
  const emoji = newEmoji(world, account, change)
  const before = account.status
  account.status = status(text ?? before?.text ?? '', emoji)
  world.emit('user_status', 'everyone', {
    user_id: account.id,
    ...(text !== undefined && { status_text: text }),
    ...(emojiName !== undefined && {
      emoji_name: emoji?.name ?? '',
      emoji_code: emoji?.code ?? '',
      reaction_type: emoji?.type ?? 'unicode_emoji',
    }),
  })
}

/** A status as it is shown: what is not set is not there. The shape is assumed. */
export function statusShape(status: Status | undefined) {
  return {
    ...(status !== undefined && status.text !== '' && { status_text: status.text }),
    ...(status?.emoji !== undefined && {
      emoji_name: status.emoji.name,
      emoji_code: status.emoji.code,
      reaction_type: status.emoji.type,
    }),
  }
}

function newEmoji(world: World, account: Account, change: StatusChange): Emoji | undefined {
  const { emojiName: name, emojiCode: code, reactionType: type } = change
  if (name === undefined) return account.status?.emoji
  return name === '' ? undefined : resolveEmoji(world, { name, code, type })
}

/** A status of nothing is none. */
function status(text: string, emoji: Emoji | undefined): Status | undefined {
  return text === '' && emoji === undefined ? undefined : { text, emoji }
}
