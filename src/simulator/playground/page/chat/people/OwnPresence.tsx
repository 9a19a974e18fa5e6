import { attempt, tell } from '../../notices.js'
import type { CardProps } from './CardProps.js'
import { presenceOf } from './presence.js'
import { nowInTens } from './time.js'

/** Reports one's own presence, as a client does while somebody is at it. */
export function OwnPresence({ session, state }: CardProps) {
  const now = presenceOf(state.presences.get(state.ownId), nowInTens.value, state.limits.offlineAfter)
  const report = (status: 'active' | 'idle') =>
    attempt(async () => {
      await session.call('POST', '/users/me/presence', { status, ping_only: true, new_user_input: status === 'active' })
      tell('done', `Reported as ${status}.`)
    })
  return (
    <div class="card-form">
      <fieldset class="buttons">
        <legend>Presence</legend>
        <button type="button" aria-pressed={now === 'active'} onClick={() => void report('active')}>
          Report as active
        </button>
        <button type="button" aria-pressed={now === 'idle'} onClick={() => void report('idle')}>
          Report as idle
        </button>
      </fieldset>
      <p class="small quiet-text">
        The server takes no notice of a report within a minute of another, unless somebody who was idle is active again.
        Without reports, you are gone after {state.limits.offlineAfter} seconds.
      </p>
    </div>
  )
}
