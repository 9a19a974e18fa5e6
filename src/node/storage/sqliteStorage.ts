import { createStorage, type Storage, StorageError, type StorageOptions } from '../../storage/index.js'
import { openSqlite, writeAhead } from './sqliteDatabase.js'
import { sqliteEngine } from './sqliteEngine.js'
import { makeTables } from './sqliteTables.js'

/**
 * A storage in a file of SQLite, made if it is not there. What was written is on the disk when the call ends and
 * survives a crash; several processes of one machine may share the file. Node 22.13 and newer bring SQLite; for others
 * install `@photostructure/sqlite`.
 *
 * @param path A file on a disk of this machine.
 * @throws {StorageError} when the file can't be had, or is no database of ours.
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
