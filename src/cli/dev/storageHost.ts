import { type Storage, StorageConflictError, StorageError } from '../../storage/index.js'
import type { StorageCall, StorageFailure, StorageOutcome } from './messages.js'

/** Does for the bots' process what it asks of the storage, which stays here so that it outlives that process. */
export async function callStorage(storage: Storage, { method, args }: StorageCall): Promise<StorageOutcome> {
  try {
    // The other process checked nothing: the storage refuses what makes no sense.
    const call = storage[method] as (...args: readonly unknown[]) => Promise<unknown>
    return { value: await call(...args) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

function failureOf(error: unknown): StorageFailure {
  const { message } = error instanceof Error ? error : new Error(String(error))
  if (error instanceof StorageConflictError) {
    return { code: error.code, message, conflict: { key: error.key, onlyIf: error.onlyIf } }
  }
  return { code: error instanceof StorageError ? error.code : 'failed', message }
}
