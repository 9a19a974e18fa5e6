import type { Store } from '../../node/index.js'
import { storageAddress } from '../../node/storage/storageAddress.js'
import { storeAt } from '../../node/stores.js'
import { memoryStorage, type Storage } from '../../storage/index.js'
import { queueAt } from '../queue/openQueue.js'
import { UsageError } from '../shared/usageError.js'

/**
 * What is meant by `memory`, `sqlite:bots.db` or `redis://…` on a command line.
 *
 * @throws {UsageError} for what is none of them.
 */
export function storageAt(text: string): Storage | Store {
  const address = storageAddress(text)
  if (address !== undefined) return address.kind === 'memory' ? memoryStorage() : storeAt(address)
  // It may be an address with a typo in it, and hold a password, so it is not repeated.
  throw new UsageError(
    'Earshot knows no such kind of storage: write memory, sqlite:bots.db (the path of a file), ' +
      'or as redis://localhost:6379.',
  )
}

/** What is meant by `inline`, `sqlite:bots.db` or `redis://…` on a command line. @throws {UsageError} for what is none. */
export function queueNamed(text: string): 'inline' | Store {
  const address = queueAt(text)
  return address.kind === 'inline' ? 'inline' : storeAt(address)
}
