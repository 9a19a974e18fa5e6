import { useEffect } from 'preact/hooks'
import type { Message } from '../../../../protocol/index.js'
import type { Session } from './session.js'
import type { ChatState } from './state.js'

/** Milliseconds that a message is looked at until it counts as read. */
const lookedAt = 1_000

/** IDs of messages that the reader has marked as unread: looking at them is no reading, until they come back to them. */
const kept = new Set<number>()

export function keepUnread(id: number): void {
  kept.add(id)
}

/** Marks messages as read that somebody looks at: the newest, in the column that the keyboard is in. */
export function useReading(session: Session, state: ChatState, shown: readonly Message[], isLookedAt: boolean): void {
  const unread = shown.map(({ id }) => id).filter((id) => state.unread.has(id) && !kept.has(id))
  const key = isLookedAt ? String(unread) : ''
  useEffect(() => () => kept.clear(), [])
  useEffect(() => {
    if (key === '') return
    const waiting = setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      // One who may not read them any more, or does not answer, leaves them unread.
      session.call('POST', '/messages/flags', { messages: unread, op: 'add', flag: 'read' }).catch(() => {})
    }, lookedAt)
    return () => clearTimeout(waiting)
  }, [key, session])
}
