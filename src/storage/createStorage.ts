import { type Clock, systemClock, UnknownOptionError } from '../client/index.js'
import { checkOptions, isWellFormed, longestDuration, type OptionNames } from '../text/index.js'
import { errorMessage } from '../values.js'
import { StorageConflictError, StorageError } from './errors.js'
import type { ListOptions, SetOptions, Storage, StorageEngine, Version } from './storage.js'

export interface StorageOptions {
  /** The clock by which entries expire. (default: the system's) */
  readonly clock?: Clock
}

const storageOptions: OptionNames<StorageOptions> = { clock: true }
const setOptions: OptionNames<SetOptions> = { onlyIf: true, expiresIn: true }
const listOptions: OptionNames<ListOptions> = { limit: true, after: true }

/**
 * Creates a storage from an engine: validates arguments and supplies the time.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @example const storage = createStorage(table)
 */
export function createStorage(engine: StorageEngine, options: StorageOptions = {}): Storage {
  checkOptions('The storage', options, storageOptions)
  const { clock = systemClock } = options
  let closing: Promise<void> | undefined
  const now = () => Math.floor(clock.now())

  const storage: Storage = {
    get: (key) => call(() => engine.read(checkedKey(key), now())),
    set: (key, value, options = {}) =>
      call(async () => {
        checkOptions('storage.set', options, setOptions)
        const { onlyIf, expiresIn } = options
        checkedKey(key)
        checkedValue(value)
        if (onlyIf !== 'absent') checkedVersion(onlyIf)
        const time = now()
        const expiresAt = expiresIn === undefined ? undefined : time + checkedSpan(expiresIn)
        const version = await engine.write({ key, value, expiresAt, onlyIf }, time)
        if (version === undefined) throw new StorageConflictError(key, onlyIf ?? 'absent')
        return version
      }),
    delete: (key, options = {}) =>
      call(async () => {
        checkOptions('storage.delete', options, { onlyIf: true })
        const { onlyIf } = options
        const removed = await engine.remove({ key: checkedKey(key), onlyIf: checkedVersion(onlyIf) }, now())
        if (onlyIf !== undefined && removed !== 'removed') throw new StorageConflictError(key, onlyIf)
        return removed === 'removed'
      }),
    list: (prefix, options = {}) =>
      call(() => {
        checkOptions('storage.list', options, listOptions)
        const { limit = 100, after } = options
        const from = after === undefined ? undefined : checkedKey(after)
        return engine.list({ prefix: checkedPrefix(prefix), after: from, limit: checkedLimit(limit) }, now())
      }),
    ...(engine.mayHold && { mayHold: (prefix) => engine.mayHold?.(prefix) !== false }),
    close() {
      closing ??= Promise.resolve().then(() => engine.close())
      return closing
    },
  }
  const readMany = engine.readMany?.bind(engine)
  // Not enumerable, or wrappers that copy the methods and replace `get` would be bypassed.
  if (readMany) {
    const getMany: Storage['getMany'] = (keys) => call(() => readMany(keys.map(checkedKey), now()))
    Object.defineProperty(storage, 'getMany', { value: getMany })
  }
  return storage

  /** Async, so that every failure is a rejection. */
  async function call<T>(work: () => T | Promise<T>): Promise<T> {
    if (closing) {
      throw new StorageError('closed', 'The storage is closed. Nothing can be read or written any more. Close it last.')
    }
    try {
      return await work()
    } catch (error) {
      if (error instanceof StorageError || error instanceof UnknownOptionError) throw error
      const reason = errorMessage(error).replace(/\.$/, '')
      throw new StorageError(
        'failed',
        `The storage failed: ${reason}. A write may or may not have happened. Check the storage's file or server.`,
        { cause: error },
      )
    }
  }
}

/** Bytes of UTF-8. */
export const longestKey = 1_024
const longestPage = 10_000

export function checkedKey(key: string): string {
  if (key === '') throw badKey('is empty')
  return checkedPrefix(key)
}

function checkedPrefix(prefix: string): string {
  if (typeof prefix !== 'string') throw badKey(`is of type ${typeof prefix}`)
  if (prefix.includes('\0')) throw badKey('holds NUL')
  if (!isWellFormed(prefix)) throw badKey('holds half of a character')
  // No UTF-16 unit takes more than three bytes.
  const bytes = 3 * prefix.length <= longestKey ? 0 : utf8.encode(prefix).length
  if (bytes > longestKey) throw badKey(`has ${bytes} bytes`)
  return prefix
}

const utf8 = new TextEncoder()

function checkedValue(value: string): string {
  if (typeof value === 'string' && isWellFormed(value)) return value
  const given = typeof value === 'string' ? 'a text with half of a character' : `of type ${typeof value}`
  throw new StorageError('invalid_value', `The value can't be kept. It is ${given}. Give a well-formed text.`)
}

function checkedVersion(version: Version | undefined): Version | undefined {
  if (version === undefined || (Number.isSafeInteger(version) && version > 0)) return version
  throw badOption('onlyIf', version, 'Give the version of an entry that was read')
}

function checkedSpan(milliseconds: number): number {
  const whole = typeof milliseconds === 'number' ? Math.ceil(milliseconds) : Number.NaN
  if (whole > 0 && whole <= longestDuration) return whole
  throw badOption('expiresIn', milliseconds, 'Give milliseconds, more than 0; leave it out for an entry that stays')
}

function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit > 0 && limit <= longestPage) return limit
  throw badOption('limit', limit, `Give a whole number from 1 to ${longestPage}, and go on with \`after\``)
}

function badKey(problem: string): StorageError {
  return new StorageError(
    'invalid_key',
    `This can't be a key: it ${problem}. Give 1 to ${longestKey} bytes of well-formed text without NUL.`,
  )
}

function badOption(option: string, given: unknown, advice: string): StorageError {
  return new StorageError('invalid_option', `The storage can't do that: \`${option}\` is ${String(given)}. ${advice}.`)
}
