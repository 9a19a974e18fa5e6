import type { Message } from '../../../../protocol/index.js'
import { toggleReaction } from './actions/acts.js'
import { EmojiSign, pictured } from './emoji/EmojiSign.js'
import { gathered } from './gathered.js'
import { named } from './names.js'
import type { Session } from './session.js'
import type { ChatState } from './state.js'

/** Who reacted with what; each is joined, or taken back, by a click. */
export function Reactions({ message, session, state }: { message: Message; session: Session; state: ChatState }) {
  if (message.reactions.length === 0) return null
  return (
    <fieldset class="reactions" aria-label="Reactions">
      {gathered(message.reactions).map(({ key, name, code, type, userIds }) => {
        const isOwn = userIds.includes(state.ownId)
        const emoji = { name, code, type }
        const who = userIds.map((id) => named(state, id).name).join(', ')
        return (
          <button
            key={key}
            type="button"
            class="reaction"
            aria-pressed={isOwn}
            aria-label={`:${name}: ${userIds.length}, ${who}`}
            title={`:${name}: ${who}`}
            onClick={() => void toggleReaction(session.userId, message, emoji)}
          >
            <EmojiSign emoji={pictured(emoji, state.emoji)} />
            <span>{userIds.length}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
