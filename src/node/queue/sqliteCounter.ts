import type { SqliteDatabase } from '../storage/sqliteDatabase.js'

/** One count for all that has to be in an order. It is read and written once in each transaction. */
export interface SqliteCounter {
  /** What another process has counted since is not known any more. */
  begin(): void
  next(): number
  end(): void
}

export function sqliteCounter(database: SqliteDatabase): SqliteCounter {
  const read = database.prepare('SELECT last FROM queue_counter')
  const write = database.prepare('UPDATE queue_counter SET last = ?')
  let last: number | undefined

  return {
    begin() {
      last = undefined
    },
    next() {
      last = (last ?? (read.get() as { last: number }).last) + 1
      return last
    },
    end() {
      if (last !== undefined) write.run(last)
    },
  }
}
