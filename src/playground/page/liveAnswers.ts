import { type ReadonlySignal, signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry } from '../../simulator/journal/entries.js'
import { errorMessage } from '../../values.js'
import { onEntries, onReconnected } from './connection.js'
import { control } from './simulator.js'

/** The last answer, or why there was none. */
export interface Live<Value> {
  readonly value?: Value
  readonly problem?: string
}

/**
 * The answer of `ask`, requested again after anything that can change it: an event whose type matches `changes`, another
 * journal entry whose kind does, or a restored state. The old answer stays until the new one arrives; undefined before the first.
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

interface Asking {
  /** Milliseconds to wait, since the subject may still be being typed. The old answer stays meanwhile. */
  readonly pause?: number
  /** Whether the old answer stays until there is one about the new subject. */
  readonly keeps?: boolean
}

/** The answer about a subject, requested once for each; undefined before it is there. */
export function useAnswer<Value>(
  subject: string,
  ask: () => Promise<Value>,
  { pause, keeps = pause !== undefined }: Asking = {},
): Live<Value> | undefined {
  const live = useSignal<Live<Value> | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    if (!keeps) live.value = undefined
    const timer = setTimeout(async () => {
      const answered = await answerOf(ask)
      if (isWanted) live.value = answered
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [subject])
  return live.value
}

/** Keeps an answer of the control API up to date while a component reads it; `first` until there is one. */
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
    /** Sets the value from another request's answer. */
    set(answer: Value): void {
      state.value = answer
    },
    refresh: async () => {
      // The connection chip already shows that the simulator doesn't answer.
      state.value = await ask().catch(() => state.peek())
    },
  }
}

/** Asks now, and after every relevant event. Returns a function that stops it. */
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
      const answered = await answerOf(ask)
      if (!isGone) tell(answered)
      // Limits how often it asks during a burst.
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

const answerOf = <Value>(ask: () => Promise<Value>) =>
  ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ problem: errorMessage(error) }),
  )

function concerns(entry: JournalEntry, types: Pick<RegExp, 'test'>): boolean {
  if (/memory|level|change/.test(entry.kind)) return true
  return types.test(entry.kind === 'event' ? entry.event.type : entry.kind)
}
