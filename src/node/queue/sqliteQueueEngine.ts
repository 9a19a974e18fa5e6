import type { DeadLetter, JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import { type Clock, steady, systemClock } from '../../clock.js'
import { type QueueEngine, type Taken, withLine, withOutcome } from '../../queue/index.js'
import { startOfSystem } from '../processIdentity.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import type { SqliteHolder } from '../storage/sqliteHolder.js'
import { queueStatements, stages } from './sqliteQueueTables.js'
import { SqliteWrites } from './sqliteWrites.js'

export interface SqliteQueueEngineOptions {
  /** The clock for `patience` (default: the platform's). */
  readonly clock?: Clock
  /** Milliseconds between two checks for changes made by other processes (default: 25); four times that while there are none. */
  readonly pollEvery?: number
  /** Milliseconds for which another process may lock the file before a call fails (default: 5,000). */
  readonly patience?: number
  /** The longest lease in milliseconds; the same in all processes that share the file (default: 30,000). */
  readonly lease?: number
  /** Who takes entries. Its leases last as long as it does. (default: nobody, so that they expire) */
  readonly holder?: SqliteHolder | undefined
}

/**
 * A queue engine in the tables of a database, which several processes may have open. Each operation is atomic, and
 * durable when it resolves. The engine closes the database.
 */
export function sqliteQueueEngine(database: SqliteDatabase, options: SqliteQueueEngineOptions = {}): QueueEngine {
  const { clock = systemClock, pollEvery = 25, patience = 5_000, lease: longestLease = 30_000, holder } = options
  const own = holder?.id ?? null
  const steadyNow = steady(clock)
  const system = startOfSystem()
  let lookedAt = Number.NEGATIVE_INFINITY
  const sql = queueStatements(database)
  /** Read at most once in a transaction, and written at its end. */
  let counter: { last: number; entries: number } | undefined
  let isCounted = false
  /** Whether the transaction has removed expired keys. */
  let hasForgotten = false
  const writes = new SqliteWrites(database, { clock, patience, atBegin: begin, atEnd: writeCounter })
  const watchers = new Set<() => void>()
  let cancelPoll = () => {}
  let version: number | undefined

  return {
    watchesHolders: holder !== undefined,
    async put(entry, { capacity }, now) {
      const result = await writes.write(() => {
        const { key } = entry
        followClock(now)
        if (sql.isKnown.get(key, key, key, now) !== undefined) return 'known'
        if (readCounter().entries >= capacity) return 'full'
        forgetKeys(now)
        add(entry, [], now)
        return 'kept'
      })
      if (result === 'kept') wake()
      return result
    },
    take: (leaseUntil, now, most = 1, hasEnough = () => false) =>
      writes.write(() => {
        // A lease that ends too late was taken while the clock was ahead.
        sql.shorten.run(now + longestLease, now + longestLease)
        if (holder) lookAtHolders(holder, now)
        followClock(now)
        for (const row of sql.due.all(now)) arrange((row as Row).conversation, now)
        const taken: Taken[] = []
        const except: string[] = []
        while (taken.length < most) {
          const row = nextRow(except)
          if (row === undefined) break
          const ofSender = taken.filter(({ entry }) => entry.sender === row.sender).length
          if (hasEnough(row.sender, ofSender)) except.push(row.sender)
          else taken.push(lease(row, leaseUntil))
        }
        return taken
      }, 'unsynced'),
    renew: ({ number }, until) =>
      writes.write(() => {
        const row = sql.leased.get(number) as LeasedRow | undefined
        if (row === undefined) return false
        // If it had expired, another may be first in the conversation by now.
        setCurrent(row, stages.working, until)
        sql.hold.run(own, row.seq)
        return true
      }, 'unsynced'),
    note: ({ number }, line) =>
      writes.write(() => {
        const row = sql.leased.get(number) as LeasedRow | undefined
        if (row === undefined) return false
        sql.setLedger.run(JSON.stringify(withLine(ledgerOf(row), line)), row.seq)
        return true
      }),
    async settle({ number }, end, { rememberUntil }, now) {
      const settled = await writes.write(() => {
        const conversation = end.kind === 'done' ? finish(number, rememberUntil) : release(number, end, now)
        return conversation === undefined ? undefined : { hasMore: arrange(conversation, now) }
      })
      if (settled?.hasMore) wake()
      return settled !== undefined
    },
    checkWritable: () =>
      writes.write(() => {
        sql.remember.run(trialKey, 0)
        sql.forget.run(trialKey)
      }),
    status: (now) =>
      writes.whenUnlocked(() => {
        const { entries, working, dead, oldest } = sql.status.get(now) as StatusRow
        return { waiting: entries - working, working, dead, oldest: oldest ?? undefined }
      }),
    listDead: (after, limit) =>
      writes.whenUnlocked(() => {
        const rows = after === undefined ? sql.deadFirst.all(limit) : sql.deadAfter.all(after, limit)
        return (rows as DeadRow[]).map(letterOf)
      }),
    getDead: (id) =>
      writes.whenUnlocked(() => {
        const row = sql.dead.get(id) as DeadRow | undefined
        return row && letterOf(row)
      }),
    async replayDead(id, now) {
      const isThere = await writes.write(() => {
        const row = sql.removeDead.get(id) as DeadRow | undefined
        if (row === undefined) return false
        const { entry, ledger } = letterOf(row)
        add(entry, withOutcome(ledger), now)
        return true
      })
      if (isThere) wake()
      return isThere
    },
    purgeDead: (id) => writes.write(() => sql.removeDead.get(id) !== undefined),
    nextDue: (now) =>
      writes.whenUnlocked(() => {
        const row = sql.nextDue.get() as Pick<Row, 'due' | 'stage'> | undefined
        const due = row && { at: Number(row.due), background: row.stage === stages.working }
        const look = { at: now + betweenLooks, background: true }
        const isEarly = due === undefined || due.at > look.at
        return holder && isEarly && sql.otherHolders.get(own) !== undefined ? look : due
      }),
    watch(wakeOne) {
      holder?.begin(longestLease)
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
      await writes.settled()
      if (holder) await leave(holder).catch(() => {})
      await holder?.close()
      database.close()
    },
  }

  function nextRow(except: readonly string[]): Row | undefined {
    return (except.length === 0 ? sql.next.get() : sql.nextExcept.get(JSON.stringify(except))) as Row | undefined
  }

  function lease(row: Row, until: number): Taken {
    const { seq, id, conversation, sender, attempt } = row
    const number = count(0)
    sql.loseOtherLease.run(conversation, seq)
    const crashes = row.crashes + (row.lease === null ? 0 : 1)
    sql.lease.run(number, until, own, crashes, seq)
    sql.hasTurn.run(number, sender)
    return { lease: { id, number }, entry: entryOf(row), attempt, crashes, ledger: ledgerOf(row) }
  }

  /** What it still holds, others take after a lease, as if it had died. */
  async function leave({ id }: SqliteHolder): Promise<void> {
    if (sql.held.get(id) === undefined) return
    await writes.write(() => sql.expire.run(clock.now() + longestLease, 0, id))
  }

  /** Takes the leases of holders that are gone. One that was only silent may have failed at this entry: that was a try. */
  function lookAtHolders({ id, isDead, isGone }: SqliteHolder, now: number): void {
    if (steadyNow() - lookedAt < betweenLooks / 4) return
    lookedAt = steadyNow()
    for (const row of sql.otherHolders.all(id)) {
      const { holder: other } = row as { holder: string }
      if (isGone(other, longestLease)) sql.expire.run(now, isDead(other) ? 0 : 1, other)
    }
  }

  /**
   * Entries wait for their next attempt, and keys are known, as long as they were to, even if the clock of this machine was set
   * meanwhile.
   */
  function followClock(now: number): void {
    if (system === undefined || clock !== systemClock) return
    const before = sql.clock.get() as { system: string; ahead: number }
    const ahead = now - Number(process.hrtime.bigint()) / 1e6
    const set = before.system === system ? ahead - before.ahead : 0
    if (before.system === system && Math.abs(set) < smallestSet) return
    sql.shift.run(set, set)
    sql.shiftKnown.run(set)
    sql.setClock.run(system, ahead)
  }

  function add(entry: QueueEntry, ledger: readonly LedgerLine[], now: number): void {
    const { id, key, bot, conversation, message, sender, arrived, notification, trace } = entry
    const seq = count(1)
    const isAlone = currentIn(conversation) === undefined
    const more = [trace === undefined ? null : JSON.stringify(trace), JSON.stringify(ledger), notification]
    const stage = isAlone ? stages.ready : stages.behind
    sql.add.run(seq, id, key, bot, conversation, message, sender, arrived, ...more, stage)
    sql.joinLine.run(sender, seq)
    if (!isAlone) arrange(conversation, now)
  }

  /** Returns the conversation of a finished entry; undefined if it has no such lease. */
  function finish(lease: number, rememberUntil: number): string | undefined {
    const row = remove(lease)
    if (row) sql.remember.run(row.key, rememberUntil)
    return row?.conversation
  }

  function release(lease: number, end: Exclude<JobEnd, { kind: 'done' }>, now: number): string | undefined {
    if (end.kind === 'dead') return bury(lease, end, now)
    const row = sql.leased.get(lease) as LeasedRow | undefined
    if (row) sql.release.run(end.kind === 'again' ? 1 : 0, end.at ?? row.not_before, row.seq)
    return row?.conversation
  }

  function bury(lease: number, { reason, error }: Pick<DeadLetter, 'reason' | 'error'>, now: number) {
    const row = sql.leasedEntry.get(lease) as Row | undefined
    if (row === undefined) return undefined
    remove(lease)
    const { id, key, attempt, crashes } = row
    const letter = { entry: entryOf(row), reason, error, attempts: attempt, crashes, died: now, ledger: ledgerOf(row) }
    sql.bury.run(id, key, now, JSON.stringify(letter satisfies DeadLetter))
    return row.conversation
  }

  function remove(lease: number): Pick<Row, 'conversation' | 'key'> | undefined {
    const row = sql.removeLeased.get(lease) as Pick<Row, 'conversation' | 'sender' | 'key'> | undefined
    if (row === undefined) return undefined
    count(-1)
    sql.leaveLine.run(row.sender, row.sender)
    return row
  }

  /**
   * Makes the first entry of a conversation the one that is taken next, unless one of them is being worked on. Returns whether
   * the conversation has any.
   */
  function arrange(conversation: string, now: number): boolean {
    const first = sql.first.get(conversation) as Pick<Row, 'seq' | 'not_before'> | undefined
    if (first === undefined) return false
    const current = currentIn(conversation)
    if (current?.stage === stages.working && Number(current.due) > now) return true
    const isLater = first.not_before > now
    const place = { seq: first.seq, conversation }
    setCurrent(place, isLater ? stages.later : stages.ready, isLater ? first.not_before : null, current)
    return true
  }

  function setCurrent(
    { seq, conversation }: Pick<Row, 'seq' | 'conversation'>,
    stage: number,
    due: number | null,
    current = currentIn(conversation),
  ): void {
    if (current && current.seq !== seq) sql.setStage.run(stages.behind, null, current.seq)
    sql.setStage.run(stage, due, seq)
  }

  function currentIn(conversation: string) {
    return sql.current.get(conversation) as Pick<Row, 'seq' | 'stage' | 'due'> | undefined
  }

  function readCounter() {
    counter ??= { ...(sql.counter.get() as { last: number; entries: number }) }
    return counter
  }

  /** Adds to the number of entries, and returns the next sequence number of entries, leases and turns. */
  function count(more: 0 | 1 | -1): number {
    const now = readCounter()
    now.last += 1
    now.entries += more
    isCounted = true
    return now.last
  }

  function begin(): void {
    counter = undefined
    isCounted = false
    hasForgotten = false
  }

  function forgetKeys(now: number): void {
    if (!hasForgotten) sql.forgetKeys.run(now)
    hasForgotten = true
  }

  function writeCounter(): void {
    if (counter && isCounted) sql.setCounter.run(counter.last, counter.entries)
  }

  function wake(): void {
    for (const wakeOne of watchers) wakeOne()
  }

  /** By the platform's time: other processes don't wait for a clock that stands still here. */
  function startPolling(unchanged = 0): void {
    const wait = unchanged < quietAfter ? pollEvery : quietFactor * pollEvery
    cancelPoll = systemClock.later(wait, () => {
      const before = version
      version = dataVersion()
      startPolling(version === before ? unchanged + 1 : 0)
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

type LeasedRow = Pick<Row, 'seq' | 'conversation' | 'not_before' | 'ledger'>

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

function ledgerOf(row: Pick<Row, 'ledger'>): LedgerLine[] {
  return row.ledger === '[]' ? [] : JSON.parse(row.ledger)
}

function letterOf({ letter }: DeadRow): DeadLetter {
  return JSON.parse(letter)
}

/** After this many checks without a change, the next ones come this many times as rarely. */
const [quietAfter, quietFactor] = [40, 4]

/** Milliseconds between two looks at the holders of leases, and by which a clock may drift before that counts. */
const [betweenLooks, smallestSet] = [1_000, 1_000]

/** About the size of an entry. */
const trialKey = 'x'.repeat(10_000)
