import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type ChatPlace, isIn } from './place.js'
import type { ChatSession } from './session.js'
import type { ChatState } from './state.js'

/** Milliseconds after which a visible message counts as read. */
const lookedAt = 1_000

/** Marks a place as read while its newest messages are shown: at once what arrives meanwhile, soon what was there before. */
export function useReading(session: ChatSession, state: ChatState, place: ChatPlace, isLookedAt: boolean): void {
  const unread = isLookedAt ? [...state.unread].flatMap(([id, one]) => (isIn(one.place, place) ? [id] : [])) : []
  /** What was unread when the reader began to look. */
  const before = useRef<ReadonlySet<number> | undefined>(undefined)
  useLayoutEffect(() => {
    if (!isLookedAt || document.visibilityState !== 'visible') before.current = undefined
    else if (before.current === undefined) before.current = new Set(unread)
    else {
      const { current } = before
      const fresh = unread.filter((id) => !current.has(id))
      if (fresh.length > 0) session.markRead(fresh)
    }
  }, [String(unread), isLookedAt, session])
  useEffect(() => {
    if (unread.length === 0) return
    const waiting = setTimeout(() => {
      if (document.visibilityState === 'visible') session.markRead(unread)
    }, lookedAt)
    return () => clearTimeout(waiting)
  }, [String(unread), session])
}
