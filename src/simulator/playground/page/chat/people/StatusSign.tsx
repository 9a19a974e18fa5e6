import { EmojiSign } from '../emoji/EmojiSign.js'
import type { ChatState, Status } from '../state.js'

/** Somebody's status: its emoji and its text. */
export function StatusSign({ status, emoji }: { status: Status | undefined; emoji: ChatState['emoji'] }) {
  if (status === undefined) return null
  const sign = status.emoji
  const own = sign?.type === 'realm_emoji' ? emoji.get(sign.code) : undefined
  return (
    <span class="status" title={status.text}>
      {sign && (
        <EmojiSign
          emoji={{ ...sign, ...(own && { source: own.source_url }), ...(own?.still_url && { still: own.still_url }) }}
        />
      )}
      {status.text !== '' && <span class="status-text">{status.text}</span>}
    </span>
  )
}
