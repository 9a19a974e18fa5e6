import { bringTables, processBeats, type SqliteDatabase } from '../storage/sqliteDatabase.js'

/**
 * The steps that create the tables. A published step never changes; a change is another step. All names begin with
 * `queue_`, since the file may also contain a storage and the tables of other programs.
 */
const steps: readonly string[] = [
  // `last` is one counter for everything that has an order: entries by arrival, turns of senders, leases.
  `CREATE TABLE queue_counter (last INTEGER NOT NULL, entries INTEGER NOT NULL);
   INSERT INTO queue_counter VALUES (0, 0);

   CREATE TABLE queue_entries (
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL,
     key TEXT NOT NULL UNIQUE,
     bot TEXT NOT NULL,
     conversation TEXT NOT NULL,
     message INTEGER NOT NULL,
     sender TEXT NOT NULL,
     arrived REAL NOT NULL,
     attempt INTEGER NOT NULL,
     crashes INTEGER NOT NULL,
     not_before REAL NOT NULL,
     stage INTEGER NOT NULL,
     due REAL,
     lease INTEGER,
     trace TEXT,
     ledger TEXT NOT NULL,
     notification TEXT NOT NULL
   );
   CREATE INDEX queue_entries_in_order ON queue_entries (conversation, message);
   CREATE INDEX queue_entries_by_age ON queue_entries (arrived);
   CREATE INDEX queue_entries_by_sender ON queue_entries (sender, stage, message);
   CREATE UNIQUE INDEX queue_entries_first ON queue_entries (conversation) WHERE stage > 0;
   CREATE INDEX queue_entries_due ON queue_entries (due) WHERE due IS NOT NULL;
   CREATE UNIQUE INDEX queue_entries_leased ON queue_entries (conversation) WHERE lease IS NOT NULL;

   CREATE TABLE queue_senders (sender TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
   CREATE INDEX queue_senders_in_turn ON queue_senders (place);

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

  'CREATE UNIQUE INDEX queue_entries_by_lease ON queue_entries (lease) WHERE lease IS NOT NULL',

  `ALTER TABLE queue_entries ADD COLUMN holder TEXT;
   CREATE INDEX queue_entries_by_holder ON queue_entries (holder) WHERE holder IS NOT NULL;
   CREATE TABLE queue_clock (system TEXT NOT NULL, ahead REAL NOT NULL);
   INSERT INTO queue_clock VALUES ('', 0);`,

  processBeats,
]

/**
 * An entry's stage in its conversation. At most one entry of a conversation isn't `behind`: the first one, or the one
 * being handled.
 */
export const stages = {
  behind: 0,
  ready: 1,
  /** It waits for its next attempt, until `due`. */
  later: 2,
  /** Its lease expires at `due`; one with a holder lasts as long as that. */
  working: 3,
} as const

export function makeQueueTables(database: SqliteDatabase): void {
  bringTables(database, 'queue', steps)
}

export function queueStatements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    dataVersion: prepare('PRAGMA data_version'),
    counter: prepare('SELECT last, entries FROM queue_counter'),
    setCounter: prepare('UPDATE queue_counter SET last = ?, entries = ?'),

    isKnown: prepare(
      `SELECT 1 FROM queue_entries WHERE key = ?
       UNION ALL SELECT 1 FROM queue_dead WHERE key = ?
       UNION ALL SELECT 1 FROM queue_known WHERE key = ? AND until > ?`,
    ),
    remember: prepare('INSERT OR REPLACE INTO queue_known (key, until) VALUES (?, ?)'),
    forget: prepare('DELETE FROM queue_known WHERE key = ?'),
    forgetKeys: prepare(
      `DELETE FROM queue_known WHERE key IN
         (SELECT key FROM queue_known WHERE until <= ? ORDER BY until LIMIT ${forgottenAtOnce})`,
    ),

    add: prepare(
      `INSERT INTO queue_entries
         (seq, id, key, bot, conversation, message, sender, arrived, trace, ledger, notification,
          stage, attempt, crashes, not_before)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 0)`,
    ),
    removeLeased: prepare('DELETE FROM queue_entries WHERE lease = ? RETURNING conversation, sender, key'),
    setLedger: prepare('UPDATE queue_entries SET ledger = ? WHERE seq = ?'),
    setStage: prepare('UPDATE queue_entries SET stage = ?, due = ? WHERE seq = ?'),

    first: prepare('SELECT seq, not_before FROM queue_entries WHERE conversation = ? ORDER BY message, seq LIMIT 1'),
    current: prepare('SELECT seq, stage, due FROM queue_entries WHERE conversation = ? AND stage > 0'),
    due: prepare(`SELECT conversation FROM queue_entries WHERE due <= ? ORDER BY due LIMIT ${dueAtOnce}`),
    nextDue: prepare('SELECT due, stage FROM queue_entries WHERE due IS NOT NULL ORDER BY due LIMIT 1'),
    shorten: prepare(`UPDATE queue_entries SET due = ? WHERE due > ? AND stage = ${stages.working} AND holder IS NULL`),

    clock: prepare('SELECT system, ahead FROM queue_clock'),
    setClock: prepare('UPDATE queue_clock SET system = ?, ahead = ?'),
    shift: prepare(
      `UPDATE queue_entries SET due = due + ?, not_before = not_before + ? WHERE due IS NOT NULL AND stage = ${stages.later}`,
    ),
    shiftKnown: prepare('UPDATE queue_known SET until = until + ?'),

    next: prepare(nextEntry('true')),
    nextExcept: prepare(nextEntry('queue_senders.sender NOT IN (SELECT value FROM json_each(?))')),
    joinLine: prepare('INSERT OR IGNORE INTO queue_senders (sender, place) VALUES (?, ?)'),
    hasTurn: prepare('UPDATE queue_senders SET place = ? WHERE sender = ?'),
    leaveLine: prepare(
      'DELETE FROM queue_senders WHERE sender = ? AND NOT EXISTS (SELECT 1 FROM queue_entries WHERE sender = ?)',
    ),

    lease: prepare(
      `UPDATE queue_entries SET lease = ?, due = ?, holder = ?, crashes = ?, stage = ${stages.working} WHERE seq = ?`,
    ),
    hold: prepare('UPDATE queue_entries SET holder = ? WHERE seq = ?'),
    otherHolders: prepare('SELECT DISTINCT holder FROM queue_entries WHERE holder <> ?'),
    held: prepare('SELECT 1 FROM queue_entries WHERE holder = ? LIMIT 1'),
    expire: prepare('UPDATE queue_entries SET due = ?, holder = NULL, attempt = attempt + ? WHERE holder = ?'),
    leased: prepare('SELECT seq, conversation, not_before, ledger FROM queue_entries WHERE lease = ?'),
    leasedEntry: prepare('SELECT * FROM queue_entries WHERE lease = ?'),
    loseOtherLease: prepare(
      `UPDATE queue_entries SET lease = NULL, holder = NULL, crashes = crashes + 1
       WHERE conversation = ? AND lease IS NOT NULL AND seq <> ?`,
    ),
    release: prepare(
      `UPDATE queue_entries
       SET lease = NULL, holder = NULL, stage = ${stages.behind}, due = NULL, attempt = attempt + ?, not_before = ? WHERE seq = ?`,
    ),

    status: prepare(
      `SELECT entries,
         (SELECT count(*) FROM queue_entries WHERE due > ? AND stage = ${stages.working}) AS working,
         (SELECT count(*) FROM queue_dead) AS dead,
         (SELECT min(arrived) FROM queue_entries) AS oldest
       FROM queue_counter`,
    ),
    bury: prepare('INSERT INTO queue_dead (id, key, died, letter) VALUES (?, ?, ?, ?)'),
    deadFirst: prepare('SELECT letter FROM queue_dead ORDER BY died, id LIMIT ?'),
    deadAfter: prepare(
      `SELECT letter FROM queue_dead
       WHERE (died, id) > (SELECT died, id FROM queue_dead WHERE id = ? ORDER BY died LIMIT 1)
       ORDER BY died, id LIMIT ?`,
    ),
    dead: prepare('SELECT letter FROM queue_dead WHERE id = ? ORDER BY died LIMIT 1'),
    removeDead: prepare(
      `DELETE FROM queue_dead
       WHERE number = (SELECT number FROM queue_dead WHERE id = ? ORDER BY died LIMIT 1) RETURNING letter`,
    ),
  }
}

/** The next entry of the sender whose last turn is longest ago. */
const nextEntry = (whose: string) =>
  `SELECT entry.* FROM queue_senders CROSS JOIN queue_entries AS entry
   WHERE ${whose} AND entry.seq = (
     SELECT seq FROM queue_entries
     WHERE sender = queue_senders.sender AND stage = ${stages.ready} ORDER BY message, seq LIMIT 1
   )
   ORDER BY queue_senders.place LIMIT 1`

/** Maximum number of other rows that one transaction changes, so that none takes long. */
const [forgottenAtOnce, dueAtOnce] = [100, 100]
