import type { DeadLetter, JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import type { SqliteDeadLetters } from './sqliteDeadLetters.js'
import type { Lines, Row } from './sqliteLines.js'
import type { KnownRow, SqliteQueueStatements } from './sqliteQueueStatements.js'
import { type Stage, stages } from './sqliteQueueTables.js'

/**
 * What waits or is worked on, with what it says and what was written down of it. All of it is called within transactions,
 * which begin with `begin` and end with `write`.
 */
export interface SqliteEntries {
  begin(): void
  /** What an entry would be that is put now: refused, or the first of its conversation, or behind others. */
  stageOf(
    entry: QueueEntry,
    capacity: number,
    now: number,
  ): 'known' | 'full' | typeof stages.ready | typeof stages.behind
  /** Puts an entry, in that stage, or with a lease. Gives its place in the order. */
  add(entry: QueueEntry, stage: Stage, now: number, lease?: { readonly number: number; readonly until: number }): number
  putBack(letter: DeadLetter, now: number): void
  isHeld(row: Row, lease: number): boolean
  /** These two say whether the lease still holds; if not, nothing is changed. */
  note(row: HeldRow, lease: number, line: LedgerLine): boolean
  settle(row: HeldRow, lease: number, end: JobEnd, rememberUntil: number, now: number): boolean
  /** What is done goes with all that is done in the same transaction, at the latest with `write`. */
  end(ended: Ended): void
  /** Has it go now, since what follows depends on it. */
  dropEnded(): void
  /** What has a lease. */
  leased(lease: number): HeldRow | undefined
  entryOf(seq: number): QueueEntry
  ledgerOf(seq: number): LedgerLine[]
  count(): number
  /** Has what belongs to entries that are gone go, too, and their keys remembered. */
  write(): void
}

/** What somebody has a lease of. */
export interface HeldRow extends Row {
  /** Whether something was written down of it, by whoever has it or before. */
  noted: 0 | 1
}

/** What somebody says to be done with. */
export interface Ended {
  readonly row: HeldRow
  readonly lease: number
  /** UNIX milliseconds. */
  readonly rememberUntil: number
  readonly now: number
  /** Whether the lease still held, as soon as that is known. */
  isDone: boolean
}

/** What is known of the transaction that is under way. */
interface UnderWay {
  /** Entries that wait or are worked on, as soon as somebody has asked. */
  entries?: number
  hasForgotten?: boolean
  /** What is done, and still there. */
  ended: Ended[]
  /** Entries that are gone, and what belongs to them is to go too. */
  readonly gone: number[]
  /** Whether something was written down of any of them. */
  wasNoted: boolean
  /** The keys of what was done, and until when each is to be remembered. */
  readonly done: Map<string, number>
}

const nothingYet = (): UnderWay => ({ ended: [], gone: [], wasNoted: false, done: new Map() })

/** What entries are kept with. */
export interface SqliteEntriesGround {
  readonly sql: SqliteQueueStatements
  /** Gives the next number of the count that everything is ordered by. */
  readonly next: () => number
  readonly lines: Lines
  readonly dead: SqliteDeadLetters
}

export function sqliteEntries({ sql, next, lines, dead }: SqliteEntriesGround): SqliteEntries {
  let underWay = nothingYet()

  return {
    begin() {
      underWay = nothingYet()
    },
    stageOf(entry, capacity, now) {
      const { key, conversation } = entry
      const { kept, until, behind } = sql.known.get(key, key, key, conversation) as KnownRow
      const knownUntil = underWay.done.get(key) ?? until
      if (kept || (knownUntil !== null && knownUntil > now)) return 'known'
      underWay.entries ??= count()
      if (underWay.entries >= capacity) dropEnded()
      if (underWay.entries >= capacity) return 'full'
      if (until !== null) sql.forgetKey.run(key)
      forgetKeys(now)
      return behind ? stages.behind : stages.ready
    },
    add,
    putBack(letter, now) {
      dropEnded()
      const seq = add(letter.entry, lines.stageOfNew(letter.entry.conversation), now)
      for (const line of letter.ledger) if (line.outcome !== undefined) sql.note.run(...lineOf(seq, line))
    },
    isHeld(row, lease) {
      dropEnded()
      return sql.isHeld.get(row.seq, lease) !== undefined
    },
    note(row, lease, line) {
      dropEnded()
      row.noted = 1
      return wasChanged(sql.noteHeld.run(...lineOf(row.seq, line), row.seq, lease))
    },
    settle(row, lease, end, rememberUntil, now) {
      dropEnded()
      const { seq, key, conversation, sender, attempt, crashes } = row
      if (end.kind === 'done' || end.kind === 'dead') {
        if (!wasChanged(sql.drop.run(seq, lease))) return false
        if (end.kind === 'done') underWay.done.set(key, rememberUntil)
        else {
          const { reason, error } = end
          dead.add({ entry: entryOf(seq), reason, error, attempts: attempt, crashes, died: now, ledger: ledgerOf(seq) })
        }
        goes(row)
      } else {
        if (!wasChanged(sql.release.run(seq, lease))) return false
        lines.release(sender)
        if (end.at !== undefined) sql.again.run(end.kind === 'again' ? 1 : 0, end.at, seq)
      }
      lines.arrange(conversation, now)
      return true
    },
    end: (ended) => void underWay.ended.push(ended),
    dropEnded,
    leased: (lease) => sql.leased.get(lease) as HeldRow | undefined,
    entryOf,
    ledgerOf,
    count,
    write() {
      dropEnded()
      const { gone, wasNoted, done } = underWay
      if (gone.length > 0) {
        const all = JSON.stringify(gone)
        sql.dropBodies.run(all)
        if (wasNoted) sql.dropLedgers.run(all)
      }
      if (done.size > 0) sql.remember.run(JSON.stringify([...done]))
    },
  }

  function add(entry: QueueEntry, stage: Stage, now: number, lease?: { number: number; until: number }): number {
    const { notification, ...facts } = entry
    const { id, key, conversation, message, sender, arrived } = facts
    const seq = next()
    sql.add.run(
      seq,
      id,
      key,
      conversation,
      message,
      sender,
      arrived,
      stage,
      lease?.number ?? null,
      lease?.until ?? null,
    )
    sql.addBody.run(seq, JSON.stringify(facts), notification)
    lines.joins(sender)
    if (stage === stages.behind) lines.arrange(conversation, now)
    if (stage === stages.ready) lines.isReady()
    if (underWay.entries !== undefined) underWay.entries += 1
    return seq
  }

  /** All that somebody was done with goes, unless somebody else has it by now. */
  function dropEnded(): void {
    const { ended } = underWay
    if (ended.length === 0) return
    underWay.ended = []
    const seqs = JSON.stringify(ended.map(({ row }) => row.seq))
    const leases = JSON.stringify(ended.map(({ lease }) => lease))
    const dropped = new Set((sql.dropAll.all(seqs, leases) as { seq: number }[]).map(({ seq }) => seq))
    const conversations: string[] = []
    let now = 0
    for (const one of ended) {
      if (!dropped.has(one.row.seq)) continue
      one.isDone = true
      now = one.now
      underWay.done.set(one.row.key, one.rememberUntil)
      goes(one.row)
      conversations.push(one.row.conversation)
    }
    for (const conversation of lines.ofThoseLeft(conversations)) lines.arrange(conversation, now)
  }

  function goes({ seq, sender, noted }: HeldRow): void {
    underWay.gone.push(seq)
    underWay.wasNoted ||= noted === 1
    lines.leaves(sender)
    if (underWay.entries !== undefined) underWay.entries -= 1
  }

  function forgetKeys(now: number): void {
    if (!underWay.hasForgotten) sql.forgetKeys.run(now)
    underWay.hasForgotten = true
  }

  function count(): number {
    return (sql.count.get() as { entries: number }).entries
  }

  function lineOf(seq: number, line: LedgerLine): [seq: number, key: string, place: number, line: string] {
    return [seq, line.key, next(), JSON.stringify(line)]
  }

  function entryOf(seq: number): QueueEntry {
    const { entry, notification } = sql.body.get(seq) as { entry: string; notification: string | null }
    return { ...JSON.parse(entry), ...(notification !== null && { notification }) }
  }

  function ledgerOf(seq: number): LedgerLine[] {
    return sql.ledger.all(seq).map((row) => JSON.parse((row as { line: string }).line) as LedgerLine)
  }
}

function wasChanged({ changes }: { readonly changes: number | bigint }): boolean {
  return Number(changes) > 0
}
