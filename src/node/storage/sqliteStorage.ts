import { createStorage, type Storage, StorageError, type StorageOptions } from '../../storage/index.js'
import { openSqlite, writeAhead } from './sqliteDatabase.js'
import { sqliteEngine } from './sqliteEngine.js'
import { makeTables } from './sqliteTables.js'

/**
 * A storage in a SQLite file, created if missing. Writes are durable when the call resolves; several processes on one
 * machine may share the file. Node 22.13 and newer include SQLite; for others
 * install `@photostructure/sqlite`.
 *
 * @param path A file on a local disk.
 * @throws {StorageError} if the file can't be opened or isn't an Earshot database.
 * @example `await serve(bot, { storage: await sqliteStorage('bot.sqlite') })`
 */
export async function sqliteStorage(path: string, options?: StorageOptions): Promise<Storage> {
  const database = await openSqlite(path)
  try {
    await writeAhead(database, patience)
    makeTables(database)
    return createStorage(sqliteEngine(database), options)
  } catch (error) {
    database.close()
    if (error instanceof StorageError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageError(
      'failed',
      `The file can't be used as a storage: "${path}", ${reason}. Give a file that only Earshot writes to, or a new one.`,
      { cause: error },
    )
  }
}

/** Milliseconds for which another process may hold the file before a call fails; each holds it for about one. */
const patience = 10_000
