import { StorageError } from '../../storage/index.js'
import type { SqliteDatabase } from './sqliteDatabase.js'

/**
 * What makes the tables, step by step. A step that was published stays as it is; a change is another step. The names
 * begin with `storage_`, so that the file may hold tables of others.
 */
const steps: readonly string[] = [
  `CREATE TABLE storage_entries (
     key TEXT PRIMARY KEY,
     value BLOB NOT NULL,
     version INTEGER NOT NULL,
     expires_at INTEGER
   ) WITHOUT ROWID;
   CREATE INDEX storage_expiry ON storage_entries (expires_at) WHERE expires_at IS NOT NULL;
   CREATE TABLE storage_versions (last INTEGER NOT NULL);
   INSERT INTO storage_versions VALUES (0);`,
]

/** @throws {StorageError} `newer_tables` when a later version was here. */
export function makeTables(database: SqliteDatabase): void {
  bringTables(database, 'storage', steps)
}

/**
 * Brings the tables of one part to what this version works with, all or nothing, whoever else is doing the same.
 *
 * @param part What the names of its tables begin with.
 * @throws {StorageError} `newer_tables` when a later version was here.
 */
export function bringTables(database: SqliteDatabase, part: 'storage' | 'queue', steps: readonly string[]): void {
  // Where there is nothing to do, nobody who writes is waited for.
  if (stepsDone(database, part) === steps.length) return
  inTransaction(database, () => {
    const done = stepsDone(database, part)
    if (done > steps.length) {
      throw new StorageError(
        'newer_tables',
        `The database was written by a later version: its tables are at step ${done}, and this version knows ` +
          `${steps.length}. Update Earshot, or take another file.`,
      )
    }
    database.exec(`CREATE TABLE IF NOT EXISTS ${part}_schema (step INTEGER PRIMARY KEY)`)
    for (const [index, sql] of steps.entries()) {
      if (index < done) continue
      database.exec(sql)
      database.prepare(`INSERT INTO ${part}_schema VALUES (?)`).run(index + 1)
    }
  })
}

function stepsDone(database: SqliteDatabase, part: string): number {
  const table = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(`${part}_schema`)
  if (table === undefined) return 0
  return (database.prepare(`SELECT count(*) AS done FROM ${part}_schema`).get() as { done: number }).done
}

/** Runs the work with nobody writing in between; undone as a whole when it fails. */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A disk that is full ends the transaction by itself; what counts is the error that came first.
    try {
      database.exec('ROLLBACK')
    } catch {}
    throw error
  }
}
