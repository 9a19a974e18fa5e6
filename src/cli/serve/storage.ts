import { redisStorage, sqliteStorage } from '../../node/index.js'
import { memoryStorage, type Storage } from '../../storage/index.js'
import { UsageError } from '../shared/usageError.js'

/** A storage as it is written on a command line, and what the log may say of it: an address can hold a password. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly kind: 'memory' | 'SQLite' | 'Redis'
}

/**
 * Opens the storage that is meant by `memory`, `sqlite:bots.db` or `redis://…`.
 *
 * @throws {UsageError} for what is none of them. @throws {StorageError} when it can't be had.
 */
export async function openStorage(where: string): Promise<OpenedStorage> {
  if (where === 'memory') return { storage: memoryStorage(), kind: 'memory' }
  if (/^rediss?:\/\//.test(where)) return { storage: await redisStorage(where), kind: 'Redis' }
  const [, path] = /^sqlite:(.+)$/s.exec(where) ?? []
  if (path !== undefined) return { storage: await sqliteStorage(path), kind: 'SQLite' }
  throw new UsageError(
    'The storage is none that there is: it has to be written as memory, as sqlite:bots.db (the path of a file), ' +
      'or as redis://localhost:6379.',
  )
}
