/** Where bots keep data that must last: the interface, storage in memory, and `createStorage` for other kinds. Runs anywhere. */

export { createStorage, type StorageOptions } from './createStorage.js'
export { LockError, StorageConflictError, StorageError, type StorageErrorCode } from './errors.js'
export { type Lock, type LockOptions, withLock } from './lock.js'
export { memoryStorage } from './memory.js'
export type { ListOptions, SetOptions, Storage, StorageEngine, StorageEntry, Version } from './storage.js'
