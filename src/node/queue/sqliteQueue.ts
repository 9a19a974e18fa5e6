import type { Queue } from '../../bot/index.js'
import { systemClock } from '../../clock.js'
import { createQueue, type QueueEngine, QueueError, type QueueOptions } from '../../queue/index.js'
import { StorageError } from '../../storage/index.js'
import { errorMessage } from '../../values.js'
import { openShared, type SqliteDatabase } from '../storage/sqliteDatabase.js'
import { sqliteHolder } from '../storage/sqliteHolder.js'
import { type SqliteQueueEngineOptions, sqliteQueueEngine } from './sqliteQueueEngine.js'
import { makeQueueTables } from './sqliteQueueTables.js'

/**
 * A queue in a SQLite file, created if missing. An entry is durable when `put` resolves; several processes on one
 * machine may share the file, also with a storage. Node 22.13 and newer include SQLite; for others install
 * `@photostructure/sqlite`.
 *
 * @param path A file on a local disk.
 * @throws {QueueError} if the file can't be opened or isn't an Earshot database.
 * @example `const queue = await sqliteQueue('bots.db')`
 */
export async function sqliteQueue(path: string, options: QueueOptions = {}): Promise<Queue> {
  const engine = await openSqliteEngine(path, options, 'holds')
  try {
    return createQueue(engine, options)
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** @param holds Whether leases last as long as this process; otherwise they expire. */
export function openSqliteEngine(
  path: string,
  options: SqliteQueueEngineOptions = {},
  holds?: 'holds',
): Promise<QueueEngine> {
  const use = (database: SqliteDatabase) => {
    makeQueueTables(database)
    const holder = holds && sqliteHolder(database, path, options.clock ?? systemClock)
    database.exec(`PRAGMA busy_timeout = ${whileWorking}; PRAGMA wal_autocheckpoint = ${pagesInLog}`)
    return sqliteQueueEngine(database, { ...options, holder })
  }
  return openShared(path, whileOpening, use, (error) => queueErrorOf(error, path))
}

/** Milliseconds to wait for another process that has locked the file, while opening it. */
const whileOpening = 10_000

/** Milliseconds that SQLite blocks this process for a locked file. After that only the call itself waits. */
const whileWorking = 25

/** 16 MB of log before it is copied into the database: by then most entries are finished and never get copied. */
const pagesInLog = 4_000

function queueErrorOf(error: unknown, path: string): QueueError {
  if (error instanceof QueueError) return error
  const { code } = error as { code?: unknown }
  if (error instanceof StorageError && (code === 'missing_package' || code === 'newer_tables' || code === 'failed')) {
    return new QueueError(code, error.message, { cause: error })
  }
  const reason = errorMessage(error)
  return new QueueError(
    'failed',
    `The file can't be used as a queue: "${path}", ${reason}. Check that its folder is writable. Give a file that only Earshot writes to, or a new one.`,
    { cause: error },
  )
}
