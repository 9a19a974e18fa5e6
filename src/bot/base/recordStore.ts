import type * as z from 'zod/mini'
import type { SetOptions, Storage, StorageEntry, Version } from '../../storage/index.js'
import { type MaybePromise, parseJson } from '../../values.js'
import { fitting, joined } from './storageKey.js'

/** A record in a storage, with its version for compare-and-set. */
export interface StoredRecord<Value> {
  readonly key: string
  readonly version: Version
  /** Undefined if it doesn't fit its schema: then `problem` says why. */
  readonly value?: Value
  readonly problem?: string
}

export interface ReadableRecord<Value> extends StoredRecord<Value> {
  readonly value: Value
}

/** What a bot keeps of one kind: JSON that fits a schema, under keys that begin with the same words. */
export class RecordStore<Value> {
  readonly #storage: Storage
  readonly #schema: z.ZodMiniType<Value>
  /** What all its keys begin with. */
  readonly folder: string

  constructor(storage: Storage, folder: readonly string[], schema: z.ZodMiniType<Value>) {
    this.#storage = storage
    this.#schema = schema
    this.folder = `${joined(...folder)}/`
  }

  /** @param parts Escaped, so that no two lists of parts have the same key. */
  key(...parts: readonly string[]): Promise<string> {
    return fitting(this.folder + joined(...parts))
  }

  async find(key: string): Promise<StoredRecord<Value> | undefined> {
    const entry = await this.#storage.get(key)
    return entry && this.read(entry)
  }

  /** @throws {StorageConflictError} if `onlyIf` doesn't hold; see `unlessConflict`. */
  write(key: string, value: Value, options?: SetOptions): Promise<Version> {
    return this.#storage.set(key, JSON.stringify(value), options)
  }

  /**
   * Changes a record with compare-and-set: if somebody else writes in between, the function gets what they wrote. It returns
   * the value that it was given, or nothing, to leave the record as it is.
   * @param expiry How long the new value is kept. (default: for ever)
   */
  async change<Given extends Value | undefined>(
    key: string,
    change: (value: Value | undefined) => MaybePromise<Given>,
    expiry?: () => Pick<SetOptions, 'expiresIn'>,
  ): Promise<ReadableRecord<Value> | Extract<Given, undefined>> {
    for (;;) {
      const found = await this.find(key)
      const value = await change(found?.value)
      if (value === undefined) return undefined as Extract<Given, undefined>
      if (found && value === found.value) return { key, version: found.version, value }
      const onlyIf = found?.version ?? 'absent'
      const version = await unlessConflict(this.write(key, value, { onlyIf, ...expiry?.() }))
      if (version !== undefined) return { key, version, value }
    }
  }

  /** @throws {StorageConflictError} if somebody else has written it since. */
  async remove({ key, version }: Pick<StoredRecord<Value>, 'key' | 'version'>): Promise<void> {
    await this.#storage.delete(key, { onlyIf: version })
  }

  /** Reads an entry that was found in another way. */
  read({ key, version, value }: StorageEntry): StoredRecord<Value> {
    const checked = this.#schema.safeParse(parseJson(value))
    if (checked.success) return { key, version, value: checked.data }
    const problems = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    return { key, version, problem: problems.join('; ') }
  }
}

/** All entries whose keys begin with a prefix, in the order of their keys. */
export async function* entriesIn(storage: Storage, prefix: string): AsyncGenerator<StorageEntry> {
  const limit = 1_000
  for (let page = await storage.list(prefix, { limit }); page.length > 0; ) {
    yield* page
    page = await storage.list(prefix, { limit, after: page.at(-1)?.key ?? prefix })
  }
}

/** By its code, since a storage may come from another copy of the package than the bot. */
export const isConflict = (error: unknown): boolean => Object(error).code === 'conflict'

/** What a write returns; undefined if somebody else has written in between. */
export function unlessConflict<Result>(write: Promise<Result>): Promise<Result | undefined> {
  return write.catch((error) => {
    if (!isConflict(error)) throw error
    return undefined
  })
}
