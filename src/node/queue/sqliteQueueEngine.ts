import type { JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import {
  type Lease,
  type LocalOffering,
  offerLocally,
  type QueueEngine,
  type SettleOptions,
  type Taken,
} from '../../queue/index.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { groupCommit } from './groupCommit.js'
import { recentEntries } from './recentEntries.js'
import { sqliteCounter } from './sqliteCounter.js'
import { sqliteDeadLetters } from './sqliteDeadLetters.js'
import { type Row, sqliteLines } from './sqliteLines.js'
import { stages } from './sqliteQueueTables.js'
import { takenAhead } from './takenAhead.js'
import type { WalSync } from './walSync.js'

export interface SqliteQueueEngineOptions {
  /** What tells when to look for entries that wait for their next attempt. */
  readonly clock?: Clock
  /** Milliseconds between two looks at what other processes have put into the file. 25. */
  readonly pollEvery?: number
  /** Milliseconds for which another process may hold the file before a call fails. 5,000. */
  readonly patience?: number
  /** Brings to the disk what is committed; not given where a commit waits for the disk itself. */
  readonly wal?: WalSync | undefined
}

/** What is known of the transaction that is under way. */
interface UnderWay {
  /** Entries that wait or are worked on, as soon as somebody has asked. */
  entries?: number
  /** The time for which everything was brought up that is due. */
  broughtUp?: number
  hasForgotten?: boolean
  /** Something was put, or somebody has ended. */
  mayHaveMore?: boolean
}

/** A queue's engine in the tables of a database; several processes may have it open. It closes the database. */
export function sqliteQueueEngine(database: SqliteDatabase, options: SqliteQueueEngineOptions = {}): QueueEngine {
  const { clock = systemClock, pollEvery = 25, patience, wal } = options
  const sql = statements(database)
  const counter = sqliteCounter(database)
  const lines = sqliteLines(database, counter.next)
  const dead = sqliteDeadLetters(database)
  const { write, change, read, flush, isWriting } = groupCommit(database, { patience, sync: wal?.sync, first, last })
  const offerings = new Set<LocalOffering>()
  const ahead = takenAhead(clock, ({ lease }) => settle(lease, { kind: 'given back' }, { rememberUntil: 0 }, now()))
  /** The leases of what was taken in this process. */
  const held = new Set<number>()
  const recent = recentEntries()
  let concurrency = 0
  let leaseSpan = 0
  let looking: { readonly now: number; readonly found: Promise<boolean> } | undefined
  let cancelPoll: (() => void) | undefined
  let version = dataVersion()
  let underWay: UnderWay = {}

  return {
    put: (entry, { capacity }, now) =>
      write(() => {
        if (isKnown(entry.key, now)) return 'known'
        underWay.entries ??= count()
        if (underWay.entries >= capacity) return 'full'
        forgetKeys(now)
        add(entry, [], now)
        recent.keep(entry)
        return 'kept'
      }),
    async take(leaseUntil, now) {
      leaseSpan = leaseUntil - now
      const next = ahead.take()
      if (next !== undefined) return next
      // Where there is nothing, other processes are not kept from writing.
      if (!(await mayHaveOne(now))) return undefined
      const taken = ahead.take() ?? (await change(() => takeOne(leaseUntil, now)))
      if (taken !== undefined) held.add(taken.lease.number)
      return taken
    },
    renew: (lease, until) => change(() => withLease(lease, (row) => lines.goOn(row, until))),
    note: (lease, line) => write(() => withLease(lease, ({ seq }) => note(seq, line))),
    settle,
    status: (now) =>
      read(() => {
        const { working } = sql.working.get(now) as { working: number }
        const { oldest } = sql.oldest.get() as { oldest: number | null }
        return { waiting: count() - working, working, dead: dead.count(), oldest: oldest ?? undefined }
      }),
    listDead: (after, limit) => read(() => dead.list(after, limit)),
    getDead: (id) => read(() => dead.get(id)),
    replayDead: (id, now) =>
      write(() => {
        const letter = dead.remove(id)
        if (letter !== undefined) {
          const known = letter.ledger.filter(({ outcome }) => outcome !== undefined)
          add(letter.entry, known, now)
        }
        return letter !== undefined
      }),
    purgeDead: (id) => write(() => dead.remove(id) !== undefined),
    offer(slot, most) {
      const offering = offerLocally({ slot, concurrency: most, clock, next: () => read(nextDue) })
      offerings.add(offering)
      concurrency += most
      cancelPoll ??= pollLater()
      return {
        idle: offering.idle,
        async stop() {
          if (offerings.delete(offering)) concurrency -= most
          if (offerings.size === 0) stopPolling()
          await offering.stop()
          await ahead.giveBack()
        },
      }
    },
    async close() {
      stopPolling()
      for (const offering of offerings) offering.stop().catch(() => {})
      concurrency = 0
      await ahead.giveBack()
      await flush()
      await wal?.close()
      database.close()
    },
  }

  async function settle(lease: Lease, end: JobEnd, { rememberUntil }: SettleOptions, now: number): Promise<boolean> {
    held.delete(lease.number)
    const isDone = await change(() => withLease(lease, (row) => settleRow(row, end, rememberUntil, now)))
    if (end.kind === 'given back') wake()
    return isDone
  }

  /** What follows belongs to one transaction. */
  function first(): void {
    counter.begin()
    underWay = {}
  }

  /** Whoever waits for something, or is about to, gets it at once, and need not write a second time. */
  function last(isSecondTry: boolean): () => void {
    const taken = isSecondTry ? [] : takeForWhoeverIsFree()
    counter.end()
    return () => {
      for (const one of taken) {
        held.add(one.lease.number)
        ahead.keep(one)
      }
      if (taken.length > 0) wake(taken.length)
      else if (isSecondTry) wake()
    }
  }

  function takeForWhoeverIsFree(): Taken[] {
    const taken: Taken[] = []
    while (underWay.mayHaveMore && held.size + taken.length < concurrency) {
      const next = takeOne(now() + leaseSpan, now())
      if (next === undefined) break
      taken.push(next)
    }
    return taken
  }

  function takeOne(leaseUntil: number, now: number): Taken | undefined {
    if (underWay.broughtUp !== now) lines.bringUp(now)
    underWay.broughtUp = now
    const row = lines.next()
    if (row === undefined) return undefined
    const { seq, id, attempt } = row
    // What can't be read is left as it is.
    const [entry, ledger] = [recent.take(row) ?? entryOf(seq), ledgerOf(seq)]
    const number = counter.next()
    return { lease: { id, number }, entry, attempt, crashes: lines.begin(row, number, leaseUntil), ledger }
  }

  function isKnown(key: string, now: number): boolean {
    for (const { until } of sql.known.all(key) as { until: number | null }[]) {
      if (until === null || until > now) return true
      sql.forgetKey.run(key)
    }
    return false
  }

  function forgetKeys(now: number): void {
    if (!underWay.hasForgotten) sql.forgetKeys.run(now)
    underWay.hasForgotten = true
  }

  function count(): number {
    return (sql.count.get() as { entries: number }).entries
  }

  function add(entry: QueueEntry, ledger: readonly LedgerLine[], now: number): void {
    const { id, key, conversation, message, sender, arrived } = entry
    const seq = counter.next()
    const stage = lines.stageOfNew(conversation)
    sql.add.run(seq, id, key, conversation, message, sender, arrived, stage)
    sql.addBody.run(seq, JSON.stringify(entry))
    for (const line of ledger) note(seq, line)
    lines.joins(sender, stage)
    if (stage !== stages.ready) lines.arrange(conversation, now)
    if (underWay.entries !== undefined) underWay.entries += 1
    underWay.mayHaveMore = true
  }

  function note(seq: number, line: LedgerLine): void {
    sql.note.run(seq, line.key, counter.next(), JSON.stringify(line))
  }

  function settleRow(row: Row, end: JobEnd, rememberUntil: number, now: number): void {
    const { seq, key, conversation, sender, attempt, crashes } = row
    if (end.kind === 'done' || end.kind === 'dead') {
      if (end.kind === 'done') sql.remember.run(key, rememberUntil)
      else {
        const { reason, error } = end
        dead.add({ entry: entryOf(seq), reason, error, attempts: attempt, crashes, died: now, ledger: ledgerOf(seq) })
      }
      for (const statement of [sql.drop, sql.dropBody, sql.dropLedger]) statement.run(seq)
      lines.leaves(sender)
      if (underWay.entries !== undefined) underWay.entries -= 1
    } else {
      lines.end(row)
      if (end.kind === 'again') sql.again.run(seq, end.at)
    }
    lines.arrange(conversation, now)
    // What nobody here had time for is for others first.
    if (end.kind !== 'given back') underWay.mayHaveMore = true
  }

  function withLease({ number }: Lease, work: (row: Row) => void): boolean {
    const row = sql.leased.get(number) as Row | undefined
    if (row !== undefined) work(row)
    return row !== undefined
  }

  function entryOf(seq: number): QueueEntry {
    return JSON.parse((sql.body.get(seq) as { entry: string }).entry) as QueueEntry
  }

  function ledgerOf(seq: number): LedgerLine[] {
    return sql.ledger.all(seq).map((row) => JSON.parse((row as { line: string }).line) as LedgerLine)
  }

  /** Those who ask in the same moment are told the same. */
  function mayHaveOne(now: number): Promise<boolean> {
    if (looking?.now === now) return looking.found
    const found = read(() => lines.mayHaveOne(now)).finally(() => {
      looking = undefined
    })
    looking = { now, found }
    return found
  }

  function now(): number {
    return Math.floor(clock.now())
  }

  function nextDue() {
    const row = sql.nextDue.get(clock.now()) as { due: number; stage: number } | undefined
    return row && { at: row.due, background: row.stage === stages.working }
  }

  function wake(most?: number): void {
    for (const offering of offerings) offering.wake(most)
  }

  function pollLater(): () => void {
    // Other processes don't wait for a clock that stands still here.
    return systemClock.later(pollEvery, poll)
  }

  function poll(): void {
    cancelPoll = pollLater()
    if (isWriting()) return
    const before = version
    version = dataVersion()
    if (version !== before) wake()
  }

  function stopPolling(): void {
    cancelPoll?.()
    cancelPoll = undefined
  }

  /** Another number as soon as somebody else has written to the file; undefined when the file can't be asked. */
  function dataVersion(): number | undefined {
    try {
      return (sql.dataVersion.get() as { data_version: number }).data_version
    } catch {
      return undefined
    }
  }
}

function statements(database: SqliteDatabase) {
  const prepare = (text: string) => database.prepare(text)
  return {
    dataVersion: prepare('PRAGMA data_version'),
    known: prepare(
      `SELECT NULL AS until FROM queue_entries WHERE key = ?1
       UNION ALL SELECT NULL FROM queue_dead WHERE key = ?1
       UNION ALL SELECT until FROM queue_known WHERE key = ?1`,
    ),
    remember: prepare('INSERT OR REPLACE INTO queue_known VALUES (?, ?)'),
    forgetKey: prepare('DELETE FROM queue_known WHERE key = ?'),
    forgetKeys: prepare(
      `DELETE FROM queue_known WHERE key IN
         (SELECT key FROM queue_known WHERE until <= ? ORDER BY until LIMIT ${forgottenAtOnce})`,
    ),
    count: prepare('SELECT count(*) AS entries FROM queue_entries'),
    working: prepare(`SELECT count(*) AS working FROM queue_entries WHERE due > ?1 AND stage = ${stages.working}`),
    oldest: prepare('SELECT min(arrived) AS oldest FROM queue_entries'),
    nextDue: prepare('SELECT due, stage FROM queue_entries WHERE due > ?1 ORDER BY due LIMIT 1'),
    add: prepare(
      `INSERT INTO queue_entries (seq, id, key, conversation, message, sender, arrived, attempt, crashes, not_before, stage)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, 0, 0, ?)`,
    ),
    addBody: prepare('INSERT INTO queue_bodies VALUES (?, ?)'),
    body: prepare('SELECT entry FROM queue_bodies WHERE seq = ?'),
    drop: prepare('DELETE FROM queue_entries WHERE seq = ?'),
    dropBody: prepare('DELETE FROM queue_bodies WHERE seq = ?'),
    dropLedger: prepare('DELETE FROM queue_ledger WHERE seq = ?'),
    again: prepare('UPDATE queue_entries SET attempt = attempt + 1, not_before = ?2 WHERE seq = ?1'),
    leased: prepare('SELECT * FROM queue_entries WHERE lease = ?'),
    note: prepare(
      `INSERT INTO queue_ledger (seq, key, place, line) VALUES (?, ?, ?, ?)
       ON CONFLICT (seq, key) DO UPDATE SET line = excluded.line`,
    ),
    ledger: prepare('SELECT line FROM queue_ledger WHERE seq = ? ORDER BY place'),
  }
}

/** Keys that one transaction forgets: as many as it may put, and not thousands. */
const forgottenAtOnce = 500
