import { named } from './names.js'
import type { Place } from './place.js'
import type { Session } from './session.js'

/** Who is writing; muted people are not shown to. */
export function Typing({ session, place }: { session: Session; place: Place }) {
  const state = session.state.value
  const ids = session.typing(place).filter((id) => state !== undefined && !state.mutedUsers.has(id))
  if (state === undefined || ids.length === 0) return null
  const names = ids.map((id) => named(state, id).name)
  return (
    <p class="typing small quiet-text" role="status">
      {names.length > 3
        ? 'Several people are writing …'
        : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} writing …`}
    </p>
  )
}
