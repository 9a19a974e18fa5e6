import type { QueueEntry } from '../../bot/index.js'

/** What was put last in this process, as far as nobody has taken it here: it need not be read again. */
export interface RecentEntries {
  keep(entry: QueueEntry): void
  take(row: Pick<QueueEntry, 'id' | 'key'>): QueueEntry | undefined
}

export function recentEntries(): RecentEntries {
  const kept = new Map<string, QueueEntry>()
  return {
    keep(entry) {
      kept.set(entry.id, entry)
      if (kept.size <= most) return
      const [oldest = ''] = kept.keys()
      kept.delete(oldest)
    },
    take({ id, key }) {
      const entry = kept.get(id)
      kept.delete(id)
      return entry?.key === key ? entry : undefined
    },
  }
}

/** Some megabytes at most, for notifications of the usual size. */
const most = 500
