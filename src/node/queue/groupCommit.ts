import { type Clock, systemClock } from '../../client/index.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'
import { inTransaction } from '../storage/sqliteTables.js'

/** Makes changes to a database that are on the disk when they have resolved. */
export interface GroupCommit {
  /** The work sees all changes before it, and is undone when it throws. It may be done again, so it changes nothing else. */
  write<T>(work: () => T): Promise<T>
  /** After what is being written now. */
  read<T>(work: () => T): Promise<T>
  /** Resolves when all that was to be written is written, or has failed. */
  flush(): Promise<void>
  isWriting(): boolean
}

export interface GroupCommitOptions {
  /** Milliseconds for which another process may hold the file before a call fails. */
  readonly patience?: number
  readonly clock?: Clock
}

/**
 * What is written in the same turn of the event loop becomes one transaction, since it is the disk that takes the time. While
 * another process has the file the event loop goes on.
 */
export function groupCommit(database: SqliteDatabase, options: GroupCommitOptions = {}): GroupCommit {
  const { patience = 5_000, clock = systemClock } = options
  const waiting: Write[] = []
  let running: Promise<void> | undefined

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          work,
          resolve: (result) => resolve(result as T),
          reject,
          until: clock.now() + patience,
        })
        running ??= commitAll()
      }),
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
      await running
    },
    isWriting: () => running !== undefined,
  }

  async function commitAll(): Promise<void> {
    await endOfTurn()
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

  /** One that can't be done must not undo what others asked for, so where several fail each is tried by itself. */
  function commit(group: readonly Write[]): 'settled' | 'busy' {
    try {
      const results = inTransaction(database, () => group.map(({ work }) => work()))
      for (const [index, { resolve }] of group.entries()) resolve(results[index])
    } catch (error) {
      if (isBusy(error)) return 'busy'
      const [first] = group
      if (first !== undefined && group.length === 1) first.reject(error)
      else return oneByOne(group)
    }
    return 'settled'
  }

  function oneByOne(group: readonly Write[]): 'settled' {
    for (const [index, write] of group.entries()) {
      if (commit([write]) === 'settled') continue
      waiting.unshift(...group.slice(index))
      break
    }
    return 'settled'
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => clock.later(betweenTries, resolve))
  }
}

interface Write {
  readonly work: () => unknown
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  /** UNIX milliseconds. */
  readonly until: number
}

/** Writes in one transaction, so that no other process waits for long. */
const most = 500

/** Milliseconds. */
const betweenTries = 10

const locked = 'another process holds the database, and does not let go of it'

/** After all that has come in by now is read, and what it leads to has begun. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Whether somebody else has the file right now. Both kinds of SQLite tell by the number of the error. */
function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === 5
}
