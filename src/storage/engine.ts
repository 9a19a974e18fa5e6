import type { StorageEntry, Version } from './storage.js'

/**
 * What a kind of storage has to do; `createStorage` makes a storage of it, which checks what it is given and knows the
 * time. Each call must be atomic among all processes. An entry whose `expiresAt` is not after `now` is not there.
 */
export interface StorageEngine {
  read(key: string, now: number): StorageEntry | undefined | Promise<StorageEntry | undefined>
  /** Gives a version higher than all before it, also those of entries that are gone; undefined when `onlyIf` fails. */
  write(draft: Draft, now: number): Version | undefined | Promise<Version | undefined>
  remove(removal: Removal, now: number): Removed | Promise<Removed>
  /** In the order of the keys' code points, which is that of their UTF-8 bytes. */
  list(range: Range, now: number): StorageEntry[] | Promise<StorageEntry[]>
  /** As of `Storage`; for an engine that knows it without asking. */
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
