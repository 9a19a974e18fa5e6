import { useEffect } from 'preact/hooks'
import { isIn, type Place } from './place.js'
import type { Session } from './session.js'
import type { ChatState } from './state.js'

/** Milliseconds that a message is looked at until it counts as read. */
const lookedAt = 1_000

/** Marks everything in a place as read that somebody looks at: its newest messages, in the column that has the focus. */
export function useReading(session: Session, state: ChatState, place: Place, isLookedAt: boolean): void {
  const unread = isLookedAt ? [...state.unread].flatMap(([id, one]) => (isIn(one.place, place) ? [id] : [])) : []
  useEffect(() => {
    if (unread.length === 0) return
    const waiting = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      // Somebody who may not read them any more, or whose server doesn't answer, leaves them unread.
      session.call('POST', '/messages/flags', { messages: unread, op: 'add', flag: 'read' }).catch(() => {})
    }, lookedAt)
    return () => clearTimeout(waiting)
  }, [String(unread), session])
}
