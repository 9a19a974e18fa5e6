/** Where bots keep data that must last: the interface, storage in memory, and `createStorage` for other kinds. Runs anywhere. */

export {
  createStorage,
  type ListOptions,
  type Lock,
  LockError,
  type LockOptions,
  memoryStorage,
  type SetOptions,
  type Storage,
  StorageConflictError,
  type StorageEngine,
  type StorageEntry,
  StorageError,
  type StorageOptions,
  type Version,
  withLock,
} from './storage/index.js'
