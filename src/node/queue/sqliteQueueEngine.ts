import type { DeadLetter, LedgerLine, QueueEntry } from '../../bot/index.js'
import { type Clock, pause, systemClock } from '../../clock.js'
import { type QueueEngine, type Taken, withLine, withOutcome } from '../../queue/index.js'
import { fileInPlace, inTransaction, isLocked, type SqliteDatabase } from '../storage/sqliteDatabase.js'
import { queueStatements, stages } from './sqliteQueueTables.js'

export interface SqliteQueueEngineOptions {
  /** The clock for `patience` (default: the platform's). */
  readonly clock?: Clock
  /** Milliseconds between two checks for changes made by other processes (default: 25). */
  readonly pollEvery?: number
  /** Milliseconds for which another process may lock the file before a call fails (default: 5,000). */
  readonly patience?: number
  /** The longest lease in milliseconds; the same in all processes that share the file (default: 30,000). */
  readonly lease?: number
}

/**
 * A queue engine in the tables of a database, which several processes may have open. Each operation is atomic, and
 * durable when it resolves. The engine closes the database.
 */
export function sqliteQueueEngine(database: SqliteDatabase, options: SqliteQueueEngineOptions = {}): QueueEngine {
  const { clock = systemClock, pollEvery = 25, patience = 5_000, lease: longestLease = 30_000 } = options
  const sql = queueStatements(database)
  const checkFile = fileInPlace(database)
  const watchers = new Set<() => void>()
  const waiting: Write[] = []
  let committing: Promise<void> | undefined
  let cancelPoll = () => {}
  let version: number | undefined

  return {
    async put(entry, { capacity }, now) {
      const result = await write(() => {
        const { key } = entry
        if (sql.isKnown.get(key, key, key, now) !== undefined) return 'known'
        const { entries } = sql.counter.get() as Counter
        if (entries >= capacity) return 'full'
        sql.forgetKeys.run(now)
        add(entry, [], now)
        return 'kept'
      })
      if (result === 'kept') wake()
      return result
    },
    take: (leaseUntil, now, most = 1, hasEnough = () => false) =>
      write(() => {
        // A lease that ends too late was taken while the clock was ahead.
        sql.shorten.run(now + longestLease, now + longestLease)
        for (const row of sql.due.all(now)) arrange((row as Row).conversation, now)
        const taken: Taken[] = []
        const except: string[] = []
        while (taken.length < most) {
          const row = sql.next.get(JSON.stringify(except)) as Row | undefined
          if (row === undefined) break
          const ofSender = taken.filter(({ entry }) => entry.sender === row.sender).length
          if (hasEnough(row.sender, ofSender)) except.push(row.sender)
          else taken.push(lease(row, leaseUntil))
        }
        return taken
      }),
    renew: ({ number }, until) =>
      write(() => {
        const row = sql.leased.get(number) as Row | undefined
        if (row === undefined) return false
        // If it had expired, another may be first in the conversation by now.
        sql.putOthersBehind.run(row.conversation, row.seq)
        sql.setStage.run(stages.working, until, row.seq)
        return true
      }),
    note: ({ number }, line) =>
      write(() => {
        const row = sql.leased.get(number) as Row | undefined
        if (row === undefined) return false
        sql.setLedger.run(JSON.stringify(withLine(ledgerOf(row), line)), row.seq)
        return true
      }),
    async settle({ number }, end, { rememberUntil }, now) {
      const isHeld = await write(() => {
        const row = sql.leased.get(number) as Row | undefined
        if (row === undefined) return false
        if (end.kind === 'again' || end.kind === 'given back') {
          sql.release.run(end.kind === 'again' ? 1 : 0, end.at ?? row.not_before, row.seq)
        } else {
          remove(row)
          if (end.kind === 'done') sql.remember.run(row.key, rememberUntil)
          else bury(row, end, now)
        }
        arrange(row.conversation, now)
        return true
      })
      if (isHeld) wake()
      return isHeld
    },
    checkWritable: () =>
      write(() => {
        sql.remember.run(trialKey, 0)
        sql.forget.run(trialKey)
      }),
    status: (now) =>
      whenUnlocked(() => {
        const { entries, working, dead, oldest } = sql.status.get(now) as StatusRow
        return { waiting: entries - working, working, dead, oldest: oldest ?? undefined }
      }),
    listDead: (after, limit) =>
      whenUnlocked(() => {
        const rows = after === undefined ? sql.deadFirst.all(limit) : sql.deadAfter.all(after, limit)
        return (rows as DeadRow[]).map(letterOf)
      }),
    getDead: (id) =>
      whenUnlocked(() => {
        const row = sql.dead.get(id) as DeadRow | undefined
        return row && letterOf(row)
      }),
    async replayDead(id, now) {
      const isThere = await write(() => {
        const row = sql.removeDead.get(id) as DeadRow | undefined
        if (row === undefined) return false
        const { entry, ledger } = letterOf(row)
        add(entry, withOutcome(ledger), now)
        return true
      })
      if (isThere) wake()
      return isThere
    },
    purgeDead: (id) => write(() => sql.removeDead.get(id) !== undefined),
    nextDue: () =>
      whenUnlocked(() => {
        const row = sql.nextDue.get() as Pick<Row, 'due' | 'stage'> | undefined
        return row && { at: Number(row.due), background: row.stage === stages.working }
      }),
    watch(wakeOne) {
      watchers.add(wakeOne)
      if (watchers.size === 1) startPolling()
      return () => {
        watchers.delete(wakeOne)
        if (watchers.size === 0) cancelPoll()
      }
    },
    async close() {
      watchers.clear()
      cancelPoll()
      await committing
      database.close()
    },
  }

  /** Runs `work` in a transaction. It may run more than once, so it must change nothing but the database. */
  function write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: (result) => resolve(result as T), reject })
      committing ??= commitAll()
    })
  }

  /**
   * Waiting for the disk takes longer than everything else, so writes that are requested together are committed
   * together.
   */
  async function commitAll(): Promise<void> {
    await endOfTurn()
    while (waiting.length > 0) await commit(waiting.splice(0, mostAtOnce))
    committing = undefined
  }

  async function commit(writes: readonly Write[], until = clock.now() + patience): Promise<void> {
    try {
      const all = () => writes.map(({ work }) => work())
      const results = await whenUnlocked(() => inTransaction(database, all), until)
      checkFile()
      for (const [index, { resolve }] of writes.entries()) resolve(results[index])
    } catch (error) {
      if (writes.length === 1) writes[0]?.reject(error)
      // A failed one must not undo the others.
      else for (const one of writes) await commit([one], until)
    }
  }

  /** Tries again while another process has locked the file, without blocking this one. */
  async function whenUnlocked<T>(work: () => T, until = clock.now() + patience): Promise<T> {
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (!isLocked(error)) throw error
        if (clock.now() >= until) {
          throw new Error('another process keeps the database locked', { cause: error })
        }
      }
      await pause(clock, betweenTries)
    }
  }

  function lease(row: Row, until: number): Taken {
    const { seq, id, conversation, sender, attempt } = row
    const number = count(0)
    sql.loseOtherLease.run(conversation, seq)
    const crashes = row.crashes + (row.lease === null ? 0 : 1)
    sql.lease.run(number, until, crashes, seq)
    sql.hasTurn.run(number, sender)
    return { lease: { id, number }, entry: entryOf(row), attempt, crashes, ledger: ledgerOf(row) }
  }

  function add(entry: QueueEntry, ledger: readonly LedgerLine[], now: number): void {
    const { id, key, bot, conversation, message, sender, arrived, notification, trace } = entry
    const seq = count(1)
    const more = [trace === undefined ? null : JSON.stringify(trace), JSON.stringify(ledger), notification]
    sql.add.run(seq, id, key, bot, conversation, message, sender, arrived, ...more)
    sql.joinLine.run(sender, seq)
    arrange(conversation, now)
  }

  function remove({ seq, sender }: Row): void {
    sql.remove.run(seq)
    count(-1)
    sql.leaveLine.run(sender, sender)
  }

  function bury(row: Row, { reason, error }: Pick<DeadLetter, 'reason' | 'error'>, now: number): void {
    const { id, key, attempt, crashes } = row
    const letter = { entry: entryOf(row), reason, error, attempts: attempt, crashes, died: now, ledger: ledgerOf(row) }
    sql.bury.run(id, key, now, JSON.stringify(letter satisfies DeadLetter))
  }

  /** Makes the first entry of a conversation the one that is taken next, unless one of them is being worked on. */
  function arrange(conversation: string, now: number): void {
    const first = sql.first.get(conversation) as Row | undefined
    if (first === undefined) return
    const current = sql.current.get(conversation) as Row | undefined
    if (current?.stage === stages.working && Number(current.due) > now) return
    sql.putOthersBehind.run(conversation, first.seq)
    const isLater = first.not_before > now
    sql.setStage.run(isLater ? stages.later : stages.ready, isLater ? first.not_before : null, first.seq)
  }

  /** Adds to the number of entries, and returns the next sequence number of entries, leases and turns. */
  function count(more: 0 | 1 | -1): number {
    return (sql.count.get(more) as Counter).last
  }

  function wake(): void {
    for (const wakeOne of watchers) wakeOne()
  }

  /** By the platform's time: other processes don't wait for a clock that stands still here. */
  function startPolling(): void {
    cancelPoll = systemClock.later(pollEvery, () => {
      startPolling()
      const before = version
      version = dataVersion()
      if (version !== before) wake()
    })
  }

  /** Changes whenever another connection has written to the file; undefined while the file can't be read. */
  function dataVersion(): number | undefined {
    try {
      return (sql.dataVersion.get() as { data_version: number }).data_version
    } catch {
      return undefined
    }
  }
}

