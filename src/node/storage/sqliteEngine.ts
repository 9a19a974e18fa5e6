import type { Entry, StorageEngine } from '../../storage/index.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import { inTransaction } from './sqliteTables.js'

/** Keeps entries in the tables of a database. Values are stored as UTF-8 bytes, since SQLite's texts end at NUL. */
export function sqliteEngine(database: SqliteDatabase): StorageEngine {
  const find = database.prepare(`SELECT * FROM storage_entries WHERE key = ?1 AND ${isThere}`)
  const page = database.prepare(
    // The last byte is one that UTF-8 never has, so that the range ends where the prefix does.
    `SELECT * FROM storage_entries WHERE key >= ?1 AND key < CAST(?3 AS TEXT) AND key > ?4 AND ${isThere}
     ORDER BY key LIMIT ?5`,
  )
  const nextVersion = database.prepare('UPDATE storage_versions SET last = last + 1 RETURNING last')
  const put = database.prepare(
    `INSERT INTO storage_entries (key, value, version, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
  )
  const take = database.prepare('DELETE FROM storage_entries WHERE key = ?')
  const sweep = database.prepare(
    `DELETE FROM storage_entries WHERE key IN
       (SELECT key FROM storage_entries WHERE expires_at <= ? ORDER BY expires_at LIMIT ${sweptAtOnce})`,
  )
  const versionOf = (key: string, now: number) => {
    const row = find.get(key, now)
    return row === undefined ? undefined : entryOf(row).version
  }

  return {
    read(key, now) {
      const row = find.get(key, now)
      return row === undefined ? undefined : entryOf(row)
    },
    write: ({ key, value, expiresAt, onlyIf }, now) =>
      inTransaction(database, () => {
        if (onlyIf !== undefined && onlyIf !== (versionOf(key, now) ?? 'absent')) return undefined
        sweep.run(now)
        const { last } = nextVersion.get() as { last: number }
        put.run(key, encoder.encode(value), last, expiresAt ?? null)
        return last
      }),
    remove: ({ key, onlyIf }, now) =>
      inTransaction(database, () => {
        const version = versionOf(key, now)
        if (onlyIf !== undefined && onlyIf !== version) return 'conflict'
        take.run(key)
        return version === undefined ? 'absent' : 'removed'
      }),
    list: ({ prefix, after, limit }, now) =>
      page.all(prefix, now, new Uint8Array([...encoder.encode(prefix), 0xff]), after ?? '', limit).map(entryOf),
    close: () => database.close(),
  }
}

const isThere = '(expires_at IS NULL OR expires_at > ?2)'

/** Expired entries that one write takes away, so that no write waits for thousands. */
const sweptAtOnce = 100

function entryOf(row: unknown): Entry {
  // The tables are our own: their columns say what a row is.
  const { key, value, version, expires_at } = row as Row
  return { key, value: decoder.decode(value), version, ...(expires_at !== null && { expiresAt: expires_at }) }
}

interface Row {
  readonly key: string
  readonly value: Uint8Array
  readonly version: number
  readonly expires_at: number | null
}

const encoder = new TextEncoder()
/** Keeps a byte order mark that a text begins with. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
