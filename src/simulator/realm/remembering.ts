import { SortedIds } from './sortedIds.js'
import type { MessageIndex, State } from './state.js'

/** The state as plain data: as it is, but that lists of IDs are arrays. */
export type RealmMemory = Omit<State, 'index'> & { readonly index: IndexMemory }

type IndexMemory = { readonly [Name in keyof MessageIndex]: Plain<MessageIndex[Name]> }
type Plain<Value> = Value extends SortedIds
  ? readonly number[]
  : Value extends Map<infer Key, SortedIds>
    ? Map<Key, readonly number[]>
    : never

/** What is to be remembered of a state. It shares the state's tables. */
export function toRemember(state: State): RealmMemory {
  const { all, byChannel, byTopic, byConversation, bySender } = state.index
  return {
    ...state,
    index: {
      all: [...all],
      byChannel: plain(byChannel),
      byTopic: plain(byTopic),
      byConversation: plain(byConversation),
      bySender: plain(bySender),
    },
  }
}

/** The state that was remembered. It takes the tables over. */
export function remembered(memory: RealmMemory): State {
  const { all, byChannel, byTopic, byConversation, bySender } = memory.index
  return {
    ...memory,
    index: {
      all: new SortedIds(all),
      byChannel: sorted(byChannel),
      byTopic: sorted(byTopic),
      byConversation: sorted(byConversation),
      bySender: sorted(bySender),
    },
  }
}

function plain<Key>(lists: ReadonlyMap<Key, SortedIds>): Map<Key, readonly number[]> {
  return new Map([...lists].map(([key, ids]) => [key, [...ids]]))
}

function sorted<Key>(lists: ReadonlyMap<Key, readonly number[]>): Map<Key, SortedIds> {
  return new Map([...lists].map(([key, ids]) => [key, new SortedIds(ids)]))
}
