import type { Message } from '../../../../protocol/index.js'
import { attempt } from '../notices.js'
import { EmojiSign } from './emoji/EmojiSign.js'
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
        const own = type === 'realm_emoji' ? state.emoji.get(code) : undefined
        const emoji = {
          ...{ name, code, type },
          ...(own && { source: own.source_url }),
          ...(own?.still_url && { still: own.still_url }),
        }
        const who = userIds.map((id) => named(state, id).name).join(', ')
        const press = () =>
          attempt(() =>
            session.call(isOwn ? 'DELETE' : 'POST', `/messages/${message.id}/reactions`, {
              ...{ emoji_name: name, emoji_code: code, reaction_type: type },
            }),
          )
        return (
          <button
            key={key}
            type="button"
            class="reaction"
            aria-pressed={isOwn}
            aria-label={`:${name}: ${userIds.length}, ${who}`}
            title={`:${name}: ${who}`}
            onClick={() => void press()}
          >
            <EmojiSign emoji={emoji} />
            <span>{userIds.length}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
