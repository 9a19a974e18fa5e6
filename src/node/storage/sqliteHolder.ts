import type { Clock } from '../../clock.js'
import { type ProcessHolder, processHolder } from '../processHolder.js'
import { isForThreads, type SqliteDatabase } from './sqliteDatabase.js'

export interface SqliteHolder extends ProcessHolder {
  isGone(id: string, silence: number): boolean
}

/** This process as the holder of leases in a database, which other processes may have open too. */
export function sqliteHolder(database: SqliteDatabase, path: string, clock: Clock): SqliteHolder {
  const read = database.prepare('SELECT beat FROM process_beats WHERE id = ?')
  const write = database.prepare('INSERT OR REPLACE INTO process_beats VALUES (?, ?)')
  const place = isForThreads(path) ? { sqlite: path } : undefined
  const holder = processHolder({ clock, place, beat: (id) => write.run(id, Date.now()) })
  const beatOf = (id: string) => (read.get(id) as { beat: number } | undefined)?.beat
  return { ...holder, isGone: (id, silence) => holder.isDead(id) ?? holder.isSilent(id, beatOf(id), silence) }
}
