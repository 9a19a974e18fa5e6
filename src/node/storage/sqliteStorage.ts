import { systemClock } from '../../clock.js'
import {
  createStorage,
  type Storage,
  type StorageEngine,
  type StorageEntry,
  StorageError,
  type StorageOptions,
} from '../../storage/index.js'
import { errorMessage } from '../../values.js'
import { fileInPlace, inTransaction, makeTables, openShared, type SqliteDatabase } from './sqliteDatabase.js'
import { sqliteHolder } from './sqliteHolder.js'

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
  const use = (database: SqliteDatabase) => {
    makeTables(database)
    const holder = sqliteHolder(database, path, options?.clock ?? systemClock)
    const engine = sqliteEngine(database)
    const close = async () => {
      await holder.close()
      await engine.close()
    }
    return Object.assign(createStorage({ ...engine, close }, options), { holder })
  }
  return openShared(path, patience, use, (error) => {
    if (error instanceof StorageError) return error
    const reason = errorMessage(error)
    return new StorageError(
      'failed',
      `The file can't be used as a storage: "${path}", ${reason}. Check that its folder is writable. Give a file that only Earshot writes to, or a new one.`,
      { cause: error },
    )
  })
}

/** Milliseconds for which another process may hold the file before a call fails; each holds it for about one. */
const patience = 10_000

/** Keeps entries in the tables of a database. Values are stored as UTF-8 bytes, since SQLite's texts end at NUL. */
export function sqliteEngine(database: SqliteDatabase): StorageEngine {
  const find = database.prepare(`SELECT * FROM storage_entries WHERE key = ? AND ${isThere}`)
  const page = database.prepare(
    `SELECT * FROM storage_entries WHERE key >= ? AND key < CAST(? AS TEXT) AND key > ? AND ${isThere}
     ORDER BY key LIMIT ?`,
  )
  const below = database.prepare(
    'SELECT EXISTS (SELECT 1 FROM storage_entries WHERE key >= ? AND key < CAST(? AS TEXT)) AS isThere',
  )
  const nextVersion = database.prepare('UPDATE storage_versions SET last = last + 1 RETURNING last')
  // Node 22.13 binds the bytes of '' as NULL.
  const put = database.prepare(
    `INSERT INTO storage_entries (key, value, version, expires_at) VALUES (?, coalesce(?, x''), ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
  )
  const take = database.prepare('DELETE FROM storage_entries WHERE key = ?')
  const sweep = database.prepare(
    `DELETE FROM storage_entries WHERE key IN
       (SELECT key FROM storage_entries WHERE expires_at <= ? ORDER BY expires_at LIMIT ${sweptAtOnce})`,
  )
  const read = (key: string, now: number) => {
    const row = find.get(key, now)
    return row === undefined ? undefined : entryOf(row)
  }

  const check = fileInPlace(database)
  const written = <T>(work: () => T): T => {
    const result = inTransaction(database, work)
    check()
    return result
  }

  /**
   * The cached answer of `mayHold`, which callers ask for repeatedly. It stays valid until this process can hear of
   * messages, or of changes by other processes.
   */
  let asked: { readonly prefix: string; readonly mayHold: boolean } | undefined
  const forget = () => {
    asked = undefined
  }
  const holdsAny = (prefix: string) => {
    try {
      return (below.get(prefix, endOf(prefix)) as { isThere: 0 | 1 }).isThere === 1
    } catch {
      return true
    }
  }

  return {
    read,
    readMany: (keys, now) => keys.map((key) => read(key, now)),
    write({ key, value, expiresAt, onlyIf }, now) {
      forget()
      return written(() => {
        if (onlyIf !== undefined && onlyIf !== (read(key, now)?.version ?? 'absent')) return undefined
        sweep.run(now)
        const { last } = nextVersion.get() as { last: number }
        put.run(key, encoder.encode(value), last, expiresAt ?? null)
        return last
      })
    },
    remove({ key, onlyIf }, now) {
      forget()
      return written(() => {
        const version = read(key, now)?.version
        if (onlyIf !== undefined && onlyIf !== version) return 'conflict'
        take.run(key)
        return version === undefined ? 'absent' : 'removed'
      })
    },
    list: ({ prefix, after, limit }, now) => page.all(prefix, endOf(prefix), after ?? '', now, limit).map(entryOf),
    mayHold(prefix) {
      if (asked?.prefix !== prefix) {
        asked = { prefix, mayHold: holdsAny(prefix) }
        process.nextTick(forget)
      }
      return asked.mayHold
    },
    close: () => database.close(),
  }
}

const isThere = '(expires_at IS NULL OR expires_at > ?)'

/** Maximum number of expired entries that one write removes, so that no write waits for thousands. */
const sweptAtOnce = 100

function entryOf(row: unknown): StorageEntry {
  // Earshot created the tables, so a row has these columns.
  const { key, value, version, expires_at } = row as Row
  return { key, value: decoder.decode(value), version, ...(expires_at !== null && { expiresAt: expires_at }) }
}

/** UTF-8 never contains the last byte, so the range ends where the prefix does. */
function endOf(prefix: string): Uint8Array {
  return new Uint8Array([...encoder.encode(prefix), 0xff])
}

interface Row {
  readonly key: string
  readonly value: Uint8Array
  readonly version: number
  readonly expires_at: number | null
}

const encoder = new TextEncoder()
/** Keeps a leading byte order mark. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
