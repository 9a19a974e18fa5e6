import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
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
  /** The stage of one that is about to be the last in its conversation. What follows is to arrange that, unless it is ready. */
  stageOfNew(conversation: string): Stage
  /** An entry of the sender has come, or is gone. */
  joins(sender: string, stage: Stage): void
  leaves(sender: string): void
  /** Whether a look at it is worth a transaction. */
  mayHaveOne(now: number): boolean
  /** What a time has come for is ready to be taken then. */
  bringUp(now: number): void
  /** The first entry of the sender whose last turn is longest ago. */
  next(): Row | undefined
  /** Puts what changed in a conversation in order. */
  arrange(conversation: string, now: number): void
  /** Somebody works on it until then; whoever had another of its conversation has it no longer. Gives its crashes. */
  begin(row: Row, lease: number, until: number): number
  /** Who has it goes on with it, though its time was up meanwhile. */
  goOn(row: Row, until: number): void
  /** Nobody works on it any more. What follows is to arrange its conversation. */
  end(row: Row): void
}

/** @param count Gives the next number of the count that everything is ordered by. */
export function sqliteLines(database: SqliteDatabase, count: () => number): Lines {
  const sql = statements(database)

  return {
    stageOfNew: (conversation) => (sql.shouldBeFirst.get(conversation) === undefined ? stages.ready : stages.behind),
    joins: (sender, stage) => void sql.oneMore.run(sender, count(), stage === stages.ready ? 1 : 0),
    leaves(sender) {
      const { entries } = (sql.oneLess.get(sender) ?? {}) as { entries?: number }
      if (entries === 0) sql.forgetSender.run(sender)
    },
    mayHaveOne: (now) => sql.anybody.get(now) !== undefined,
    bringUp(now) {
      for (const row of sql.due.all(now) as Row[]) {
        // Whoever worked on it keeps the lease until somebody else takes it, and what waited has waited long enough.
        setStage(row, stages.behind, null)
        arrange(row.conversation, now)
      }
    },
    next: () => sql.next.get() as Row | undefined,
    arrange,
    begin(row, lease, until) {
      sql.crashed.run(row.conversation, row.seq)
      const { crashes } = sql.lease.get(row.seq, lease, until) as { crashes: number }
      sql.hasTurn.run(row.sender, count())
      return crashes
    },
    goOn(row, until) {
      const first = sql.first.get(row.conversation) as Row | undefined
      if (first !== undefined && first.seq !== row.seq) setStage(first, stages.behind, null)
      setStage(row, stages.working, until)
    },
    end(row) {
      sql.release.run(row.seq)
      sql.ready.run(row.sender)
    },
  }

  function arrange(conversation: string, now: number): void {
    const should = sql.shouldBeFirst.get(conversation) as Row | undefined
    if (should === undefined) return
    const first = sql.first.get(conversation) as Row | undefined
    if (first?.stage === stages.working) return
    if (first !== undefined && first.seq !== should.seq) setStage(first, stages.behind, null)
    const isLater = should.not_before > now
    setStage(should, isLater ? stages.later : stages.ready, isLater ? should.not_before : null)
  }

  function setStage({ seq, sender }: Row, stage: Stage, due: number | null): void {
    sql.stage.run(seq, stage, due)
    sql.ready.run(sender)
  }
}

const columns = 'seq, id, key, conversation, sender, attempt, crashes, not_before, stage'

const hasReady = `EXISTS (SELECT 1 FROM queue_entries WHERE sender = ?1 AND stage = ${stages.ready})`

function statements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    oneMore: prepare(
      `INSERT INTO queue_senders (sender, place, entries, ready) VALUES (?, ?, 1, ?)
       ON CONFLICT (sender) DO UPDATE SET entries = entries + 1, ready = max(ready, excluded.ready)`,
    ),
    oneLess: prepare(
      `UPDATE queue_senders SET entries = entries - 1, ready = ${hasReady} WHERE sender = ?1 RETURNING entries`,
    ),
    forgetSender: prepare('DELETE FROM queue_senders WHERE sender = ?'),
    hasTurn: prepare(`UPDATE queue_senders SET place = ?2, ready = ${hasReady} WHERE sender = ?1`),
    ready: prepare(`UPDATE queue_senders SET ready = ${hasReady} WHERE sender = ?1`),
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
    release: prepare(`UPDATE queue_entries SET lease = NULL, stage = ${stages.behind}, due = NULL WHERE seq = ?`),
    lease: prepare(
      `UPDATE queue_entries
       SET crashes = crashes + (lease IS NOT NULL), lease = ?2, stage = ${stages.working}, due = ?3
       WHERE seq = ?1 RETURNING crashes`,
    ),
  }
}

/** Entries whose time has come that one look brings up, so that none waits for thousands. */
const dueAtOnce = 100
