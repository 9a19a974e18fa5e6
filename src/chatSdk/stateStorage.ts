import type { StateAdapter } from 'chat'
import { type Clock, pause, systemClock } from '../clock.js'
import { createStorage, type Storage, type StorageEntry } from '../storage/index.js'
import { byCodePoints } from '../storage/memory.js'

interface Document {
  readonly last: number
  readonly entries: readonly StorageEntry[]
}

/**
 * A storage in the Chat SDK's state, for the few entries that a listener keeps: its position, and which process listens. All of
 * them are one value under one lock, since the state has no versions and can't list keys.
 */
export function stateStorage(state: StateAdapter, name: string, clock: Clock): Storage {
  const key = `zulip:listener:${name}`
  let last: Promise<unknown> = Promise.resolve()

  return createStorage(
    {
      read: async (wanted, now) => (await load(now)).entries.find((entry) => entry.key === wanted),
      write: ({ key: written, value, expiresAt, onlyIf }, now) =>
        changing(now, ({ last: highest, entries }) => {
          const found = entries.find((entry) => entry.key === written)
          if (onlyIf !== undefined && onlyIf !== (found?.version ?? 'absent')) return { result: undefined }
          const version = highest + 1
          const entry = { key: written, value, version, ...(expiresAt !== undefined && { expiresAt }) }
          return { result: version, next: { last: version, entries: [...without(entries, written), entry] } }
        }),
      remove: ({ key: removed, onlyIf }, now) =>
        changing(now, ({ last: highest, entries }) => {
          const found = entries.find((entry) => entry.key === removed)
          if (onlyIf !== undefined && onlyIf !== found?.version) return { result: 'conflict' }
          if (found === undefined) return { result: 'absent' }
          return { result: 'removed', next: { last: highest, entries: without(entries, removed) } }
        }),
      list: async ({ prefix, after, limit }, now) =>
        (await load(now)).entries
          .filter(
            (entry) => entry.key.startsWith(prefix) && (after === undefined || byCodePoints(entry.key, after) > 0),
          )
          .sort((one, other) => byCodePoints(one.key, other.key))
          .slice(0, limit),
      close() {},
    },
    { clock },
  )

  async function load(now: number): Promise<Document> {
    const { last: highest = 0, entries = [] } = (await state.get<Partial<Document>>(key)) ?? {}
    return { last: highest, entries: entries.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now) }
  }

  /** One change at a time, in this process and among all. */
  function changing<Result>(
    now: number,
    change: (document: Document) => { readonly result: Result; readonly next?: Document },
  ): Promise<Result> {
    const changed = last.then(async () => {
      const lock = await locked()
      try {
        const { result, next } = change(await load(now))
        if (next !== undefined) await state.set(key, next)
        return result
      } finally {
        await state.releaseLock(lock)
      }
    })
    last = changed.catch(() => {})
    return changed
  }

  async function locked() {
    for (let tries = 1; ; tries += 1) {
      const lock = await state.acquireLock(key, lockAge)
      if (lock !== null) return lock
      if (tries === mostTries) throw new Error('The state of the Chat SDK keeps a lock that should be free.')
      // The state counts real time.
      await pause(systemClock, betweenTries)
    }
  }
}

const without = (entries: readonly StorageEntry[], key: string) => entries.filter((entry) => entry.key !== key)

/** Milliseconds. */
const lockAge = 5_000
const betweenTries = 20
const mostTries = 500
