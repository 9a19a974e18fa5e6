import type { LeaseHolder } from '../lease.js'

/**
 * A key-value store of strings. Each call is atomic across processes; of several writers that use `onlyIf`, one wins.
 *
 * A key is 1 to 1,024 bytes of UTF-8 without NUL, a value any string. Both must be well-formed Unicode.
 *
 * @example
 * const entry = await storage.get('menu')
 * await storage.set('menu', 'cardamom buns', { onlyIf: entry?.version ?? 'absent' })
 */
export interface Storage {
  /** The entry, if it exists and has not expired. */
  get(key: string): Promise<StorageEntry | undefined>
  /**
   * The entries of several keys as they are at one moment, in the order of the keys; undefined for those without one. Optional:
   * it saves round trips, and a storage without it is asked for each key by itself.
   */
  getMany?(keys: readonly string[]): Promise<readonly (StorageEntry | undefined)[]>
  /**
   * Writes the entry and returns its new version. Without `expiresIn` it no longer expires.
   *
   * @throws {StorageConflictError} if `onlyIf` doesn't hold; nothing is written.
   */
  set(key: string, value: string, options?: SetOptions): Promise<Version>
  /**
   * Deletes the entry and returns whether it existed.
   *
   * @throws {StorageConflictError} if `onlyIf` is given and the entry has another version or doesn't exist.
   */
  delete(key: string, options?: { readonly onlyIf?: Version }): Promise<boolean>
  /** The entries whose keys start with the prefix, sorted by code point. */
  list(prefix: string, options?: ListOptions): Promise<StorageEntry[]>
  /**
   * Whether entries with this prefix may exist; the prefix ends with a slash that isn't the first. False only if it is certain
   * that there are none. Only on storages that know without a query.
   */
  mayHold?(prefix: string): boolean
  /** Whether no other process can use it. */
  readonly isLocal?: boolean
  /** This process as the holder of locks, if others can tell whether it lives. Without it, locks expire unless they are renewed. */
  readonly holder?: LeaseHolder
  /** Closes files and connections. Later calls fail. */
  close(): Promise<void>
}

/** Unique to each write in a storage, and increasing. */
export type Version = number

export interface StorageEntry {
  readonly key: string
  readonly value: string
  readonly version: Version
  /** UNIX milliseconds. Undefined: never. */
  readonly expiresAt?: number
}

export interface SetOptions {
  /** Writes only if the entry has this version, or doesn't exist. */
  readonly onlyIf?: Version | 'absent'
  /** Milliseconds by the storage's clock. (default: never) */
  readonly expiresIn?: number
}

export interface ListOptions {
  /** Maximum number of entries. (default: 100) */
  readonly limit?: number
  /** The last key of the previous page. */
  readonly after?: string
}

/**
 * The backend of a storage; `createStorage` turns it into a `Storage`, validates arguments and supplies the time. Each call
 * must be atomic across processes. An entry whose `expiresAt` is not after `now` doesn't exist.
 */
export interface StorageEngine {
  read(key: string, now: number): StorageEntry | undefined | Promise<StorageEntry | undefined>
  /** See `Storage.getMany`. */
  readMany?(keys: readonly string[], now: number): ManyEntries | Promise<ManyEntries>
  /** Returns a version higher than all before it, deleted entries included; undefined if `onlyIf` doesn't hold. */
  write(draft: EntryDraft, now: number): Version | undefined | Promise<Version | undefined>
  remove(removal: Removal, now: number): Removed | Promise<Removed>
  /** Sorted by code point, which is also the order of UTF-8 bytes. */
  list(range: Range, now: number): StorageEntry[] | Promise<StorageEntry[]>
  /** See `Storage.mayHold`. */
  mayHold?(prefix: string): boolean
  close(): void | Promise<void>
}

type ManyEntries = readonly (StorageEntry | undefined)[]

export interface EntryDraft {
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
