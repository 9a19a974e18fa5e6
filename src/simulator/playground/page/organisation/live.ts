import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/entries.js'
import { onEntries } from '../connection.js'
import { act, actor } from './acting.js'

/** What the service answered, and why not where it refused. */
export interface Live<Answer> {
  readonly answer: Answer | undefined
  readonly problem: string | undefined
}

/**
 * What the service answers to whoever acts, asked anew whenever an event of one of these types happens, or the whole
 * state is put back. The old answer stays until there is a new one.
 */
export function useLive<Answer>(path: string, types: RegExp, parameters: Readonly<Record<string, unknown>> = {}) {
  const key = `${actor.value?.user_id} ${actor.value?.api_key} ${path} ${JSON.stringify(parameters)}`
  return useAsked(key, types, () => act<Answer>('GET', path, parameters))
}

/** The state that a client is given of these types when it registers. The queue is given back at once. */
export function useRegistered<State>(types: readonly string[], changes: RegExp) {
  return useAsked(`${actor.value?.user_id} ${actor.value?.api_key} ${types}`, changes, async () => {
    const state = await act<State & { queue_id: string }>('POST', '/register', {
      event_types: types,
      fetch_event_types: types,
      include_subscribers: true,
    })
    await act('DELETE', '/events', { queue_id: state.queue_id })
    return state as State
  })
}

function useAsked<Answer>(key: string, types: RegExp, ask: () => Promise<Answer>): Live<Answer> {
  const live = useSignal<Live<Answer>>({ answer: undefined, problem: undefined })
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
        const now = await ask().then(
          (answer) => ({ answer, problem: undefined }),
          (error: Error) => ({ answer: undefined, problem: error.message }),
        )
        if (!isGone) live.value = now
      }
      isAsking = false
    }
    void look()
    const stop = onEntries((entries) => {
      if (entries.some((entry) => concerns(entry, types))) void look()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [key])
  return live.value
}

function concerns(entry: JournalEntry, types: RegExp): boolean {
  if (entry.kind === 'event') return types.test(entry.event.type)
  return entry.kind === 'memory' || entry.kind === 'level'
}
