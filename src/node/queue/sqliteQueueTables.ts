import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { bringTables } from '../storage/sqliteTables.js'

/**
 * What makes the tables, step by step. A step that was published stays as it is; a change is another step. The names
 * begin with `queue_`, so that a storage, and tables of others, may be in the same file.
 */
const steps: readonly string[] = [
  // One count for all that has to be in an order: entries as they came, turns of senders, leases, lines of ledgers.
  `CREATE TABLE queue_counter (last INTEGER NOT NULL);
   INSERT INTO queue_counter VALUES (0);

   CREATE TABLE queue_entries (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     key TEXT NOT NULL UNIQUE,
     conversation TEXT NOT NULL,
     message INTEGER NOT NULL,
     sender TEXT NOT NULL,
     arrived REAL NOT NULL,
     attempt INTEGER NOT NULL,
     crashes INTEGER NOT NULL,
     not_before REAL NOT NULL,
     stage INTEGER NOT NULL,
     due REAL,
     lease INTEGER
   );
   CREATE INDEX queue_entries_in_order ON queue_entries (conversation, message);
   CREATE INDEX queue_entries_by_age ON queue_entries (arrived);
   CREATE UNIQUE INDEX queue_entries_first ON queue_entries (conversation) WHERE stage > 0;
   CREATE INDEX queue_entries_ready ON queue_entries (sender, message) WHERE stage = 1;
   CREATE INDEX queue_entries_due ON queue_entries (due) WHERE due IS NOT NULL;
   CREATE UNIQUE INDEX queue_entries_lease ON queue_entries (lease) WHERE lease IS NOT NULL;
   CREATE UNIQUE INDEX queue_entries_leased ON queue_entries (conversation) WHERE lease IS NOT NULL;

   CREATE TABLE queue_bodies (seq INTEGER PRIMARY KEY, entry TEXT NOT NULL);

   CREATE TABLE queue_ledger (
     seq INTEGER NOT NULL,
     key TEXT NOT NULL,
     place INTEGER NOT NULL,
     line TEXT NOT NULL,
     PRIMARY KEY (seq, key)
   ) WITHOUT ROWID;

   CREATE TABLE queue_senders (
     sender TEXT PRIMARY KEY,
     place INTEGER NOT NULL,
     entries INTEGER NOT NULL,
     ready INTEGER NOT NULL
   ) WITHOUT ROWID;
   CREATE INDEX queue_senders_ready ON queue_senders (place) WHERE ready = 1;

   CREATE TABLE queue_known (key TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
   CREATE INDEX queue_known_until ON queue_known (until);

   CREATE TABLE queue_dead (
     number INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     key TEXT NOT NULL UNIQUE,
     died REAL NOT NULL,
     letter TEXT NOT NULL
   );
   CREATE INDEX queue_dead_by_id ON queue_dead (id);
   CREATE INDEX queue_dead_in_order ON queue_dead (died, id);`,

  // What an entry says stands by itself, so that it need not be made JSON a second time. Where there is none, the entry has
  // it. Whoever has a lease knows of what, and there are few leases, so they are found by their conversations.
  `ALTER TABLE queue_bodies ADD COLUMN notification TEXT;
   DROP INDEX queue_entries_lease;`,
]

/**
 * Where an entry stands in its conversation. At most one of a conversation is anything but behind: the first one, or the
 * one that somebody works on.
 */
export const stages = {
  behind: 0,
  ready: 1,
  /** It waits for its next attempt. */
  later: 2,
  working: 3,
} as const

export type Stage = (typeof stages)[keyof typeof stages]

/** @throws {StorageError} `newer_tables` when a later version was here. */
export function makeQueueTables(database: SqliteDatabase): void {
  bringTables(database, 'queue', steps)
}
