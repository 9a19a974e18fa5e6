import { type Storage, StorageConflictError, StorageError, type StorageErrorCode } from '../../storage/index.js'
import type { StorageCall, StorageFailure, StorageOutcome } from './messages.js'

/** A storage that is in another process, which outlives this one. */
export function remoteStorage(ask: (call: StorageCall) => Promise<StorageOutcome>): Storage {
  const call =
    <Method extends StorageCall['method']>(method: Method) =>
    async (...args: Parameters<Storage[Method]>): Promise<Awaited<ReturnType<Storage[Method]>>> => {
      const outcome = await ask({ method, args })
      if ('error' in outcome) throw errorOf(outcome.error)
      return outcome.value as Awaited<ReturnType<Storage[Method]>>
    }
  return {
    get: call('get'),
    set: call('set'),
    delete: call('delete'),
    list: call('list'),
    // Whoever opened it closes it.
    close: async () => {},
  }
}

function errorOf({ code, message, conflict }: StorageFailure): StorageError {
  if (conflict !== undefined) return new StorageConflictError(conflict.key, conflict.onlyIf)
  return new StorageError(code as StorageErrorCode, message)
}
