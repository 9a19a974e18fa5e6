import { closeSync, openSync } from 'node:fs'
import { StorageError } from '../../storage/index.js'

/** What is used of Node's `DatabaseSync`, which the package for older Nodes has too. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  get(...values: SqliteValue[]): unknown
  all(...values: SqliteValue[]): unknown[]
  run(...values: SqliteValue[]): { changes: number | bigint }
}

export type SqliteValue = string | number | null | Uint8Array

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteDatabase
}

/**
 * Opens a database with the SQLite that Node brings, or with that of a package where Node brings none. A file that is not
 * there is made for this user alone, since it holds what people have said to bots.
 *
 * @throws {StorageError} `missing_package` when there is neither; `failed` when the file can't be opened.
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = nodesOwn() ?? (await ofPackage())
  try {
    if (path !== inMemory) closeSync(openSync(path, 'a', 0o600))
    return new DatabaseSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageError(
      'failed',
      `The database can't be opened: "${path}", ${reason}. Check that its folder is there and may be written to.`,
      { cause: error },
    )
  }
}

/** SQLite's name for a database that is in no file. */
const inMemory = ':memory:'

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
      `SQLite is not there: Node ${process.versions.node} brings none, and its package can't be loaded. ` +
        'Run `npm install @photostructure/sqlite@1`, or take Node 22.13 or newer.',
      { cause: error },
    )
  }
}

function isSqlite(sqlite: unknown): sqlite is SqliteModule {
  return typeof sqlite === 'object' && sqlite !== null && 'DatabaseSync' in sqlite
}
