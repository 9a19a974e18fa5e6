import { added } from '../../values.js'
import type { Clock } from '../base/clock.js'
import type { Happening, HappeningKind, JournalEntry } from './entries.js'

/** What has happened, oldest first. Entries are only ever added. */
export interface Journal {
  /** Number of the newest entry; 0 while there is none. */
  readonly last: number
  /** The entries after a number, oldest first. @throws {RangeError} for a range that isn't whole numbers */
  read(range?: JournalRange): JournalPage
  /** Calls a function with each new entry. Returns a function that stops that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void
  /** All kept entries as JSON lines: the same seed and the same calls give the same bytes. */
  text(): string
}

export interface JournalRange {
  /** Only entries after this number. (default: 0) */
  readonly since?: number
  /** The most entries to return. (default: 100) */
  readonly limit?: number
  /** Only entries of these kinds. */
  readonly kinds?: readonly HappeningKind[]
}

interface JournalPage {
  readonly entries: readonly JournalEntry[]
  /** The `since` of the next page. */
  readonly next: number
  /** How many entries after `since` are no longer kept. */
  readonly missed: number
}

/** A journal that can be added to. */
export interface WritableJournal extends Journal {
  /**
   * Adds an entry and returns its number. A function is called when the entry is first read, which is rare; what it uses must
   * not change until then.
   */
  note(happening: Happening | (() => Happening)): number
  /** Turns all entries into text, before the set of secrets changes. */
  writeOut(): void
  /** Takes over the entries of another journal, and continues after them. */
  continueFrom(other: Journal): void
  /** Continues after this number. */
  skipTo(number: number): void
}

/** Creates a journal that keeps the newest entries as text, so that later changes don't affect them. `hide` masks secrets. */
export function createJournal(clock: Clock, keep: number, hide: (json: string) => string): WritableJournal {
  /** Their numbers are consecutive, up to `last`. */
  let entries: { readonly at: number; text: string | (() => Happening) }[] = []
  let last = 0
  /** Entries up to this number are text. */
  let written = 0
  const listeners = new Set<(entry: JournalEntry) => void>()
  const first = () => last - entries.length + 1

  function textOf(number: number): string {
    const entry = entries[number - first()]
    if (entry === undefined) return ''
    if (typeof entry.text !== 'string') entry.text = hide(JSON.stringify({ number, at: entry.at, ...entry.text() }))
    return entry.text
  }

  function writeOut(): void {
    for (let number = Math.max(written + 1, first()); number <= last; number += 1) textOf(number)
    written = last
  }

  return {
    get last() {
      return last
    },
    note(happening) {
      last += 1
      const number = last
      entries.push({ at: clock.now(), text: typeof happening === 'function' ? happening : () => happening })
      if (typeof happening !== 'function') textOf(number)
      // In batches: shifting a long list for each entry would be slow.
      if (entries.length > keep * 2) entries = entries.slice(-keep)
      for (const listener of [...listeners]) listener(JSON.parse(textOf(number)))
      return number
    },
    writeOut,
    read({ since = 0, limit = 100, kinds } = {}) {
      check('since', since, 0)
      check('limit', limit, 1)
      const oldest = Math.max(first(), last - keep + 1)
      const found: JournalEntry[] = []
      let next = since
      for (let number = Math.max(since + 1, oldest); number <= last && found.length < limit; number += 1) {
        next = number
        const entry = JSON.parse(textOf(number)) as JournalEntry
        if (kinds === undefined || kinds.includes(entry.kind)) found.push(entry)
      }
      return { entries: found, next, missed: Math.max(Math.min(oldest - 1, last) - since, 0) }
    },
    subscribe: (listener) => added(listeners, listener),
    text() {
      writeOut()
      return entries
        .slice(-keep)
        .map(({ text }) => `${text}\n`)
        .join('')
    },
    continueFrom(other) {
      const lines = other.text().split('\n').slice(0, -1)
      entries = lines.map((text) => ({ at: 0, text }))
      last = other.last
    },
    skipTo(number) {
      if (number <= last) return
      entries = []
      last = number
    },
  }
}

/** All entries after a number, oldest first, of these kinds. */
export function* entriesAfter(
  journal: Journal,
  number: number,
  kinds?: JournalRange['kinds'],
): Generator<JournalEntry> {
  let since = number
  for (;;) {
    const { entries, next } = journal.read({ since, limit: 1000, ...(kinds && { kinds }) })
    yield* entries
    if (next <= since) return
    since = next
  }
}

function check(name: string, value: number, lowest: number): void {
  if (Number.isSafeInteger(value) && value >= lowest) return
  throw new RangeError(
    `The journal cannot be read with ${name} ${String(value)}; give a whole number from ${lowest} on.`,
  )
}
