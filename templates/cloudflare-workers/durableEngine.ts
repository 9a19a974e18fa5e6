import type { StorageEngine, StorageEntry } from 'earshot/storage'

/** Keeps what the bot remembers in the database that a Durable Object has. */
export function durableEngine(storage: DurableObjectStorage): StorageEngine {
  const { sql } = storage
  sql.exec(tables)
  const find = (key: string, now: number) =>
    sql.exec<Row>(`SELECT * FROM entries WHERE key = ? AND ${isThere}`, key, now).toArray().map(entryOf)[0]

  return {
    read: find,
    write: ({ key, value, expiresAt, onlyIf }, now) =>
      storage.transactionSync(() => {
        if (onlyIf !== undefined && onlyIf !== (find(key, now)?.version ?? 'absent')) return undefined
        sql.exec('DELETE FROM entries WHERE expires_at <= ?', now)
        const { last } = sql.exec<{ last: number }>('UPDATE versions SET last = last + 1 RETURNING last').one()
        sql.exec('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)', key, encode(value), last, expiresAt ?? null)
        return last
      }),
    remove: ({ key, onlyIf }, now) =>
      storage.transactionSync(() => {
        const version = find(key, now)?.version
        if (onlyIf !== undefined && onlyIf !== version) return 'conflict'
        sql.exec('DELETE FROM entries WHERE key = ?', key)
        return version === undefined ? 'absent' : 'removed'
      }),
    list: ({ prefix, after = '', limit }, now) =>
      sql
        .exec<Row>(
          `SELECT * FROM entries WHERE key >= ? AND key < CAST(? AS TEXT) AND key > ? AND ${isThere} ORDER BY key LIMIT ?`,
          prefix,
          // No text of UTF-8 has this byte, so that the range ends where the prefix does.
          new Uint8Array([...encoder.encode(prefix), 0xff]).buffer,
          after,
          now,
          limit,
        )
        .toArray()
        .map(entryOf),
    close() {},
  }
}

const tables = `
  CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value BLOB NOT NULL, version INTEGER NOT NULL, expires_at INTEGER);
  CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS versions (last INTEGER NOT NULL);
  INSERT INTO versions SELECT 0 WHERE NOT EXISTS (SELECT * FROM versions);
`

const isThere = '(expires_at IS NULL OR expires_at > ?)'

type Row = { key: string; value: ArrayBuffer; version: number; expires_at: number | null }

function entryOf({ key, value, version, expires_at }: Row): StorageEntry {
  return { key, value: decoder.decode(value), version, ...(expires_at !== null && { expiresAt: expires_at }) }
}

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text).buffer
const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
