import { organisation } from '../organisation.js'
import { openConversation } from './columns.js'
import type { Place } from './place.js'
import type { Session } from './session.js'
import type { ChatState } from './state.js'

/** What stands where nothing was said yet: what can be said there. */
export function Welcome({ state, place, session }: { state: ChatState; place: Place; session: Session }) {
  const bot = connectedBot(state)
  const isWithBot = place.kind === 'direct' && place.userIds.some((id) => state.people.get(id)?.is_bot)
  return (
    <div class="welcome">
      <h3>Nothing was said here yet</h3>
      {isWithBot ? (
        <p>Every message here is posted to the bot. Write one, and see what it answers.</p>
      ) : bot === undefined ? (
        <p>Write the first message. When a bot is connected, mention it and it answers here.</p>
      ) : (
        <>
          <p>
            Write the first message. A bot hears what mentions it, such as <code>@**{bot.full_name}** hello</code>.
          </p>
          <button
            type="button"
            onClick={() => openConversation(session.userId, { kind: 'direct', userIds: [bot.user_id] })}
          >
            Write to {bot.full_name} alone
          </button>
        </>
      )}
    </div>
  )
}

/** The first bot that hears what is said to it. */
export function connectedBot(state: Pick<ChatState, 'people'>) {
  return organisation.value.bots.find(
    ({ user_id, address, is_active }) => is_active && address !== null && state.people.has(user_id),
  )
}
