import type { JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import { type Lease, type LocalOffering, offerLocally, type QueueEngine } from '../../queue/index.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { groupCommit } from './groupCommit.js'
import { sqliteDeadLetters } from './sqliteDeadLetters.js'
import { type Row, sqliteLines } from './sqliteLines.js'
import { stages } from './sqliteQueueTables.js'

export interface SqliteQueueEngineOptions {
  /** What tells when to look for entries that wait for their next attempt. */
  readonly clock?: Clock
  /** Milliseconds between two looks at what other processes have put into the file. 25. */
  readonly pollEvery?: number
  /** Milliseconds for which another process may hold the file before a call fails. 5,000. */
  readonly patience?: number
}

/** A queue's engine in the tables of a database; several processes may have it open. It closes the database. */
export function sqliteQueueEngine(database: SqliteDatabase, options: SqliteQueueEngineOptions = {}): QueueEngine {
  const { clock = systemClock, pollEvery = 25, patience } = options
  const sql = statements(database)
  const lines = sqliteLines(database)
  const dead = sqliteDeadLetters(database)
  const { write, read, flush, isWriting } = groupCommit(database, { patience })
  const offerings = new Set<LocalOffering>()
  let cancelPoll: (() => void) | undefined
  let version = dataVersion()

  return {
    put: (entry, { capacity }, now) =>
      waking(() => {
        if (isKnown(entry.key, now)) return 'known'
        if (held() >= capacity) return 'full'
        sql.forgetKeys.run(now)
        sql.forgetKey.run(entry.key)
        add(entry, [], now)
        return 'kept'
      }),
    async take(leaseUntil, now) {
      // Where there is nothing, other processes are not kept from writing.
      if (!isWriting() && !(await read(() => lines.mayHaveOne(now)))) return undefined
      return write(() => {
        const row = lines.next(now)
        if (row === undefined) return undefined
        const number = lines.count()
        lines.begin(row, number, leaseUntil)
        lines.hasTurn(row.sender)
        const { seq, id, attempt } = row
        const { crashes } = sql.crashes.get(seq) as { crashes: number }
        return { lease: { id, number }, entry: entryOf(seq), attempt, crashes, ledger: ledgerOf(seq) }
      })
    },
    renew: (lease, until) => write(() => withLease(lease, (row) => lines.goOn(row, until))),
    note: (lease, line) => write(() => withLease(lease, ({ seq }) => note(seq, line))),
    settle: (lease, end, { rememberUntil }, now) =>
      waking(() => withLease(lease, (row) => settle(row, end, rememberUntil, now))),
    status: (now) =>
      read(() => {
        const { working } = sql.working.get(now) as { working: number }
        const { oldest } = sql.oldest.get() as { oldest: number | null }
        return { waiting: held() - working, working, dead: dead.count(), oldest: oldest ?? undefined }
      }),
    listDead: (after, limit) => read(() => dead.list(after, limit)),
    getDead: (id) => read(() => dead.get(id)),
    replayDead: (id, now) =>
      waking(() => {
        const letter = dead.remove(id)
        if (letter !== undefined) {
          const known = letter.ledger.filter(({ outcome }) => outcome !== undefined)
          add(letter.entry, known, now)
        }
        return letter !== undefined
      }),
    purgeDead: (id) => write(() => dead.remove(id) !== undefined),
    offer(slot, concurrency) {
      const offering = offerLocally({ slot, concurrency, clock, next: () => read(nextDue) })
      offerings.add(offering)
      cancelPoll ??= pollLater()
      return {
        idle: offering.idle,
        stop() {
          offerings.delete(offering)
          if (offerings.size === 0) stopPolling()
          return offering.stop()
        },
      }
    },
    async close() {
      stopPolling()
      for (const offering of offerings) offering.stop().catch(() => {})
      await flush()
      database.close()
    },
  }

  /** Something may be there to be taken afterwards, and whoever works in this process need not wait to see it. */
  async function waking<T>(work: () => T): Promise<T> {
    const result = await write(work)
    wake()
    return result
  }

  function isKnown(key: string, now: number): boolean {
    return sql.isHere.get(key) !== undefined || sql.isRemembered.get(key, now) !== undefined || dead.knows(key)
  }

  function held(): number {
    return (sql.held.get() as { entries: number }).entries
  }

  function add(entry: QueueEntry, ledger: readonly LedgerLine[], now: number): void {
    const { id, key, conversation, message, sender, arrived } = entry
    const seq = lines.count()
    sql.add.run(seq, id, key, conversation, message, sender, arrived)
    sql.addBody.run(seq, JSON.stringify(entry))
    for (const line of ledger) note(seq, line)
    lines.joins(sender)
    lines.arrange(conversation, now)
  }

  function withLease({ number }: Lease, work: (row: Row) => void): boolean {
    const row = sql.leased.get(number) as Row | undefined
    if (row !== undefined) work(row)
    return row !== undefined
  }

  function note(seq: number, line: LedgerLine): void {
    sql.note.run(seq, line.key, lines.count(), JSON.stringify(line))
  }

  function settle(row: Row, end: JobEnd, rememberUntil: number, now: number): void {
    const { seq, key, conversation, attempt, crashes } = row
    lines.end(row)
    if (end.kind === 'again') sql.again.run(seq, end.at)
    else if (end.kind !== 'given back') {
      if (end.kind === 'done') sql.remember.run(key, rememberUntil)
      else {
        const { reason, error } = end
        const [entry, ledger] = [entryOf(seq), ledgerOf(seq)]
        dead.add({ entry, reason, error, attempts: attempt, crashes, died: now, ledger })
      }
      for (const statement of [sql.drop, sql.dropBody, sql.dropLedger]) statement.run(seq)
      lines.leaves(row.sender)
    }
    lines.arrange(conversation, now)
  }

  function entryOf(seq: number): QueueEntry {
    return JSON.parse((sql.body.get(seq) as { entry: string }).entry) as QueueEntry
  }

  function ledgerOf(seq: number): LedgerLine[] {
    return sql.ledger.all(seq).map((row) => JSON.parse((row as { line: string }).line) as LedgerLine)
  }

  function nextDue() {
    const row = sql.nextDue.get(clock.now()) as { due: number; stage: number } | undefined
    return row && { at: row.due, background: row.stage === stages.working }
  }

  function wake(): void {
    for (const offering of offerings) offering.wake()
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
    isHere: prepare('SELECT 1 FROM queue_entries WHERE key = ?'),
    isRemembered: prepare('SELECT 1 FROM queue_known WHERE key = ? AND until > ?'),
    remember: prepare('INSERT OR REPLACE INTO queue_known VALUES (?, ?)'),
    forgetKey: prepare('DELETE FROM queue_known WHERE key = ?'),
    forgetKeys: prepare(
      `DELETE FROM queue_known WHERE key IN
         (SELECT key FROM queue_known WHERE until <= ? ORDER BY until LIMIT ${forgottenAtOnce})`,
    ),
    held: prepare('SELECT count(*) AS entries FROM queue_entries'),
    working: prepare(`SELECT count(*) AS working FROM queue_entries WHERE due > ?1 AND stage = ${stages.working}`),
    oldest: prepare('SELECT min(arrived) AS oldest FROM queue_entries'),
    nextDue: prepare('SELECT due, stage FROM queue_entries WHERE due > ?1 ORDER BY due LIMIT 1'),
    add: prepare(
      `INSERT INTO queue_entries (seq, id, key, conversation, message, sender, arrived, attempt, crashes, not_before, stage)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, 0, 0, ${stages.behind})`,
    ),
    addBody: prepare('INSERT INTO queue_bodies VALUES (?, ?)'),
    body: prepare('SELECT entry FROM queue_bodies WHERE seq = ?'),
    drop: prepare('DELETE FROM queue_entries WHERE seq = ?'),
    dropBody: prepare('DELETE FROM queue_bodies WHERE seq = ?'),
    dropLedger: prepare('DELETE FROM queue_ledger WHERE seq = ?'),
    again: prepare('UPDATE queue_entries SET attempt = attempt + 1, not_before = ?2 WHERE seq = ?1'),
    crashes: prepare('SELECT crashes FROM queue_entries WHERE seq = ?'),
    leased: prepare('SELECT * FROM queue_entries WHERE lease = ?'),
    note: prepare(
      `INSERT INTO queue_ledger (seq, key, place, line) VALUES (?, ?, ?, ?)
       ON CONFLICT (seq, key) DO UPDATE SET line = excluded.line`,
    ),
    ledger: prepare('SELECT line FROM queue_ledger WHERE seq = ? ORDER BY place'),
  }
}

/** Keys that one put forgets, so that no put waits for thousands. */
const forgottenAtOnce = 100
