import { EmojiSign, pictured } from '../emoji/EmojiSign.js'
import type { ChatState, Status } from '../state.js'

/** Somebody's status: its emoji and its text. */
export function StatusSign({ status, emoji }: { status: Status | undefined; emoji: ChatState['emoji'] }) {
  if (status === undefined) return null
  return (
    <span class="status" title={status.text}>
      {status.emoji && <EmojiSign emoji={pictured(status.emoji, emoji)} />}
      {status.text !== '' && <span class="status-text">{status.text}</span>}
    </span>
  )
}
