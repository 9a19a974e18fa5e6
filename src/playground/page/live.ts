import { type ReadonlySignal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry } from '../../simulator/journal/entries.js'
import { onEntries, onReconnected } from './connection.js'
import { messageOf } from './notices.js'
import { control } from './simulator.js'

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
  useEffect(() => looking(ask, changes, (now) => (live.value = now)), when)
  return live.value
}

/** Keeps an answer of the control API up to date, as `useLive` does, while anything shows it; it is `first` until there is one, and stays where there is none. */
export function kept<Answer, Value>(
  path: string,
  changes: Pick<RegExp, 'test'>,
  first: Value,
  read: (answer: Answer) => Value,
) {
  const ask = async () => read(await control<Answer>('GET', path))
  let stop = () => {}
  const state = signal(first, {
    watched() {
      stop = looking(ask, changes, (now) => {
        if ('value' in now) state.value = now.value
      })
    },
    unwatched: () => stop(),
  })
  return {
    value: state as ReadonlySignal<Value>,
    /** Takes on an answer that came otherwise. */
    tell(answer: Value): void {
      state.value = answer
    },
    refresh: async () => {
      // That the simulator does not answer, the connection's own sign says.
      state.value = await ask().catch(() => state.peek())
    },
  }
}

/** Asks now, and whenever something happens that matters. Gives back how to stop. */
function looking<Value>(
  ask: () => Promise<Value>,
  changes: Pick<RegExp, 'test'>,
  tell: (live: { readonly value: Value } | { readonly problem: string }) => void,
): () => void {
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
      if (!isGone) tell(answered)
      // Not more often than it can be read, however much happens.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    isAsking = false
  }
  void look()
  const stopEntries = onEntries((entries) => {
    if (entries.some((entry) => concerns(entry, changes))) void look()
  })
  const stopConnection = onReconnected(() => void look())
  return () => {
    isGone = true
    stopEntries()
    stopConnection()
  }
}

function concerns(entry: JournalEntry, types: Pick<RegExp, 'test'>): boolean {
  if (/memory|level|change/.test(entry.kind)) return true
  return types.test(entry.kind === 'event' ? entry.event.type : entry.kind)
}
