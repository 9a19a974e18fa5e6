import { type Clock, endOfTurn, pause } from '../../clock.js'
import { fileInPlace, inTransaction, isLocked, type SqliteDatabase } from '../storage/sqliteDatabase.js'

interface SqliteWritesOptions {
  readonly clock: Clock
  /** Milliseconds for which another process may lock the file before a call fails. */
  readonly patience: number
  /** Called at the end of each transaction, and at the start of the next attempt if it failed. */
  readonly atEnd: () => void
  readonly atBegin: () => void
}

/** `synced`: survives a crash of the machine once it has resolved. `unsynced`: only a crash of the process. */
type Durability = 'synced' | 'unsynced'

interface Write {
  readonly work: () => unknown
  readonly durability: Durability
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * The writes to a database that several processes may have open. Waiting for the disk takes longer than everything else, so
 * writes that are requested in one turn of the event loop are committed together.
 */
export class SqliteWrites {
  readonly #database: SqliteDatabase
  readonly #options: SqliteWritesOptions
  readonly #checkFile: () => void
  #waiting: Write[] = []
  #committing: Promise<void> | undefined
  #durability: Durability = 'synced'

  constructor(database: SqliteDatabase, options: SqliteWritesOptions) {
    this.#database = database
    this.#options = options
    this.#checkFile = fileInPlace(database)
  }

  /** Runs `work` in a transaction. It may run more than once, so it must change nothing but the database. */
  write<T>(work: () => T, durability: Durability = 'synced'): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, durability, resolve: (result) => resolve(result as T), reject })
      this.#committing ??= this.#commitAll()
    })
  }

  /** Runs `work` again while another process has locked the file, without blocking this one. */
  async whenUnlocked<T>(work: () => T, until = this.#giveUpAt()): Promise<T> {
    const { clock } = this.#options
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (!isLocked(error)) throw error
        if (clock.now() >= until) throw new Error('another process keeps the database locked', { cause: error })
      }
      await pause(clock, betweenTries)
    }
  }

  async settled(): Promise<void> {
    await this.#committing
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn()
      await this.#commit(this.#waiting.splice(0, mostAtOnce))
    }
    this.#committing = undefined
  }

  async #commit(writes: readonly Write[], until = this.#giveUpAt()): Promise<void> {
    try {
      const isSynced = writes.some(({ durability }) => durability === 'synced')
      const results = await this.whenUnlocked(() => this.#inTransaction(writes, isSynced), until)
      this.#checkFile()
      for (const [index, { resolve }] of writes.entries()) resolve(results[index])
    } catch (error) {
      if (writes.length === 1) writes[0]?.reject(error)
      // A failed one must not undo the others.
      else for (const one of writes) await this.#commit([one], until)
    }
  }

  #inTransaction(writes: readonly Write[], isSynced: boolean): unknown[] {
    const { atBegin, atEnd } = this.#options
    this.#setDurability(isSynced ? 'synced' : 'unsynced')
    return inTransaction(this.#database, () => {
      atBegin()
      const results = writes.map(({ work }) => work())
      atEnd()
      return results
    })
  }

  #setDurability(durability: Durability): void {
    if (durability === this.#durability) return
    this.#database.exec(`PRAGMA synchronous = ${durability === 'synced' ? 'FULL' : 'NORMAL'}`)
    this.#durability = durability
  }

  #giveUpAt(): number {
    return this.#options.clock.now() + this.#options.patience
  }
}

/** Milliseconds. */
const betweenTries = 10

/** Maximum number of calls in one transaction, so that none takes long. */
const mostAtOnce = 100
