import { type Clock, systemClock } from '../../client/index.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { inTransaction } from '../storage/sqliteTables.js'

/** Makes changes to a database, many in one transaction. */
export interface GroupCommit {
  /**
   * What it did is on the disk when it has resolved. The work sees all changes before it, and is undone when it throws. It
   * may be done again, so it changes nothing else.
   */
  write<T>(work: () => T): Promise<T>
  /**
   * The same, but everybody sees it when it has resolved; on the disk it is some milliseconds later, and before all that is
   * written after it.
   */
  change<T>(work: () => T): Promise<T>
  /**
   * The same, but while the disk is waited for it stays for what comes then: those who have waited for the disk go on, and
   * most often bring more.
   */
  changeSoon<T>(work: () => T): Promise<T>
  /** After what is being written now. */
  read<T>(work: () => T): Promise<T>
  /** Resolves when all that was to be written is on the disk, or has failed. */
  flush(): Promise<void>
  isWriting(): boolean
}

export interface GroupCommitOptions {
  /** Milliseconds for which another process may hold the file before a call fails. */
  readonly patience?: number
  readonly clock?: Clock
  /** Brings all that is committed to the disk; not given where a commit does. */
  readonly sync?: (() => Promise<void>) | undefined
  /** Begins each transaction. */
  readonly first?: (isSecondTry: boolean) => void
  /**
   * Ends each transaction; what it gives is called when that is committed, before anybody hears of it. When it is the
   * second try of something that has failed, it does no more than it must.
   */
  readonly last?: (isSecondTry: boolean) => () => void
}

/**
 * What is written in the same turn of the event loop, or in turns that follow upon each other, becomes one transaction, and
 * what is committed while the disk is waited for is waited for together, since it is the disk that takes the time. While
 * another process has the file the event loop goes on.
 */
export function groupCommit(database: SqliteDatabase, options: GroupCommitOptions = {}): GroupCommit {
  const { patience = 5_000, clock = systemClock, sync, first, last } = options
  const waiting: Write[] = []
  /** Committed, and not on the disk yet. */
  let committed: Done[] = []
  let isUnsynced = false
  let isSyncWanted = false
  let running: Promise<void> | undefined
  let syncing: Promise<void> | undefined
  let cancelSync: (() => void) | undefined
  let cancelSoon: (() => void) | undefined
  /** Those of `committed` that the disk is waited for with right now. */
  let syncingFor = 0

  return {
    write: (work) => put(work, sync !== undefined),
    change: (work) => put(work, false),
    changeSoon: (work) => put(work, false, syncingFor + committed.length > 0),
    async read(work) {
      await running
      for (const until = clock.now() + patience; ; await pause()) {
        try {
          return work()
        } catch (error) {
          if (!isBusy(error) || clock.now() >= until) throw error
        }
      }
    },
    async flush() {
      if (waiting.length > 0) commitNow()
      await running
      if (isUnsynced) syncNow()
      await syncing
    },
    isWriting: () => running !== undefined,
  }

  function put<T>(work: () => T, isSynced: boolean, mayStay = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        work,
        isSynced,
        resolve: (result) => resolve(result as T),
        reject,
        until: clock.now() + patience,
      })
      if (!mayStay) commitNow()
    })
  }

  function commitNow(): void {
    cancelSoon?.()
    cancelSoon = undefined
    running ??= commitAll()
  }

  async function commitAll(): Promise<void> {
    await whileMoreComes()
    while (waiting.length > 0) {
      const group = waiting.splice(0, most)
      const outcome = commit(group)
      if (outcome !== 'busy') continue
      const now = clock.now()
      const late = group.filter(({ until }) => until <= now)
      for (const { reject } of late) reject(new Error(locked))
      waiting.unshift(...group.filter(({ until }) => until > now))
      await pause()
    }
    running = undefined
  }

  /** A transaction costs much, and what is in it little, so it waits for as long as each turn of the event loop brings more. */
  async function whileMoreComes(): Promise<void> {
    for (let seen = 0, turns = 0; waiting.length > seen && waiting.length < most && turns < mostTurns; turns += 1) {
      seen = waiting.length
      await endOfTurn()
    }
  }

  /** One that can't be done must not undo what others asked for, so where several fail each is tried by itself. */
  function commit(group: readonly Write[], isSecondTry = false): 'settled' | 'busy' {
    try {
      const { results, told } = inTransaction(database, () => {
        first?.(isSecondTry)
        return { results: group.map(({ work }) => work()), told: last?.(isSecondTry) }
      })
      told?.()
      for (const [index, write] of group.entries()) {
        if (write.isSynced) committed.push({ write, result: results[index] })
        else write.resolve(results[index])
      }
      isUnsynced = sync !== undefined
      if (committed.length > 0) syncNow()
      else if (isUnsynced) cancelSync ??= systemClock.later(unhurried, syncNow, { background: true })
    } catch (error) {
      if (isBusy(error)) return 'busy'
      if (!isSecondTry) return oneByOne(group)
      for (const { reject } of group) reject(error)
    }
    return 'settled'
  }

  function oneByOne(group: readonly Write[]): 'settled' {
    for (const [index, write] of group.entries()) {
      if (commit([write], true) === 'settled') continue
      waiting.unshift(...group.slice(index))
      break
    }
    return 'settled'
  }

  function syncNow(): void {
    cancelSync?.()
    cancelSync = undefined
    if (sync === undefined) return
    isSyncWanted = true
    syncing ??= syncAll(sync)
  }

  async function syncAll(sync: () => Promise<void>): Promise<void> {
    while (isSyncWanted) {
      isSyncWanted = false
      isUnsynced = false
      const group = committed
      committed = []
      syncingFor = group.length
      try {
        await sync()
        for (const { write, result } of group) write.resolve(result)
      } catch (error) {
        for (const { write } of group) write.reject(error)
      }
    }
    syncingFor = 0
    syncing = undefined
    if (waiting.length > 0 && running === undefined) cancelSoon ??= systemClock.later(soon, commitNow)
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => clock.later(betweenTries, resolve))
  }
}

interface Write {
  readonly work: () => unknown
  /** Whether it has to be on the disk before anybody hears of it. */
  readonly isSynced: boolean
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  /** UNIX milliseconds. */
  readonly until: number
}

interface Done {
  readonly write: Write
  readonly result: unknown
}

/** Writes in one transaction, so that no other process waits for long. */
const most = 500

/** Turns of the event loop that the first of a transaction waits for others. */
const mostTurns = 8

/** Milliseconds. */
const betweenTries = 10

/** Milliseconds that those who have waited for the disk have to bring more. */
const soon = 5

/** Milliseconds until that is on the disk which nobody waits for. */
const unhurried = 20

const locked = 'another process holds the database, and does not let go of it'

/** After all that has come in by now is read, and what it leads to has begun. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Whether somebody else has the file right now. Both kinds of SQLite tell by the number of the error. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === 5
}
