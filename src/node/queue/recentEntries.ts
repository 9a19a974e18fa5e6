import type { QueueEntry } from '../../bot/index.js'

/** What was put last in this process, as far as nobody has taken it here: it need not be read again. */
export interface RecentEntries {
  keep(entry: QueueEntry): void
  take(row: Pick<QueueEntry, 'id' | 'key'>): QueueEntry | undefined
}

export function recentEntries(): RecentEntries {
  const kept = new Map<string, QueueEntry>()
  let size = 0
  const drop = (id: string) => {
    const entry = kept.get(id)
    if (entry === undefined) return undefined
    kept.delete(id)
    size -= entry.notification.length
    return entry
  }
  return {
    keep(entry) {
      drop(entry.id)
      kept.set(entry.id, entry)
      size += entry.notification.length
      for (const id of kept.keys()) {
        if (size <= most) return
        drop(id)
      }
    },
    take({ id, key }) {
      const entry = drop(id)
      return entry?.key === key ? entry : undefined
    },
  }
}

/** Characters of notifications: some thousands of the usual size, so that a burst of them is not read again. */
const most = 4_000_000
