import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry } from '../../simulator/journal/entries.js'
import { onEntries } from './connection.js'
import { messageOf } from './notices.js'

/** What was answered last, or why there was no answer. */
export interface Live<Value> {
  readonly value?: Value
  readonly problem?: string
}

/**
 * What `ask` answers, asked again whenever something happens that may change it: an event of a type that `changes`
 * matches, another kind of journal entry that it matches, or a restored state. The old answer stays until there is a
 * new one; undefined before the first.
 */
export function useLive<Value>(
  ask: () => Promise<Value>,
  changes: Pick<RegExp, 'test'>,
  when: readonly unknown[],
): Live<Value> | undefined {
  const live = useSignal<Live<Value> | undefined>(undefined)
  useEffect(() => {
    let isGone = false
    let isAsking = false
    let isStale = false
    const look = async () => {
      isStale = true
      if (isAsking) return
      isAsking = true
      while (isStale && !isGone) {
        isStale = false
        const answered = await ask().then(
          (value) => ({ value }),
          (error: unknown) => ({ problem: messageOf(error) }),
        )
        if (!isGone) live.value = answered
        // Not more often than it can be read, however much happens.
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      isAsking = false
    }
    void look()
    const stop = onEntries((entries) => {
      if (entries.some((entry) => concerns(entry, changes))) void look()
    })
    return () => {
      isGone = true
      stop()
    }
  }, when)
  return live.value
}

function concerns(entry: JournalEntry, types: Pick<RegExp, 'test'>): boolean {
  if (/memory|level|change/.test(entry.kind)) return true
  return types.test(entry.kind === 'event' ? entry.event.type : entry.kind)
}
