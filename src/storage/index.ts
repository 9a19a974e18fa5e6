/** Where bots keep what must last: the interface, the kind in memory, and what other kinds are made with. Runs anywhere. */

export { createStorage, type StorageOptions } from './createStorage.js'
export type { Draft, Range, Removal, Removed, StorageEngine } from './engine.js'
export { LockError, type LockErrorCode, StorageConflictError, StorageError, type StorageErrorCode } from './errors.js'
export { memoryStorage } from './memory.js'
export type { ListOptions, SetOptions, Storage, StorageEntry, Version } from './storage.js'
export { type Lock, type LockOptions, withLock } from './withLock.js'
