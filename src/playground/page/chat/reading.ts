import { useEffect } from 'preact/hooks'
import { isIn, type Place } from './place.js'
import type { Session } from './session.js'
import type { ChatState } from './state.js'

/** Milliseconds after which a visible message counts as read. */
const lookedAt = 1_000

/** Marks a place as read while its newest messages are shown. */
export function useReading(session: Session, state: ChatState, place: Place, isLookedAt: boolean): void {
  const unread = isLookedAt ? [...state.unread].flatMap(([id, one]) => (isIn(one.place, place) ? [id] : [])) : []
  useEffect(() => {
    if (unread.length === 0) return
    const waiting = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      // They stay unread if the call fails.
      session.call('POST', '/messages/flags', { messages: unread, op: 'add', flag: 'read' }).catch(() => {})
    }, lookedAt)
    return () => clearTimeout(waiting)
  }, [String(unread), session])
}
