import type { StorageEntry, Version } from './storage.js'

/**
 * The backend of a storage; `createStorage` turns it into a `Storage`, validates arguments and supplies the time. Each call
 * must be atomic across processes. An entry whose `expiresAt` is not after `now` doesn't exist.
 */
export interface StorageEngine {
  read(key: string, now: number): StorageEntry | undefined | Promise<StorageEntry | undefined>
  /** Returns a version higher than all before it, deleted entries included; undefined if `onlyIf` doesn't hold. */
  write(draft: Draft, now: number): Version | undefined | Promise<Version | undefined>
  remove(removal: Removal, now: number): Removed | Promise<Removed>
  /** Sorted by code point, which is also the order of UTF-8 bytes. */
  list(range: Range, now: number): StorageEntry[] | Promise<StorageEntry[]>
  /** See `Storage.mayHold`. */
  mayHold?(prefix: string): boolean
  close(): void | Promise<void>
}

export interface Draft {
  readonly key: string
  readonly value: string
  /** UNIX milliseconds. */
  readonly expiresAt: number | undefined
  readonly onlyIf: Version | 'absent' | undefined
}

export interface Removal {
  readonly key: string
  readonly onlyIf: Version | undefined
}

export type Removed = 'removed' | 'absent' | 'conflict'

export interface Range {
  readonly prefix: string
  readonly after: string | undefined
  readonly limit: number
}
