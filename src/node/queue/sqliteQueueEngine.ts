import type { JobEnd, QueueEntry } from '../../bot/index.js'
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
import { type Ended, type HeldRow, sqliteEntries } from './sqliteEntries.js'
import { type ReadyRow, sqliteLines } from './sqliteLines.js'
import { sqliteQueueStatements } from './sqliteQueueStatements.js'
import { stages } from './sqliteQueueTables.js'
import { takenAhead } from './takenAhead.js'
import type { WalSync } from './walSync.js'

export interface SqliteQueueEngineOptions {
  /** What tells when to look for entries that wait for their next attempt. */
  readonly clock?: Clock
  /** Milliseconds between two looks at what other processes have put into the file. 25. */
  readonly pollEvery?: number
  /** Milliseconds for which another process may hold the file before a call fails. 5,000. */
  readonly patience?: number
  /** Milliseconds that a lease lasts at most; the same in all processes with the file. 30,000. */
  readonly lease?: number
  /** Brings to the disk what is committed; not given where a commit waits for the disk itself. */
  readonly wal?: WalSync | undefined
}

/** What is known of the transaction that is under way. */
interface UnderWay {
  /** The time for which everything was brought up that is due. */
  broughtUp?: number
  /** Something was put, or somebody has ended. */
  mayHaveMore?: boolean
  /** Entries that somebody has asked for. */
  taken: number
  /** Entries that somebody was done with. */
  settled: number
  /** Entries that were taken as they were put. */
  readonly begun: TakenRow[]
  /** The sender of each entry that was taken. */
  readonly senders: string[]
  /** Whether all that is put is taken as it is put, since there is nothing else to be taken; once somebody has asked. */
  isPutTaken?: boolean
}

