import type { DeadLetter } from '../../bot/index.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'

/** The letters that could not be delivered, in a table of their own. */
export interface SqliteDeadLetters {
  count(): number
  add(letter: DeadLetter): void
  list(after: string | undefined, limit: number): DeadLetter[]
  get(id: string): DeadLetter | undefined
  remove(id: string): DeadLetter | undefined
}

export function sqliteDeadLetters(database: SqliteDatabase): SqliteDeadLetters {
  const all = database.prepare('SELECT count(*) AS dead FROM queue_dead')
  const insert = database.prepare('INSERT INTO queue_dead (id, key, died, letter) VALUES (?, ?, ?, ?)')
  const first = database.prepare('SELECT letter FROM queue_dead ORDER BY died, id LIMIT ?')
  const page = database.prepare(
    `SELECT letter FROM queue_dead
     WHERE (died, id) > (SELECT died, id FROM queue_dead WHERE id = ? ORDER BY died LIMIT 1)
     ORDER BY died, id LIMIT ?`,
  )
  const find = database.prepare('SELECT number, letter FROM queue_dead WHERE id = ? ORDER BY died LIMIT 1')
  const take = database.prepare('DELETE FROM queue_dead WHERE number = ?')

  const found = (id: string) => find.get(id) as (Row & { readonly number: number }) | undefined
  return {
    count: () => (all.get() as { dead: number }).dead,
    add(letter) {
      insert.run(letter.entry.id, letter.entry.key, letter.died, JSON.stringify(letter))
    },
    list: (after, limit) => (after === undefined ? first.all(limit) : page.all(after, limit)).map(letterOf),
    get(id) {
      const row = found(id)
      return row && letterOf(row)
    },
    remove(id) {
      const row = found(id)
      if (row !== undefined) take.run(row.number)
      return row && letterOf(row)
    },
  }
}

interface Row {
  readonly letter: string
}

/** The table is our own, so what it says is a letter. */
function letterOf(row: unknown): DeadLetter {
  return JSON.parse((row as Row).letter) as DeadLetter
}
