import { openStorage, storageAddress } from '../../node/storage/storageAddress.js'
import type { Storage } from '../../storage/index.js'
import { UsageError } from '../shared/usageError.js'

/**
 * Opens the storage that is meant by `memory`, `sqlite:bots.db` or `redis://…` on a command line.
 *
 * @throws {UsageError} for what is none of them. @throws {StorageError} when it can't be had.
 */
export async function storageAt(text: string): Promise<Storage> {
  const address = storageAddress(text)
  if (address !== undefined) return openStorage(address)
  // It may be an address with a slip in it, and hold a password, so it is not repeated.
  throw new UsageError(
    'The storage is none that there is: it has to be written as memory, as sqlite:bots.db (the path of a file), ' +
      'or as redis://localhost:6379.',
  )
}