/** A queue's engine in the tables of a database; several processes may have it open. It closes the database. */
export function sqliteQueueEngine(database: SqliteDatabase, options: SqliteQueueEngineOptions = {}): QueueEngine {
  const { clock = systemClock, pollEvery = 25, patience, lease = 30_000, wal } = options
  const sql = sqliteQueueStatements(database)
  const counter = sqliteCounter(database)
  const lines = sqliteLines(database, counter.next, lease)
  const dead = sqliteDeadLetters(database)
  const entries = sqliteEntries({ sql, next: counter.next, lines, dead })
  const { write, change, changeSoon, read, flush, isWriting } = groupCommit(database, {
    patience,
    sync: wal?.sync,
    first,
    last,
  })
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
  let underWay: UnderWay = { taken: 0, settled: 0, begun: [], senders: [] }
  /** What was asked to be put, and is not there yet. */
  let putting = 0
  /** Entries that somebody was done with in the transaction before. */
  let settledBefore = 0

  return {
    settlesBeside: true,
    put(entry, { capacity }, now) {
      putting += 1
      return write(() => put(entry, capacity, now)).finally(() => {
        putting -= 1
      })
    },
    async take(leaseUntil, now) {
      leaseSpan = leaseUntil - now
      const next = ahead.take(hasEnough)
      if (next !== undefined) return next
      // Where there is nothing, other processes are not kept from writing.
      if (!(await mayHaveOne(now))) return undefined
      const another = ahead.take(hasEnough)
      if (another !== undefined) return another
      const one = await change(() => {
        entries.dropEnded()
        underWay.taken += 1
        return takeSome(1, leaseUntil, now, concurrency)[0]
      })
      return one && hold(one)
    },
    renew: (lease, until) =>
      change(() => {
        const row = rowOf(lease)
        if (row === undefined || !entries.isHeld(row, lease.number)) return false
        lines.goOn(row, until)
        return true
      }),
    note: (lease, line) =>
      write(() => {
        const row = rowOf(lease)
        return row !== undefined && entries.note(row, lease.number, line)
      }),
    settle,
    checkWritable: () =>
      write(() => {
        sql.addBody.run(trialSeq, trialBody, null)
        sql.dropBodies.run(`[${trialSeq}]`)
      }),
    status: (now) =>
      read(() => {
        const { working } = sql.working.get(now) as { working: number }
        const { oldest } = sql.oldest.get() as { oldest: number | null }
        return { waiting: entries.count() - working, working, dead: dead.count(), oldest: oldest ?? undefined }
      }),
    listDead: (after, limit) => read(() => dead.list(after, limit)),
    getDead: (id) => read(() => dead.get(id)),
    replayDead: (id, now) =>
      write(() => {
        const letter = dead.remove(id)
        if (letter !== undefined) entries.putBack(letter, now)
        underWay.mayHaveMore = true
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
    if (end.kind === 'done' && known !== undefined) {
      const { isDone } = await changeSoon(() => {
        const ended: Ended = { row: known, lease: lease.number, rememberUntil, now, isDone: false }
        entries.end(ended)
        underWay.settled += 1
        underWay.mayHaveMore = true
        return ended
      })
      return isDone
    }
    const isDone = await change(() => {
      const row = known ?? rowOf(lease)
      if (row === undefined || !entries.settle(row, lease.number, end, rememberUntil, now)) return false
      // What nobody here had time for is for others first.
      if (end.kind === 'given back') return true
      underWay.settled += 1
      underWay.mayHaveMore = true
      return true
    })
    if (end.kind === 'given back') wake()
    return isDone
  }

  function put(entry: QueueEntry, capacity: number, now: number): 'kept' | 'known' | 'full' {
    const stage = entries.stageOf(entry, capacity, now)
    if (stage === 'known' || stage === 'full') return stage
    if (stage === stages.ready && isPutTaken(now) && free() > 0 && !hasMost(entry.sender, concurrency + quick())) {
      begin(entry, now)
      return 'kept'
    }
    entries.add(entry, stage, now)
    underWay.mayHaveMore = true
    if (concurrency > 0) recent.keep(entry, entry.key)
    return 'kept'
  }

  /** Whose turn it is need not be found out where all have theirs. */
  function isPutTaken(now: number): boolean {
    if (underWay.isPutTaken === undefined) {
      entries.dropEnded()
      underWay.isPutTaken = putting <= free() && !lines.mayHaveOne(now)
    }
    return underWay.isPutTaken
  }

  /** Puts an entry with a lease. */
  function begin(entry: QueueEntry, time: number): void {
    const { id, key, conversation, sender } = entry
    const lease = { id, number: counter.next() }
    const seq = entries.add(entry, stages.working, time, { number: lease.number, until: now() + leaseSpan })
    lines.hasTurn(sender)
    underWay.senders.push(sender)
    underWay.begun.push({
      taken: { lease, entry, attempt: 1, crashes: 0, ledger: [] },
      row: { seq, id, key, conversation, sender, attempt: 1, crashes: 0, noted: 0 },
    })
  }

  /** What follows belongs to one transaction. */
  function first(isSecondTry: boolean): void {
    counter.begin()
    lines.begin()
    entries.begin()
    underWay = { taken: 0, settled: 0, begun: [], senders: [], ...(isSecondTry && { isPutTaken: false }) }
  }

  /** Whoever waits for something, or is about to, gets it at once, and need not write a second time. */
  function last(isSecondTry: boolean): () => void {
    entries.dropEnded()
    const taken = isSecondTry ? [] : [...underWay.begun, ...takeForWhoeverIsFree()]
    entries.write()
    lines.end()
    counter.end()
    const { settled } = underWay
    return () => {
      settledBefore = settled
      for (const one of taken) ahead.keep(hold(one))
      if (taken.length > 0) wake(taken.length)
      else if (isSecondTry) wake()
    }
  }

  function takeForWhoeverIsFree(): TakenRow[] {
    // Nothing waited when the first was put.
    if (!underWay.mayHaveMore || (underWay.isPutTaken === true && !lines.hasNew)) return []
    const most = free()
    return most > 0 ? takeSome(most, now() + leaseSpan, now(), concurrency + quick()) : []
  }

  /** How many more may be taken for this process. */
  function free(): number {
    if (concurrency === 0) return 0
    return concurrency + quick() - held.size - underWay.taken - underWay.begun.length
  }

  /** Where all that was taken has ended already, as much as was done meanwhile will be done again. */
  function quick(): number {
    return held.size === 0 ? Math.min(Math.max(underWay.settled, settledBefore), quickAtOnce) : 0
  }

  function takeSome(most: number, leaseUntil: number, now: number, slots: number): TakenRow[] {
    if (underWay.broughtUp !== now) lines.bringUp(now)
    underWay.broughtUp = now
    return lines.take(
      most,
      (row) => beginReady(row, leaseUntil),
      (sender) => hasMost(sender, slots),
    )
  }

  /** Whether a sender has all slots of this process but the one that is left to others. */
  function hasEnough(sender: string): boolean {
    return concurrency > 1 && heldOf(sender) - ahead.countOf(sender) >= concurrency - 1
  }

  /** The same of so many slots, with what this transaction has taken and what was taken ahead. */
  function hasMost(sender: string, slots: number): boolean {
    const begun = underWay.senders.filter((name) => name === sender).length
    return slots > 1 && heldOf(sender) + begun >= slots - 1
  }

  function heldOf(sender: string): number {
    return [...held.values()].filter((row) => row.sender === sender).length
  }

  function beginReady(row: ReadyRow, leaseUntil: number): TakenRow {
    const { seq, id, key, attempt } = row
    // What can't be read is left as it is.
    const [entry, ledger] = [recent.take(id, key) ?? entries.entryOf(seq), row.noted ? entries.ledgerOf(seq) : []]
    const number = counter.next()
    underWay.senders.push(row.sender)
    const crashes = lines.work(row, number, leaseUntil)
    return { taken: { lease: { id, number }, entry, attempt, crashes, ledger }, row: { ...row, crashes } }
  }

  function hold({ taken, row }: TakenRow): Taken {
    held.set(taken.lease.number, row)
    return taken
  }

  /** What has a lease, as far as it is known; a lease that is lost may still be known here. */
  function rowOf({ number }: Lease): HeldRow | undefined {
    return held.get(number) ?? entries.leased(number)
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

/** Entries that are taken at once at most besides those that can be worked on at once. */
const quickAtOnce = 100

/** As much as a delivery, where none is: they are counted from 1. */
const [trialSeq, trialBody] = [0, 'x'.repeat(10_000)]

interface TakenRow {
  readonly taken: Taken
  readonly row: HeldRow
}
