import { closeSync, openSync, statSync } from 'node:fs'
import { pause, systemClock } from '../../clock.js'
import { StorageError } from '../../storage/index.js'
import { errorMessage } from '../../values.js'

/** The used part of Node's `DatabaseSync`, which the package for older Nodes has too. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  /** Values are only bound to plain `?`: Node before 22.20 and 24.4 can't bind `?1`. */
  get(...values: SqliteValue[]): unknown
  all(...values: SqliteValue[]): unknown[]
  run(...values: SqliteValue[]): { changes: number | bigint }
}

export type SqliteValue = string | number | null | Uint8Array

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteDatabase
}

/**
 * Opens a database with Node's SQLite, or a package's if Node has none. A missing file is created so that only this
 * user can read it, since it holds what people have said to bots.
 * @throws {StorageError} `missing_package` if there is neither; `failed` if SQLite doesn't work here or the file can't
 * be opened.
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const own = nodesOwn()
  const { DatabaseSync } = own ?? (await ofPackage())
  tryOut(DatabaseSync)
  try {
    if (path !== inMemory) createFile(path)
    const database = new DatabaseSync(path)
    return own ? database : forgettingStatements(database)
  } catch (error) {
    const reason = errorMessage(error)
    throw new StorageError(
      'failed',
      `The database can't be opened: "${path}", ${reason}. Check that its folder exists and is writable.`,
      { cause: error },
    )
  }
}

/**
 * Opens a database for several processes, and passes it to `use`.
 *
 * @param patience Milliseconds for which another process may hold the file.
 * @param failed Creates the error to throw.
 */
export async function openShared<Use>(
  path: string,
  patience: number,
  use: (database: SqliteDatabase) => Use,
  failed: (error: unknown) => unknown,
): Promise<Use> {
  let database: SqliteDatabase | undefined
  try {
    database = await openSqlite(path)
    await writeAhead(database, patience)
    return use(database)
  } catch (error) {
    database?.close()
    throw failed(error)
  }
}

/**
 * Turns on durable write-ahead logging. SQLite doesn't wait for other processes that do the same to a new file,
 * whatever its `busy_timeout`.
 * @param patience Milliseconds for which another process may hold the file.
 */
async function writeAhead(database: SqliteDatabase, patience: number): Promise<void> {
  const end = systemClock.now() + patience
  for (;;) {
    try {
      database.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`)
      return
    } catch (error) {
      if (!isLocked(error) || systemClock.now() > end) throw error
    }
    await pause(systemClock, 10)
  }
}

/** Whether another process has locked the file. Node's SQLite and the package both report it by error number. */
export function isLocked(error: unknown): boolean {
  const { errcode } = Object(error) as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === 5
}

/** SQLite's name for an in-memory database. */
const inMemory = ':memory:'

/**
 * Whether a thread may open the file too. The package for Nodes without SQLite ends the process if it is called in a thread that
 * ends.
 */
export const isForThreads = (path: string) => path !== inMemory && nodesOwn() !== undefined

/**
 * Never opens and closes an existing file. By POSIX, closing any descriptor of a file drops all locks that the process
 * holds on it; another process could then delete the -wal file while this one still writes to it.
 */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error
  }
}

/**
 * Runs each kind of statement that Earshot needs, in memory, so that a SQLite which can't run them is noticed at start rather than at the
 * first delivery.
 */
function tryOut(DatabaseSync: SqliteModule['DatabaseSync']): void {
  try {
    const database = new DatabaseSync(inMemory)
    database.exec('CREATE TABLE trial (name TEXT PRIMARY KEY, value BLOB NOT NULL); BEGIN IMMEDIATE')
    const insert = database.prepare("INSERT INTO trial VALUES (?, coalesce(?, x''))")
    insert.run('bytes', new Uint8Array([0, 255]))
    insert.run('none', new TextEncoder().encode(''))
    const row = database.prepare('UPDATE trial SET name = ? WHERE name = ? RETURNING name').get('some', 'bytes')
    database.exec('COMMIT')
    const rows = database
      .prepare('SELECT name, value FROM trial WHERE name IN (SELECT value FROM json_each(?)) ORDER BY name')
      .all('["some", "none"]')
    database.close()
    const result = JSON.stringify([row, rows])
    if (result !== expected) throw new Error(`a trial statement gave ${result}`)
  } catch (error) {
    const reason = errorMessage(error)
    throw new StorageError(
      'failed',
      `SQLite doesn't work on Node ${process.versions.node}: ${reason}. Install the newest release of Node 22 or 24.`,
      { cause: error },
    )
  }
}

