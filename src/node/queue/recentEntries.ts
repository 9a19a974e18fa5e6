import type { QueueEntry } from '../../bot/index.js'

/** What was put last in this process, as far as nobody has taken it here: it need not be read again. */
export interface RecentEntries {
  /** @param key Tells it from another of the same ID. */
  keep(entry: QueueEntry, key: string): void
  take(id: string, key: string): QueueEntry | undefined
}

export function recentEntries(): RecentEntries {
  const kept = new Map<string, Kept>()
  let size = 0
  const drop = (id: string) => {
    const one = kept.get(id)
    if (one === undefined) return undefined
    kept.delete(id)
    size -= one.entry.notification.length
    return one
  }
  return {
    keep(entry, key) {
      drop(entry.id)
      kept.set(entry.id, { entry, key })
      size += entry.notification.length
      for (const id of kept.keys()) {
        if (size <= most) return
        drop(id)
      }
    },
    take(id, key) {
      const one = drop(id)
      return one?.key === key ? one.entry : undefined
    },
  }
}

interface Kept {
  readonly entry: QueueEntry
  readonly key: string
}

/** Characters of notifications: some thousands of the usual size, so that a burst of them is not read again. */
const most = 4_000_000
