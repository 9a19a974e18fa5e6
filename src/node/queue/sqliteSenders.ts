import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { stages } from './sqliteQueueTables.js'

/**
 * Those who have entries, and whose turn it is. What one transaction changes of a sender is written once, however many of
 * their entries it is about. All of it is called within transactions.
 */
export interface SqliteSenders {
  /** What another process has changed since is not known any more. */
  begin(): void
  /** An entry of the sender has come, or is gone. */
  joins(sender: string): void
  leaves(sender: string): void
  /** An entry of the sender may have become ready, or is so no longer. */
  changes(sender: string): void
  /** Everybody else with something ready is before the sender now. */
  hasTurn(sender: string): void
  /** Those with something ready, the one whose last turn is longest ago first. */
  inTurn(most: number): string[]
  /** Writes down what has changed. */
  write(): void
}

/** @param count Gives the next number of the count that everything is ordered by. */
export function sqliteSenders(database: SqliteDatabase, count: () => number): SqliteSenders {
  const sql = statements(database)
  const known = new Map<string, Sender>()
  const changed = new Map<string, Sender>()

  return {
    begin() {
      known.clear()
      changed.clear()
    },
    joins(name) {
      const sender = change(name)
      if (sender.entries === 0) sender.place = count()
      sender.entries += 1
    },
    leaves(name) {
      change(name).entries -= 1
    },
    changes: (name) => void change(name),
    hasTurn(name) {
      change(name).place = count()
    },
    inTurn(most) {
      write()
      return (sql.inTurn.all(most) as (Sender & { sender: string })[]).map(({ sender, place, entries }) => {
        if (!known.has(sender)) known.set(sender, { place, entries })
        return sender
      })
    },
    write,
  }

  function change(name: string): Sender {
    let sender = known.get(name)
    if (sender === undefined) {
      sender = (sql.find.get(name) as Sender | undefined) ?? { place: 0, entries: 0 }
      known.set(name, sender)
    }
    changed.set(name, sender)
    return sender
  }

  function write(): void {
    for (const [name, { place, entries }] of changed) {
      if (entries === 0) sql.forget.run(name)
      else sql.keep.run(name, place, entries, name)
    }
    changed.clear()
  }
}

interface Sender {
  place: number
  entries: number
}

function statements(database: SqliteDatabase) {
  return {
    find: database.prepare('SELECT place, entries FROM queue_senders WHERE sender = ?'),
    keep: database.prepare(
      `INSERT INTO queue_senders (sender, place, entries, ready)
       VALUES (?, ?, ?, EXISTS (SELECT 1 FROM queue_entries WHERE sender = ? AND stage = ${stages.ready}))
       ON CONFLICT (sender) DO UPDATE SET place = excluded.place, entries = excluded.entries, ready = excluded.ready`,
    ),
    forget: database.prepare('DELETE FROM queue_senders WHERE sender = ?'),
    inTurn: database.prepare('SELECT sender, place, entries FROM queue_senders WHERE ready = 1 ORDER BY place LIMIT ?'),
  }
}
