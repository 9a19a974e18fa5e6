import type { JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import {
  type Lease,
  type LocalOffering,
  offerLocally,
  type QueueEngine,
  type SettleOptions,
  type Taken,
} from '../../queue/index.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { groupCommit } from './groupCommit.js'
import { recentEntries } from './recentEntries.js'
import { sqliteCounter } from './sqliteCounter.js'
import { sqliteDeadLetters } from './sqliteDeadLetters.js'
import { type ReadyRow, type Row, sqliteLines } from './sqliteLines.js'
import { type KnownRow, sqliteQueueStatements } from './sqliteQueueStatements.js'
import { type Stage, stages } from './sqliteQueueTables.js'
import { takenAhead } from './takenAhead.js'
import type { WalSync } from './walSync.js'

export interface SqliteQueueEngineOptions {
  /** What tells when to look for entries that wait for their next attempt. */
  readonly clock?: Clock
  /** Milliseconds between two looks at what other processes have put into the file. 25. */
  readonly pollEvery?: number
  /** Milliseconds for which another process may hold the file before a call fails. 5,000. */
  readonly patience?: number
  /** Brings to the disk what is committed; not given where a commit waits for the disk itself. */
  readonly wal?: WalSync | undefined
}

/** What is known of the transaction that is under way. */
interface UnderWay {
  /** Entries that wait or are worked on, as soon as somebody has asked. */
  entries?: number
  /** The time for which everything was brought up that is due. */
  broughtUp?: number
  hasForgotten?: boolean
  /** Something was put, or somebody has ended. */
  mayHaveMore?: boolean
  /** Entries that somebody has asked for. */
  taken: number
  /** Entries that are gone, and what belongs to them is to go too. */
  readonly gone: number[]
  /** Whether something was written down of any of them. */
  wasNoted: boolean
  /** The keys of what was done, and until when each is to be remembered. */
  readonly done: Map<string, number>
}

const nothingYet = (): UnderWay => ({ taken: 0, gone: [], wasNoted: false, done: new Map() })

/** A queue's engine in the tables of a database; several processes may have it open. It closes the database. */
export function sqliteQueueEngine(database: SqliteDatabase, options: SqliteQueueEngineOptions = {}): QueueEngine {
  const { clock = systemClock, pollEvery = 25, patience, wal } = options
  const sql = sqliteQueueStatements(database)
  const counter = sqliteCounter(database)
  const lines = sqliteLines(database, counter.next)
  const dead = sqliteDeadLetters(database)
  const { write, change, read, flush, isWriting } = groupCommit(database, { patience, sync: wal?.sync, first, last })
  const offerings = new Set<LocalOffering>()
  const ahead = takenAhead(clock, ({ lease }) => settle(lease, { kind: 'given back' }, { rememberUntil: 0 }, now()))
  /** What was taken in this process, by its lease. */
  const held = new Map<number, HeldRow>()
  const recent = recentEntries()
  let concurrency = 0
  let leaseSpan = 0
  let looking: { readonly now: number; readonly found: Promise<boolean> } | undefined
  let cancelPoll: (() => void) | undefined
  let version = dataVersion()
  let underWay = nothingYet()

  return {
    put: (entry, { capacity }, now) =>
      write(() => {
        const { kept, until, behind } = sql.known.get(entry.key, entry.conversation) as KnownRow
        const knownUntil = underWay.done.get(entry.key) ?? until
        if (kept || (knownUntil !== null && knownUntil > now)) return 'known'
        underWay.entries ??= count()
        if (underWay.entries >= capacity) return 'full'
        if (until !== null) sql.forgetKey.run(entry.key)
        forgetKeys(now)
        add(entry, behind ? stages.behind : stages.ready, now)
        if (concurrency > 0) recent.keep(entry, entry.key)
        return 'kept'
      }),
    async take(leaseUntil, now) {
      leaseSpan = leaseUntil - now
      const next = ahead.take()
      if (next !== undefined) return next
      // Where there is nothing, other processes are not kept from writing.
      if (!(await mayHaveOne(now))) return undefined
      const another = ahead.take()
      if (another !== undefined) return another
      const one = await change(() => {
        underWay.taken += 1
        return takeSome(1, leaseUntil, now)[0]
      })
      return one && hold(one)
    },
    renew: (lease, until) =>
      change(() => {
        const row = rowOf(lease)
        if (row === undefined || sql.isHeld.get(row.seq, lease.number) === undefined) return false
        lines.goOn(row, until)
        return true
      }),
    note: (lease, line) =>
      write(() => {
        const row = rowOf(lease)
        if (row === undefined) return false
        row.noted = 1
        return wasChanged(sql.noteHeld.run(...lineOf(row.seq, line), lease.number))
      }),
    settle,
    status: (now) =>
      read(() => {
        const { working } = sql.working.get(now) as { working: number }
        const { oldest } = sql.oldest.get() as { oldest: number | null }
        return { waiting: count() - working, working, dead: dead.count(), oldest: oldest ?? undefined }
      }),
    listDead: (after, limit) => read(() => dead.list(after, limit)),
    getDead: (id) => read(() => dead.get(id)),
    replayDead: (id, now) =>
      write(() => {
        const letter = dead.remove(id)
        if (letter !== undefined) {
          const seq = add(letter.entry, lines.stageOfNew(letter.entry.conversation), now)
          for (const line of letter.ledger) if (line.outcome !== undefined) sql.note.run(...lineOf(seq, line))
        }
        return letter !== undefined
      }),
    purgeDead: (id) => write(() => dead.remove(id) !== undefined),
    offer(slot, most) {
      const offering = offerLocally({ slot, concurrency: most, clock, next: () => read(nextDue) })
      offerings.add(offering)
      concurrency += most
      cancelPoll ??= pollLater()
      return {
        idle: offering.idle,
        async stop() {
          if (offerings.delete(offering)) concurrency -= most
          if (offerings.size === 0) stopPolling()
          await offering.stop()
          await ahead.giveBack()
        },
      }
    },
    async close() {
      stopPolling()
      for (const offering of offerings) offering.stop().catch(() => {})
      concurrency = 0
      await ahead.giveBack()
      await flush()
      await wal?.close()
      database.close()
    },
  }

  async function settle(lease: Lease, end: JobEnd, { rememberUntil }: SettleOptions, now: number): Promise<boolean> {
    const known = held.get(lease.number)
    held.delete(lease.number)
    const isDone = await change(() => {
      const row = known ?? rowOf(lease)
      return row !== undefined && settleRow(row, lease, end, rememberUntil, now)
    })
    if (end.kind === 'given back') wake()
    return isDone
  }

  /** What follows belongs to one transaction. */
  function first(): void {
    counter.begin()
    lines.begin()
    underWay = nothingYet()
  }

  /** Whoever waits for something, or is about to, gets it at once, and need not write a second time. */
  function last(isSecondTry: boolean): () => void {
    const taken = isSecondTry ? [] : takeForWhoeverIsFree()
    forgetGone()
    lines.end()
    counter.end()
    return () => {
      for (const one of taken) ahead.keep(hold(one))
      if (taken.length > 0) wake(taken.length)
      else if (isSecondTry) wake()
    }
  }

  function takeForWhoeverIsFree(): TakenRow[] {
    const free = concurrency - held.size - underWay.taken
    return underWay.mayHaveMore && free > 0 ? takeSome(free, now() + leaseSpan, now()) : []
  }

  function takeSome(most: number, leaseUntil: number, now: number): TakenRow[] {
    if (underWay.broughtUp !== now) lines.bringUp(now)
    underWay.broughtUp = now
    return lines.take(most, (row) => begin(row, leaseUntil))
  }

  function begin(row: ReadyRow, leaseUntil: number): TakenRow {
    const { seq, id, key, attempt } = row
    // What can't be read is left as it is.
    const [entry, ledger] = [recent.take(id, key) ?? entryOf(seq), row.noted ? ledgerOf(seq) : []]
    const number = counter.next()
    const crashes = lines.work(row, number, leaseUntil)
    return { taken: { lease: { id, number }, entry, attempt, crashes, ledger }, row: { ...row, crashes } }
  }

  function hold({ taken, row }: TakenRow): Taken {
    held.set(taken.lease.number, row)
    return taken
  }

  /** What belongs to entries that are gone goes at once, and their keys are remembered. */
  function forgetGone(): void {
    const { gone, wasNoted, done } = underWay
    if (gone.length > 0) {
      const all = JSON.stringify(gone)
      sql.dropBodies.run(all)
      if (wasNoted) sql.dropLedgers.run(all)
    }
    if (done.size > 0) sql.remember.run(JSON.stringify([...done]))
  }

  function forgetKeys(now: number): void {
    if (!underWay.hasForgotten) sql.forgetKeys.run(now)
    underWay.hasForgotten = true
  }

  function count(): number {
    return (sql.count.get() as { entries: number }).entries
  }

  function add(entry: QueueEntry, stage: Stage, now: number): number {
    const { notification, ...facts } = entry
    const { id, key, conversation, message, sender, arrived } = facts
    const seq = counter.next()
    sql.add.run(seq, id, key, conversation, message, sender, arrived, stage)
    sql.addBody.run(seq, JSON.stringify(facts), notification)
    lines.joins(sender)
    if (stage !== stages.ready) lines.arrange(conversation, now)
    if (underWay.entries !== undefined) underWay.entries += 1
    underWay.mayHaveMore = true
    return seq
  }

  /** Says whether the lease still holds; if not, nothing is changed. */
  function settleRow(row: HeldRow, lease: Lease, end: JobEnd, rememberUntil: number, now: number): boolean {
    const { seq, key, conversation, sender, attempt, crashes } = row
    if (end.kind === 'done' || end.kind === 'dead') {
      if (!wasChanged(sql.drop.run(seq, lease.number))) return false
      if (end.kind === 'done') underWay.done.set(key, rememberUntil)
      else {
        const { reason, error } = end
        dead.add({ entry: entryOf(seq), reason, error, attempts: attempt, crashes, died: now, ledger: ledgerOf(seq) })
      }
      underWay.gone.push(seq)
      underWay.wasNoted ||= row.noted === 1
      lines.leaves(sender)
      if (underWay.entries !== undefined) underWay.entries -= 1
    } else {
      if (!wasChanged(sql.release.run(seq, lease.number))) return false
      lines.release(sender)
      if (end.kind === 'again') sql.again.run(seq, end.at)
    }
    lines.arrange(conversation, now)
    // What nobody here had time for is for others first.
    if (end.kind !== 'given back') underWay.mayHaveMore = true
    return true
  }

  /** What has a lease, as far as it is known; a lease that is lost may still be known here. */
  function rowOf({ number }: Lease): HeldRow | undefined {
    return held.get(number) ?? (sql.leased.get(number) as HeldRow | undefined)
  }

  function lineOf(seq: number, line: LedgerLine): [seq: number, key: string, place: number, line: string] {
    return [seq, line.key, counter.next(), JSON.stringify(line)]
  }

  function entryOf(seq: number): QueueEntry {
    const { entry, notification } = sql.body.get(seq) as { entry: string; notification: string | null }
    return { ...JSON.parse(entry), ...(notification !== null && { notification }) }
  }

  function ledgerOf(seq: number): LedgerLine[] {
    return sql.ledger.all(seq).map((row) => JSON.parse((row as { line: string }).line) as LedgerLine)
  }

  /** Those who ask in the same moment are told the same. */
  function mayHaveOne(now: number): Promise<boolean> {
    if (looking?.now === now) return looking.found
    const found = read(() => lines.mayHaveOne(now)).finally(() => {
      looking = undefined
    })
    looking = { now, found }
    return found
  }

  function now(): number {
    return Math.floor(clock.now())
  }

  function nextDue() {
    const row = sql.nextDue.get(clock.now()) as { due: number; stage: number } | undefined
    return row && { at: row.due, background: row.stage === stages.working }
  }

  function wake(most?: number): void {
    for (const offering of offerings) offering.wake(most)
  }

  function pollLater(): () => void {
    // Other processes don't wait for a clock that stands still here.
    return systemClock.later(pollEvery, poll)
  }

  function poll(): void {
    cancelPoll = pollLater()
    if (isWriting()) return
    const before = version
    version = dataVersion()
    if (version !== before) wake()
  }

  function stopPolling(): void {
    cancelPoll?.()
    cancelPoll = undefined
  }

  /** Another number as soon as somebody else has written to the file; undefined when the file can't be asked. */
  function dataVersion(): number | undefined {
    try {
      return (sql.dataVersion.get() as { data_version: number }).data_version
    } catch {
      return undefined
    }
  }
}

/** What somebody has a lease of. */
interface HeldRow extends Row {
  /** Whether something was written down of it, by whoever has it or before. */
  noted: 0 | 1
}

interface TakenRow {
  readonly taken: Taken
  readonly row: HeldRow
}

function wasChanged({ changes }: { readonly changes: number | bigint }): boolean {
  return Number(changes) > 0
}
