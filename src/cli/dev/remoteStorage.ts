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
    // Its opener closes it.
    close: async () => {},
  }
}

function errorOf({ code, message, conflict }: StorageFailure): StorageError {
  if (conflict !== undefined) return new StorageConflictError(conflict.key, conflict.onlyIf)
  return new StorageError(code as StorageErrorCode, message)
}

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