const expected = JSON.stringify([
  { name: 'some' },
  [
    { name: 'none', value: new Uint8Array() },
    { name: 'some', value: new Uint8Array([0, 255]) },
  ],
])

function nodesOwn(): SqliteModule | undefined {
  const sqlite: unknown = process.getBuiltinModule?.('node:sqlite')
  return isSqlite(sqlite) ? sqlite : undefined
}

async function ofPackage(): Promise<SqliteModule> {
  try {
    return await import('@photostructure/sqlite')
  } catch (error) {
    throw new StorageError(
      'missing_package',
      `SQLite is missing: Node ${process.versions.node} doesn't include it, and @photostructure/sqlite can't be loaded. ` +
        'Run `npm install @photostructure/sqlite@1`, or use Node 22.13 or newer.',
      { cause: error },
    )
  }
}

/**
 * The package leaves files open as long as any statement of a closed database is in memory, and then keeps the files of all later
 * connections open too. So a closed database must not keep its statements, whoever keeps the database.
 */
function forgettingStatements(database: SqliteDatabase): SqliteDatabase {
  const forgetting: (() => void)[] = []
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      let statement: SqliteStatement | undefined = database.prepare(sql)
      forgetting.push(() => {
        statement = undefined
      })
      const open = () => {
        if (statement) return statement
        throw new Error('database is not open')
      }
      return {
        get: (...values) => open().get(...values),
        all: (...values) => open().all(...values),
        run: (...values) => open().run(...values),
      }
    },
    close() {
      for (const forget of forgetting) forget()
      database.close()
    },
  }
}

function isSqlite(sqlite: unknown): sqlite is SqliteModule {
  return typeof sqlite === 'object' && sqlite !== null && 'DatabaseSync' in sqlite
}

/**
 * Returns a check that throws if a file of this open database was deleted, moved or replaced: what is written then
 * would be lost. It only looks at the files' paths, and opens none of them.
 */
export function fileInPlace(database: SqliteDatabase): () => void {
  const { file } = database.prepare('PRAGMA database_list').get() as { file: string }
  const opened = ['', '-wal', '-shm'].map((end) => `${file}${end}`).map((path) => ({ path, id: idOf(path) }))
  return () => {
    const gone = opened.find(({ path, id }) => id !== undefined && id !== idOf(path))
    if (gone === undefined) return
    throw new Error(
      `"${gone.path}" was deleted, moved or replaced while this process had it open, so nothing written now would last. ` +
        'Put the file back if it was moved, then restart the process',
    )
  }
}

/** Identifies the file at a path; undefined if there is none, as for a database in memory. */
function idOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() ? `${stat.dev} ${stat.ino}` : undefined
}

/** A step of both storage and queue, which may share the file. */
export const processBeats = `CREATE TABLE IF NOT EXISTS process_beats (id TEXT PRIMARY KEY, beat REAL NOT NULL) WITHOUT ROWID`

/**
 * The steps that create the tables. A published step never changes; a change is another step. All other names begin with
 * `storage_`, since the file may also contain other tables.
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

  processBeats,
]

export function makeTables(database: SqliteDatabase): void {
  bringTables(database, 'storage', steps)
}

/**
 * Upgrades the tables of one part to this version in one transaction, even if other processes do the same.
 * @param part What the names of the part's tables begin with.
 * @throws {StorageError} `newer_tables` if a later version has upgraded them.
 */
export function bringTables(
  database: SqliteDatabase,
  part: 'storage' | 'queue' | 'process',
  steps: readonly string[],
): void {
  // If there is nothing to do, this doesn't wait for writers.
  if (stepsDone(database, part) === steps.length) return
  inTransaction(database, () => {
    const done = stepsDone(database, part)
    if (done > steps.length) {
      throw new StorageError(
        'newer_tables',
        `The database was written by a later version: its tables are at step ${done}, and this version knows ` +
          `${steps.length}. Update Earshot, or use another file.`,
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

/** Runs the work with no other writer in between; rolls all of it back if it fails. */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk already ends the transaction; the first error is the one that matters.
    try {
      database.exec('ROLLBACK')
    } catch {}
    throw error
  }
}
