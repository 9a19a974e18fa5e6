import type { JournalEntry } from '../journal/entries.js'

/**
 * The entries that led to how things are now: without what was undone since by going back to a checkpoint or to the
 * beginning.
 */
export function leadingToNow(entries: Iterable<JournalEntry>): readonly JournalEntry[] {
  let led: JournalEntry[] = []
  const checkpoints = new Map<string, readonly JournalEntry[]>()
  for (const entry of entries) {
    if (entry.kind === 'memory' && entry.what === 'checkpoint') checkpoints.set(entry.name ?? '', [...led])
    else if (entry.kind === 'memory' && entry.what === 'restore') led = [...(checkpoints.get(entry.name ?? '') ?? [])]
    else if (startsAnew(entry)) led = []
    else led.push(entry)
  }
  return led
}

function startsAnew(entry: JournalEntry): boolean {
  return entry.kind === 'memory' ? entry.what === 'reset' : entry.kind === 'change' && entry.what === 'plant'
}
