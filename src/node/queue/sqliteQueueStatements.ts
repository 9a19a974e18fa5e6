import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { stages } from './sqliteQueueTables.js'

/** What the engine says to its tables, but for who comes next. */
export function sqliteQueueStatements(database: SqliteDatabase) {
  const prepare = (text: string) => database.prepare(text)
  return {
    dataVersion: prepare('PRAGMA data_version'),
    known: prepare(
      `SELECT
         EXISTS (SELECT 1 FROM queue_entries WHERE key = ?) OR EXISTS (SELECT 1 FROM queue_dead WHERE key = ?) AS kept,
         (SELECT until FROM queue_known WHERE key = ?) AS until,
         EXISTS (SELECT 1 FROM queue_entries WHERE conversation = ?) AS behind`,
    ),
    remember: prepare("INSERT OR REPLACE INTO queue_known SELECT value ->> '$[0]', value ->> '$[1]' FROM json_each(?)"),
    forgetKey: prepare('DELETE FROM queue_known WHERE key = ?'),
    forgetKeys: prepare(
      `DELETE FROM queue_known WHERE key IN
         (SELECT key FROM queue_known WHERE until <= ? ORDER BY until LIMIT ${forgottenAtOnce})`,
    ),
    count: prepare('SELECT count(*) AS entries FROM queue_entries'),
    working: prepare(`SELECT count(*) AS working FROM queue_entries WHERE due > ? AND stage = ${stages.working}`),
    oldest: prepare('SELECT min(arrived) AS oldest FROM queue_entries'),
    nextDue: prepare('SELECT due, stage FROM queue_entries WHERE due > ? ORDER BY due LIMIT 1'),
    add: prepare(
      `INSERT INTO queue_entries
         (seq, id, key, conversation, message, sender, arrived, attempt, crashes, not_before, stage, lease, due)
       VALUES (?, ?, ?, ?, ?, ?, ?, 1, 0, 0, ?, ?, ?)`,
    ),
    addBody: prepare('INSERT INTO queue_bodies (seq, entry, notification) VALUES (?, ?, ?)'),
    body: prepare('SELECT entry, notification FROM queue_bodies WHERE seq = ?'),
    drop: prepare('DELETE FROM queue_entries WHERE seq = ? AND lease = ?'),
    // A lease is of one entry for ever.
    dropAll: prepare(
      `DELETE FROM queue_entries
       WHERE seq IN (SELECT value FROM json_each(?)) AND lease IN (SELECT value FROM json_each(?))
       RETURNING seq`,
    ),
    dropBodies: prepare('DELETE FROM queue_bodies WHERE seq IN (SELECT value FROM json_each(?))'),
    dropLedgers: prepare('DELETE FROM queue_ledger WHERE seq IN (SELECT value FROM json_each(?))'),
    release: prepare(
      `UPDATE queue_entries SET lease = NULL, stage = ${stages.behind}, due = NULL WHERE seq = ? AND lease = ?`,
    ),
    again: prepare('UPDATE queue_entries SET attempt = attempt + ?, not_before = ? WHERE seq = ?'),
    isHeld: prepare('SELECT 1 FROM queue_entries WHERE seq = ? AND lease = ?'),
    leased: prepare('SELECT *, 1 AS noted FROM queue_entries WHERE lease = ?'),
    note: prepare(`INSERT INTO queue_ledger (seq, key, place, line) VALUES (?, ?, ?, ?) ${orInItsPlace}`),
    noteHeld: prepare(
      `INSERT INTO queue_ledger (seq, key, place, line)
       SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM queue_entries WHERE seq = ? AND lease = ?) ${orInItsPlace}`,
    ),
    ledger: prepare('SELECT line FROM queue_ledger WHERE seq = ? ORDER BY place'),
  }
}

export type SqliteQueueStatements = ReturnType<typeof sqliteQueueStatements>

/** What is known of something that is to be put. */
export interface KnownRow {
  /** Whether it is there already. */
  readonly kept: 0 | 1
  /** UNIX milliseconds until which it is known that it was done. */
  readonly until: number | null
  /** Whether others of its conversation are before it. */
  readonly behind: 0 | 1
}

/** Keys that one transaction forgets: as many as it may put, and not thousands. */
const forgottenAtOnce = 500

const orInItsPlace = 'ON CONFLICT (seq, key) DO UPDATE SET line = excluded.line'
