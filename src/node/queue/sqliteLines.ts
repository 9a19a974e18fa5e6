import type { SqliteDatabase, SqliteStatement } from '../storage/sqliteDatabase.js'
import { type Stage, stages } from './sqliteQueueTables.js'

/** An entry as it stands in line, without what it says. */
export interface Row {
  readonly seq: number
  readonly id: string
  readonly key: string
  readonly conversation: string
  readonly sender: string
  readonly attempt: number
  readonly crashes: number
  readonly not_before: number
  readonly stage: Stage
}

/**
 * Who comes next. Of each conversation the first entry is ready, waits for its next attempt, or is worked on; the others
 * stand behind it. Senders with something ready have their turns one after the other. All of it is called within
 * transactions.
 */
export interface Lines {
  /** The next number of the count that everything is ordered by. */
  count(): number
  /** An entry of the sender has come, is worked on, or is gone. */
  joins(sender: string): void
  hasTurn(sender: string): void
  leaves(sender: string): void
  /** Whether a look at it is worth a transaction. */
  mayHaveOne(now: number): boolean
  /** The first entry of the sender whose last turn is longest ago. */
  next(now: number): Row | undefined
  /** Puts what changed in a conversation in order. */
  arrange(conversation: string, now: number): void
  /** Somebody works on it until then; whoever had another of its conversation has it no longer. */
  begin(row: Row, lease: number, until: number): void
  /** Who has it goes on with it, though its time was up meanwhile. */
  goOn(row: Row, until: number): void
  /** Nobody works on it any more. What follows is to arrange its conversation. */
  end(row: Row): void
}

export function sqliteLines(database: SqliteDatabase): Lines {
  const sql = statements(database)

  return {
    count,
    joins: (sender) => {
      if (changes(sql.oneMore.run(sender)) === 0) sql.newSender.run(sender, count())
    },
    hasTurn: (sender) => void sql.toTheEnd.run(sender, count()),
    leaves(sender) {
      sql.oneLess.run(sender)
      sql.forgetSender.run(sender)
    },
    mayHaveOne: (now) => sql.anybody.get(now) !== undefined,
    next(now) {
      for (const row of sql.due.all(now) as Row[]) {
        // Whoever worked on it keeps the lease until somebody else takes it, and what waited has waited long enough.
        setStage(row, stages.behind, null)
        arrange(row.conversation, now)
      }
      return sql.next.get() as Row | undefined
    },
    arrange,
    begin(row, lease, until) {
      sql.crashed.run(row.conversation, row.seq)
      sql.lease.run(row.seq, lease)
      setStage(row, stages.working, until)
    },
    goOn(row, until) {
      const first = sql.first.get(row.conversation) as Row | undefined
      if (first !== undefined && first.seq !== row.seq) setStage(first, stages.behind, null)
      setStage(row, stages.working, until)
    },
    end(row) {
      sql.release.run(row.seq)
      setStage(row, stages.behind, null)
    },
  }

  function count(): number {
    const { last } = sql.count.get() as { last: number }
    return last
  }

  function arrange(conversation: string, now: number): void {
    const first = sql.first.get(conversation) as Row | undefined
    if (first?.stage === stages.working) return
    const should = sql.shouldBeFirst.get(conversation) as Row | undefined
    if (first !== undefined && first.seq !== should?.seq) setStage(first, stages.behind, null)
    if (should === undefined) return
    const isLater = should.not_before > now
    setStage(should, isLater ? stages.later : stages.ready, isLater ? should.not_before : null)
  }

  function setStage({ seq, sender }: Row, stage: Stage, due: number | null): void {
    sql.stage.run(seq, stage, due)
    sql.ready.run(sender)
  }
}

const changes = (result: ReturnType<SqliteStatement['run']>) => Number(result.changes)

const columns = 'seq, id, key, conversation, sender, attempt, crashes, not_before, stage'

function statements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    count: prepare('UPDATE queue_counter SET last = last + 1 RETURNING last'),
    newSender: prepare('INSERT INTO queue_senders VALUES (?, ?, 1, 0)'),
    oneMore: prepare('UPDATE queue_senders SET entries = entries + 1 WHERE sender = ?'),
    oneLess: prepare('UPDATE queue_senders SET entries = entries - 1 WHERE sender = ?'),
    forgetSender: prepare('DELETE FROM queue_senders WHERE sender = ? AND entries = 0'),
    toTheEnd: prepare('UPDATE queue_senders SET place = ?2 WHERE sender = ?1'),
    ready: prepare(
      `UPDATE queue_senders SET ready = EXISTS (
         SELECT 1 FROM queue_entries WHERE sender = ?1 AND stage = ${stages.ready}
       ) WHERE sender = ?1`,
    ),
    anybody: prepare(
      `SELECT 1 FROM queue_senders WHERE ready = 1
       UNION ALL SELECT 1 FROM queue_entries WHERE due <= ?1 LIMIT 1`,
    ),
    due: prepare(`SELECT ${columns} FROM queue_entries WHERE due <= ?1 ORDER BY due LIMIT ${dueAtOnce}`),
    next: prepare(
      `SELECT ${columns} FROM queue_entries
       WHERE stage = ${stages.ready} AND sender = (SELECT sender FROM queue_senders WHERE ready = 1 ORDER BY place LIMIT 1)
       ORDER BY message, seq LIMIT 1`,
    ),
    first: prepare(`SELECT ${columns} FROM queue_entries WHERE conversation = ?1 AND stage > 0`),
    shouldBeFirst: prepare(
      `SELECT ${columns} FROM queue_entries WHERE conversation = ?1 ORDER BY message, seq LIMIT 1`,
    ),
    stage: prepare('UPDATE queue_entries SET stage = ?2, due = ?3 WHERE seq = ?1'),
    crashed: prepare(
      `UPDATE queue_entries SET lease = NULL, crashes = crashes + 1
       WHERE conversation = ?1 AND lease IS NOT NULL AND seq <> ?2`,
    ),
    release: prepare('UPDATE queue_entries SET lease = NULL WHERE seq = ?'),
    lease: prepare('UPDATE queue_entries SET crashes = crashes + (lease IS NOT NULL), lease = ?2 WHERE seq = ?1'),
  }
}

/** Entries whose time has come that one take looks at, so that no take waits for thousands. */
const dueAtOnce = 100
