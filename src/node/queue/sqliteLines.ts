import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { type Stage, stages } from './sqliteQueueTables.js'
import { sqliteSenders } from './sqliteSenders.js'

/** An entry as it stands in line, without what it says. */
export interface Row {
  readonly seq: number
  readonly id: string
  readonly key: string
  readonly conversation: string
  readonly sender: string
  readonly attempt: number
  readonly crashes: number
}

/** One that somebody may work on now. */
export interface ReadyRow extends Row {
  /** Whether something was written down of it. */
  readonly noted: 0 | 1
}

/**
 * Who comes next. Of each conversation the first entry is ready, waits for its next attempt, or is worked on; the others
 * stand behind it. Senders with something ready have their turns one after the other. All of it is called within
 * transactions.
 */
export interface Lines {
  begin(): void
  /** The stage of one that is about to be the last in its conversation. What follows is to arrange that, unless it is ready. */
  stageOfNew(conversation: string): Stage
  /** An entry of the sender has come, or is gone. */
  joins(sender: string): void
  leaves(sender: string): void
  /** Whether anything has become ready in this transaction. */
  readonly hasNew: boolean
  /** One that has come is ready. */
  isReady(): void
  /** Whether a look at it is worth a transaction. */
  mayHaveOne(now: number): boolean
  /** What is due becomes ready, and a lease that would end too late is shortened. */
  bringUp(now: number): void
  /**
   * So many entries at most, each the first of the sender whose last turn is longest ago, without those of a sender who
   * has enough; at most one has before the first is taken. `begin` is called with each before the next is looked for.
   */
  take<Taken>(most: number, begin: (row: ReadyRow) => Taken, hasEnough: (sender: string) => boolean): Taken[]
  /** An entry of the sender that has just come is worked on at once. */
  hasTurn(sender: string): void
  /** Somebody works on it until then; whoever had another of its conversation has it no longer. Gives its crashes. */
  work(row: ReadyRow, lease: number, until: number): number
  /** Puts what changed in a conversation in order. */
  arrange(conversation: string, now: number): void
  /** Those of the conversations in which there is anything. */
  ofThoseLeft(conversations: readonly string[]): string[]
  /** Who has it goes on with it, though its time was up meanwhile. */
  goOn(row: Row, until: number): void
  /** The entry is worked on no more. What follows is to arrange its conversation. */
  release(sender: string): void
  /** Writes down what is not written yet. */
  end(): void
}

/**
 * @param count Gives the next number of the count that everything is ordered by.
 * @param leaseSpan Milliseconds that a lease lasts at most. One that ends later was taken while the clock was ahead.
 */
export function sqliteLines(database: SqliteDatabase, count: () => number, leaseSpan: number): Lines {
  const sql = statements(database)
  const senders = sqliteSenders(database, count)
  /** Something has become ready that the senders don't say yet. */
  let hasReady = false

  return {
    begin() {
      senders.begin()
      hasReady = false
    },
    get hasNew() {
      return hasReady
    },
    isReady() {
      hasReady = true
    },
    stageOfNew: (conversation) => (sql.shouldBeFirst.get(conversation) === undefined ? stages.ready : stages.behind),
    joins: senders.joins,
    leaves: senders.leaves,
    mayHaveOne: (now) => hasReady || sql.anybody.get(now, now + leaseSpan) !== undefined,
    bringUp(now) {
      sql.bound.run(now + leaseSpan, now + leaseSpan)
      for (const row of sql.due.all(now) as Head[]) {
        // Whoever worked on it keeps the lease until somebody else takes it, and what waited has waited long enough.
        setStage(row, stages.behind, null)
        arrange(row.conversation, now)
      }
    },
    take(most, begin, hasEnough) {
      const taken = []
      const line = senders.inTurn(most + 1).map((sender) => ({ sender, rows: [] as ReadyRow[], mayHaveMore: true }))
      for (let first = line.shift(); first !== undefined && taken.length < most; first = line.shift()) {
        if (hasEnough(first.sender)) continue
        if (first.rows.length === 0 && first.mayHaveMore) {
          const wanted = Math.ceil((most - taken.length) / (line.length + 1))
          first.rows = sql.readyOf.all(first.sender, wanted) as ReadyRow[]
          first.mayHaveMore = first.rows.length === wanted
        }
        const row = first.rows.shift()
        if (row === undefined) continue
        taken.push(begin(row))
        line.push(first)
      }
      return taken
    },
    work(row, lease, until) {
      const { lease: before, isAlone, seq, conversation, sender } = row as TakenRow
      if (!isAlone) sql.crashed.run(conversation, seq)
      const crashes = before === null ? row.crashes : row.crashes + 1
      sql.lease.run(lease, until, crashes, seq)
      senders.hasTurn(sender)
      return crashes
    },
    arrange,
    ofThoseLeft: (conversations) =>
      (sql.left.all(JSON.stringify(conversations)) as Pick<Head, 'conversation'>[]).map(
        ({ conversation }) => conversation,
      ),
    hasTurn: senders.hasTurn,
    goOn(row, until) {
      const first = sql.first.get(row.conversation) as Head | undefined
      if (first !== undefined && first.seq !== row.seq) setStage(first, stages.behind, null)
      setStage(row, stages.working, until)
    },
    release: senders.changes,
    end() {
      senders.write()
      hasReady = false
    },
  }

  function arrange(conversation: string, now: number): void {
    const should = sql.shouldBeFirst.get(conversation) as Head | undefined
    if (should === undefined) return
    const first = should.stage > 0 ? should : (sql.first.get(conversation) as Head | undefined)
    if (first?.stage === stages.working) return
    if (first !== undefined && first.seq !== should.seq) setStage(first, stages.behind, null)
    const isLater = should.not_before > now
    setStage(should, isLater ? stages.later : stages.ready, isLater ? should.not_before : null)
  }

  function setStage({ seq, sender }: Pick<Row, 'seq' | 'sender'>, stage: Stage, due: number | null): void {
    sql.stage.run(stage, due, seq)
    hasReady ||= stage === stages.ready
    senders.changes(sender)
  }
}

