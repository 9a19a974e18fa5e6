import { type FileHandle, open } from 'node:fs/promises'
import { fileInPlace } from '../storage/fileInPlace.js'
import type { SqliteDatabase } from '../storage/sqliteDatabase.js'

/** Makes sure that what was committed is on the disk. */
export interface WalSync {
  /** Fails when the disk does, or when the files are no longer in their place. */
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
  const check = fileInPlace(database)
  let wal: FileHandle | undefined
  let isDoubtful = false

  return {
    async sync() {
      await toDisk()
      check()
    },
    close: async () => wal?.close(),
  }

  async function toDisk(): Promise<void> {
    if (isDoubtful) {
      moveAll(database)
      isDoubtful = false
      return
    }
    try {
      // SQLite has its locks on the other two files, so none of them is lost when this one is closed.
      wal ??= await open(`${file}-wal`, 'r+')
      await wal.datasync()
    } catch (error) {
      // After a failure a disk may report success though the data that it failed with is not there.
      isDoubtful = true
      throw error
    }
  }
}

/** Writes all that is in the log into the database itself, down to the disk. */
function moveAll(database: SqliteDatabase): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
  if (busy !== 0) throw new Error('the disk failed, and what is written can not be moved while others read it')
}
