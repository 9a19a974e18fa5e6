/** Where bots keep what must last: the interface, the kind in memory, and what other kinds are made with. Runs anywhere. */

export { createStorage, type StorageOptions } from './createStorage.js'
export { LockError, type LockErrorCode, StorageConflictError, StorageError, type StorageErrorCode } from './errors.js'
export { type Lock, type LockOptions, withLock } from './lock.js'
export { memoryStorage } from './memory.js'
export type {
  Draft,
  ListOptions,
  Range,
  Removal,
  Removed,
  SetOptions,
  Storage,
  StorageEngine,
  StorageEntry,
  Version,
} from './storage.js'