/** The first of its conversation. */
interface Head {
  readonly seq: number
  readonly conversation: string
  readonly sender: string
  readonly not_before: number
  readonly stage: Stage
}

/** What taking it has to know besides. */
interface TakenRow extends ReadyRow {
  /** Of somebody whose time was up. */
  readonly lease: number | null
  /** Whether nobody has a lease of another of its conversation. */
  readonly isAlone: 0 | 1
}

const head = 'seq, conversation, sender, not_before, stage'

function statements(database: SqliteDatabase) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    anybody: prepare(
      `SELECT 1 FROM queue_senders WHERE ready = 1
       UNION ALL SELECT 1 FROM queue_entries WHERE due <= ?
       UNION ALL SELECT 1 FROM queue_entries WHERE due > ? AND stage = ${stages.working} LIMIT 1`,
    ),
    bound: prepare(`UPDATE queue_entries SET due = ? WHERE due > ? AND stage = ${stages.working}`),
    due: prepare(`SELECT ${head} FROM queue_entries WHERE due <= ? ORDER BY due LIMIT ${dueAtOnce}`),
    readyOf: prepare(
      `SELECT seq, id, key, conversation, sender, attempt, crashes, lease,
         EXISTS (SELECT 1 FROM queue_ledger WHERE queue_ledger.seq = entry.seq) AS noted,
         NOT EXISTS (
           SELECT 1 FROM queue_entries
           WHERE conversation = entry.conversation AND lease IS NOT NULL AND seq <> entry.seq
         ) AS isAlone
       FROM queue_entries AS entry
       WHERE sender = ? AND stage = ${stages.ready} ORDER BY message, seq LIMIT ?`,
    ),
    first: prepare(`SELECT ${head} FROM queue_entries WHERE conversation = ? AND stage > 0`),
    left: prepare(
      `SELECT conversation FROM queue_entries
       WHERE conversation IN (SELECT value FROM json_each(?)) GROUP BY conversation`,
    ),
    shouldBeFirst: prepare(`SELECT ${head} FROM queue_entries WHERE conversation = ? ORDER BY message, seq LIMIT 1`),
    stage: prepare('UPDATE queue_entries SET stage = ?, due = ? WHERE seq = ?'),
    crashed: prepare(
      `UPDATE queue_entries SET lease = NULL, crashes = crashes + 1
       WHERE conversation = ? AND lease IS NOT NULL AND seq <> ?`,
    ),
    lease: prepare(`UPDATE queue_entries SET lease = ?, due = ?, crashes = ?, stage = ${stages.working} WHERE seq = ?`),
  }
}

/** Entries whose time has come that one look brings up, so that none waits for thousands. */
const dueAtOnce = 100
