import { createStorage, type StorageEngine } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import {
  inTransaction,
  openSqlite,
  type SqliteDatabase,
  type SqliteValue,
} from '../../src/node/storage/sqliteDatabase.js'
import { conforms } from './conformance.js'

// What the template for Cloudflare Workers keeps its memory with, on an SQLite of our own. It is checked with the types of its
// platform, which are not ours.
const file = new URL('../../templates/cloudflare-workers/durableEngine.ts', import.meta.url).href
const { durableEngine }: { durableEngine: (storage: DurableStorage) => StorageEngine } = await import(file)

/** What is used of a Durable Object's storage. */
interface DurableStorage {
  readonly sql: {
    exec(sql: string, ...values: (string | number | null | ArrayBuffer)[]): { toArray(): unknown[]; one(): unknown }
  }
  transactionSync<Result>(work: () => Result): Result
}

function onDatabase(database: SqliteDatabase): DurableStorage {
  return {
    sql: {
      exec(sql, ...values) {
        if (values.length === 0 && sql.includes(';')) {
          database.exec(sql)
          return { toArray: () => [], one: () => undefined }
        }
        const bound = values.map((value): SqliteValue => (value instanceof ArrayBuffer ? new Uint8Array(value) : value))
        const rows = database.prepare(sql).all(...bound)
        // A Durable Object gives bytes without what looks at them.
        const given = rows.map((row) =>
          Object.fromEntries(
            Object.entries(row as object).map(([name, value]) => [
              name,
              value instanceof Uint8Array ? Uint8Array.from(value).buffer : value,
            ]),
          ),
        )
        return { toArray: () => given, one: () => given[0] }
      },
    },
    transactionSync: (work) => inTransaction(database, work),
  }
}

describe('the storage in a Durable Object', () => {
  conforms({
    name: 'a Durable Object',
    async start() {
      const database = await openSqlite(':memory:')
      const storage = onDatabase(database)
      return {
        open: async (options) => createStorage(durableEngine(storage), options),
        async remove() {
          database.close()
        },
      }
    },
  })

  it('keeps its entries and versions when it is reopened', async () => {
    const database = await openSqlite(':memory:')
    const version = await createStorage(durableEngine(onDatabase(database))).set('rye', 'in the oven')
    const again = createStorage(durableEngine(onDatabase(database)))
    expect(await again.get('rye')).toEqual({ key: 'rye', value: 'in the oven', version })
    expect(await again.set('rye', 'done')).toBeGreaterThan(version)
    database.close()
  })
})
