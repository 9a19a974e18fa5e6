import { type FileHandle, open } from 'node:fs/promises'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'

/** Sees to it that what was committed is on the disk. */
export interface WalSync {
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Has a database committed without waiting for the disk, and waits for it beside everything else that goes on: SQLite
 * itself would hold up the whole process meanwhile. What is committed is appended to one file, so when that is on the disk
 * all that came before is. Before anything leaves that file SQLite itself waits for the disk.
 *
 * Undefined where there is no such file, as for a database in memory.
 */
export function walSync(database: SqliteDatabase): WalSync | undefined {
  const mode = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
  const { file } = database.prepare('PRAGMA database_list').get() as { file: string }
  if (mode.journal_mode !== 'wal' || file === '') return undefined
  database.exec('PRAGMA synchronous = NORMAL')
  let wal: FileHandle | undefined
  let isDoubtful = false

  return {
    async sync() {
      if (isDoubtful) {
        moveAll(database)
        isDoubtful = false
        return
      }
      try {
        wal ??= await open(`${file}-wal`, 'r+')
        await wal.datasync()
      } catch (error) {
        // A disk that has failed once may say the next time that all is well, though what it failed with is not there.
        isDoubtful = true
        throw error
      }
    },
    close: async () => wal?.close(),
  }
}

/** Writes all that is in the log into the database itself, down to the disk. */
function moveAll(database: SqliteDatabase): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
  if (busy !== 0) throw new Error('the disk failed, and what is written can not be moved while others read it')
}