interface Write {
  readonly work: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Row {
  readonly seq: number
  readonly id: string
  readonly key: string
  readonly bot: string
  readonly conversation: string
  readonly message: number
  readonly sender: string
  readonly arrived: number
  readonly attempt: number
  readonly crashes: number
  readonly not_before: number
  readonly stage: number
  readonly due: number | null
  readonly lease: number | null
  readonly trace: string | null
  readonly ledger: string
  readonly notification: string
}

interface Counter {
  readonly last: number
  readonly entries: number
}

interface DeadRow {
  readonly letter: string
}

interface StatusRow {
  readonly entries: number
  readonly working: number
  readonly dead: number
  readonly oldest: number | null
}

function entryOf(row: Row): QueueEntry {
  const { id, key, bot, conversation, message, sender, notification, arrived, trace } = row
  const entry = { id, key, bot, conversation, message, sender, notification, arrived }
  return trace === null ? entry : { ...entry, trace: JSON.parse(trace) }
}

function ledgerOf(row: Row): LedgerLine[] {
  return row.ledger === '[]' ? [] : JSON.parse(row.ledger)
}

function letterOf({ letter }: DeadRow): DeadLetter {
  return JSON.parse(letter)
}

/** Milliseconds. */
const betweenTries = 10

/** Maximum number of calls in one transaction, so that none takes long. */
const mostAtOnce = 100

/** Waits until all input that has arrived is read, and its handling has begun. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** About the size of an entry. */
const trialKey = 'x'.repeat(10_000)
