import { signal } from '@preact/signals'
import { openConversation } from './columns.js'
import type { Session } from './session.js'
import { connectedBot } from './Welcome.js'

const shelf = 'introduced'
const isRead = signal(localStorage.getItem(shelf) !== null)

/** On the first visit: what this is, and what to try. */
export function Intro({ session }: { session: Session }) {
  const state = session.state.value
  if (isRead.value || state === undefined) return null
  const bot = connectedBot(state)
  const you = state.people.get(session.userId)?.full_name ?? 'somebody'
  const close = () => {
    localStorage.setItem(shelf, 'yes')
    isRead.value = true
  }
  return (
    <section class="intro" aria-label="What this is">
      <div>
        <p>
          <strong>A chat server of your own, for trying bots.</strong> You are {you} here; choose anybody else at the
          top of a column, and open others beside it.
        </p>
        <p>
          {bot === undefined ? (
            <>
              No bot is connected yet. Run one with <code>earshot dev</code>, or set its address under Organisation.
            </>
          ) : (
            <>
              Try it: write <code>@**{bot.full_name}** hello</code> in a channel. What was posted to the bot, and what
              it answered, opens at the ✓ beside your message.
            </>
          )}
        </p>
      </div>
      <div class="intro-do">
        {bot !== undefined && (
          <button
            type="button"
            onClick={() => openConversation(session.userId, { kind: 'direct', userIds: [bot.user_id] })}
          >
            Write to {bot.full_name}
          </button>
        )}
        <button type="button" class="quiet" onClick={close}>
          Got it
        </button>
      </div>
    </section>
  )
}
