import type { Clock } from '../clock.js'
import type { Happening, HappeningKind, JournalEntry, JournalFrame } from './entries.js'

/** What has happened, oldest first. Entries are only ever added. */
export interface Journal {
  /** Number of the newest entry; 0 while there is none. */
  readonly last: number
  /** The entries after a number, oldest first. */
  read(range?: JournalRange): JournalPage
  /** Hears of entries as they are added. Gives back how to stop that. */
  subscribe(listener: (entry: JournalEntry) => void): () => void
  /** All entries that are kept, as JSON, one a line: the same seed and the same calls give the same bytes. */
  text(): string
}

export interface JournalRange {
  /** The entries begin after this number; 0 unless given. */
  readonly since?: number
  /** At most so many; 100 unless given. */
  readonly limit?: number
  /** Only entries of these kinds. */
  readonly kinds?: readonly HappeningKind[]
}

export interface JournalPage {
  readonly entries: readonly JournalEntry[]
  /** What to give as `since` for the page after this. */
  readonly next: number
  /** How many entries after `since` were there once and are no longer kept. */
  readonly missed: number
}

/** A journal that is written. */
export interface WrittenJournal extends Journal {
  /** Adds an entry, and gives its number. */
  note(happening: Happening): number
  /**
   * Adds an entry that is put into words when somebody wants to read it, which of most entries nobody does. Nothing that
   * it is made of may change.
   */
  noteUnwritten(entry: Unwritten): number
  /** Puts into words what is not yet: for before it changes which words are secret. */
  writeDown(): void
  /** Takes on the entries of another, and goes on from there. */
  goOnFrom(other: Journal): void
  /** Lets numbers go on after this one. */
  skipTo(number: number): void
}

/** Masks what is secret in JSON. */
export type Hide = (json: string) => string

/** An entry that nobody has asked for yet. */
export interface Unwritten {
  happening(): Happening
}

/**
 * Makes a journal that keeps the newest entries, as many as are asked for. They are kept as text, so that nothing that
 * happens later changes them.
 */
export function createJournal(clock: Clock, keep: number, hide: Hide): WrittenJournal {
  /** Their numbers follow each other, up to that of the newest. */
  let lines: (string | Unwritten)[] = []
  /** When each of them was noted, in UNIX milliseconds. */
  let times: number[] = []
  let last = 0
  /** Entries up to this number are text. */
  let written = 0
  const listeners = new Set<(entry: JournalEntry) => void>()
  const first = () => last - lines.length + 1

  function add(line: string | Unwritten, at: number): number {
    lines.push(line)
    times.push(at)
    // Cut in batches: shifting a long list at every entry would cost more than the entry.
    if (lines.length > keep * 2) {
      lines = lines.slice(-keep)
      times = times.slice(-keep)
    }
    const number = last
    if (listeners.size > 0) {
      const text = lineOf(number)
      for (const listener of [...listeners]) listener(entryOf(text))
    }
    return number
  }

  function textOf({ number, at }: JournalFrame, happening: Happening): string {
    return hide(JSON.stringify({ number, at, ...happening }))
  }

  function lineOf(number: number): string {
    const index = number - first()
    const line = lines[index] ?? ''
    if (typeof line === 'string') return line
    const text = textOf({ number, at: times[index] ?? 0 }, line.happening())
    lines[index] = text
    return text
  }

  function writeDown(): void {
    for (let number = Math.max(written + 1, first()); number <= last; number += 1) lineOf(number)
    written = last
  }

  return {
    get last() {
      return last
    },
    note(happening) {
      last += 1
      const at = clock.now()
      return add(textOf({ number: last, at }, happening), at)
    },
    noteUnwritten(entry) {
      last += 1
      return add(entry, clock.now())
    },
    writeDown,
    read({ since = 0, limit = 100, kinds } = {}) {
      check('since', since, 0)
      check('limit', limit, 1)
      const oldest = Math.max(first(), last - keep + 1)
      const from = Math.max(since + 1, oldest)
      const entries: JournalEntry[] = []
      let next = since
      for (let number = from; number <= last && entries.length < limit; number += 1) {
        next = number
        const entry = entryOf(lineOf(number))
        if (kinds === undefined || kinds.includes(entry.kind)) entries.push(entry)
      }
      return { entries, next, missed: Math.max(Math.min(oldest - 1, last) - since, 0) }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    text() {
      writeDown()
      return lines
        .slice(-keep)
        .map((line) => `${line}\n`)
        .join('')
    },
    goOnFrom(other) {
      lines = other.text().split('\n').slice(0, -1)
      times = lines.map(() => 0)
      last = other.last
    },
    skipTo(number) {
      if (number <= last) return
      lines = []
      times = []
      last = number
    },
  }
}

function entryOf(line: string): JournalEntry {
  return JSON.parse(line) as JournalEntry
}

function check(name: string, value: number, lowest: number): void {
  if (Number.isSafeInteger(value) && value >= lowest) return
  throw new RangeError(
    `The journal cannot be read with ${name} ${String(value)}; give a whole number from ${lowest} on.`,
  )
}
