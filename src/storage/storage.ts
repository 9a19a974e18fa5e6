/**
 * Where a bot keeps what must outlast a message: texts by key. Each call is atomic, and of several writers that
 * compare versions one wins, however many processes there are.
 *
 * A key is 1 to 1,024 bytes of UTF-8 without NUL; a value any text. Both must be well-formed Unicode.
 *
 * @example
 * const entry = await storage.get('menu')
 * await storage.set('menu', 'cardamom buns', { onlyIf: entry?.version ?? 'absent' })
 */
export interface Storage {
  /** What stands at the key, if it is there and has not expired. */
  get(key: string): Promise<StorageEntry | undefined>
  /**
   * Writes, and gives the new version. What was to expire does so no longer, unless `expiresIn` is given again.
   *
   * @throws {StorageConflictError} when `onlyIf` does not hold; nothing is written then.
   */
  set(key: string, value: string, options?: SetOptions): Promise<Version>
  /**
   * Takes the entry away, and says whether there was one.
   *
   * @throws {StorageConflictError} when `onlyIf` is given and the entry has another version, or is gone.
   */
  delete(key: string, options?: { readonly onlyIf?: Version }): Promise<boolean>
  /** The entries whose keys begin so, in the order of their keys' code points. */
  list(prefix: string, options?: ListOptions): Promise<StorageEntry[]>
  /**
   * Whether there may be entries whose keys begin so, up to a slash that is not the first: false where it is known at
   * once that there is none. Not there where that takes asking.
   */
  mayHold?(prefix: string): boolean
  /** Lets go of files and connections. What comes later is refused. */
  close(): Promise<void>
}

/** What an entry was written as: a number that no other write to the same storage has, higher with each. */
export type Version = number

export interface StorageEntry {
  readonly key: string
  readonly value: string
  readonly version: Version
  /** UNIX milliseconds from which it is no longer there; not there when it stays. */
  readonly expiresAt?: number
}

export interface SetOptions {
  /** Writes only if the entry still has this version, or there is none. */
  readonly onlyIf?: Version | 'absent'
  /** Milliseconds, by the storage's clock, after which the entry is gone. */
  readonly expiresIn?: number
}

export interface ListOptions {
  /** How many at most; 100 when not given. */
  readonly limit?: number
  /** The key after which to go on: the last one of the page before. */
  readonly after?: string
}
