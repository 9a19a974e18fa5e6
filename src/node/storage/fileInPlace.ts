import { statSync } from 'node:fs'
import type { SqliteDatabase } from './sqliteDatabase.js'

/**
 * Gives a check that throws once a file of this open database was deleted, moved or replaced: what is written then goes to a file that nobody
 * finds again. It looks at the files by their paths and opens none of them.
 */
export function fileInPlace(database: SqliteDatabase): () => void {
  const { file } = database.prepare('PRAGMA database_list').get() as { file: string }
  const opened = ['', '-wal', '-shm'].map((end) => `${file}${end}`).map((path) => ({ path, id: idOf(path) }))
  return () => {
    const gone = opened.find(({ path, id }) => id !== undefined && id !== idOf(path))
    if (gone === undefined) return
    throw new Error(
      `"${gone.path}" was deleted, moved or replaced while this process had it open, so nothing written now would last. ` +
        'Put the file back if it was moved, then restart the process',
    )
  }
}

/** Which file is at the path; undefined where there is none, as for a database in memory. */
function idOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat?.isFile() ? `${stat.dev} ${stat.ino}` : undefined
}
