import { type Clock, systemClock } from '../client/index.js'
import { type OptionNames, unknownOption } from '../text/index.js'
import { checkedKey, checkedLimit, checkedPrefix, checkedSpan, checkedValue, checkedVersion } from './checks.js'
import type { StorageEngine } from './engine.js'
import { StorageConflictError, StorageError } from './errors.js'
import type { Storage } from './storage.js'

export interface StorageOptions {
  /** The clock by which entries expire. (default: the system's) */
  readonly clock?: Clock
}

const storageOptions: OptionNames<StorageOptions> = { clock: true }

/**
 * Creates a storage from an engine: validates arguments and supplies the time.
 *
 * @throws {StorageError} `invalid_option` for an unknown option.
 */
export function createStorage(engine: StorageEngine, options: StorageOptions = {}): Storage {
  const unknown = unknownOption(options, storageOptions)
  if (unknown) {
    throw new StorageError('invalid_option', `The storage's option \`${unknown.name}\` is unknown. ${unknown.advice}`)
  }
  const { clock = systemClock } = options
  let closing: Promise<void> | undefined
  const now = () => Math.floor(clock.now())

  return {
    get: (key) => call(() => engine.read(checkedKey(key), now())),
    set: (key, value, { onlyIf, expiresIn } = {}) =>
      call(async () => {
        checkedKey(key)
        checkedValue(value)
        if (onlyIf !== 'absent') checkedVersion(onlyIf)
        const time = now()
        const expiresAt = expiresIn === undefined ? undefined : time + checkedSpan(expiresIn)
        const version = await engine.write({ key, value, expiresAt, onlyIf }, time)
        if (version === undefined) throw new StorageConflictError(key, onlyIf ?? 'absent')
        return version
      }),
    delete: (key, { onlyIf } = {}) =>
      call(async () => {
        const removed = await engine.remove({ key: checkedKey(key), onlyIf: checkedVersion(onlyIf) }, now())
        if (onlyIf !== undefined && removed !== 'removed') throw new StorageConflictError(key, onlyIf)
        return removed === 'removed'
      }),
    list: (prefix, { limit = 100, after } = {}) =>
      call(() => {
        const from = after === undefined ? undefined : checkedKey(after)
        return engine.list({ prefix: checkedPrefix(prefix), after: from, limit: checkedLimit(limit) }, now())
      }),
    ...(engine.mayHold && { mayHold: (prefix) => engine.mayHold?.(prefix) !== false }),
    close() {
      closing ??= Promise.resolve().then(() => engine.close())
      return closing
    },
  }

  /** Async, so that every failure is a rejection. */
  async function call<T>(work: () => T | Promise<T>): Promise<T> {
    if (closing) {
      throw new StorageError('closed', 'The storage is closed. Nothing can be read or written any more. Close it last.')
    }
    try {
      return await work()
    } catch (error) {
      if (error instanceof StorageError) throw error
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
      throw new StorageError(
        'failed',
        `The storage failed: ${reason}. A write may or may not have happened. Check the storage's file or server.`,
        { cause: error },
      )
    }
  }
}
