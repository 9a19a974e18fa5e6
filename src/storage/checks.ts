import { longestDuration } from '../text/index.js'
import { StorageError } from './errors.js'
import type { Version } from './storage.js'

/** Bytes of UTF-8. */
export const longestKey = 1_024
const longestPage = 10_000

/** @throws {StorageError} `invalid_key`. */
export function checkedKey(key: string): string {
  if (key === '') throw badKey('is empty')
  return checkedPrefix(key)
}

/** @throws {StorageError} `invalid_key` if no key can start with it. */
export function checkedPrefix(prefix: string): string {
  if (typeof prefix !== 'string') throw badKey(`is of type ${typeof prefix}`)
  if (prefix.includes('\0')) throw badKey('holds NUL')
  if (!isWellFormed(prefix)) throw badKey('holds half of a character')
  const bytes = utf8.encode(prefix).length
  if (bytes > longestKey) throw badKey(`has ${bytes} bytes`)
  return prefix
}

const utf8 = new TextEncoder()

/** @throws {StorageError} `invalid_value` for anything but well-formed text. */
export function checkedValue(value: string): string {
  if (typeof value === 'string' && isWellFormed(value)) return value
  const given = typeof value === 'string' ? 'a text with half of a character' : `of type ${typeof value}`
  throw new StorageError(
    'invalid_value',
    `The value can't be kept. It is ${given}. Give a well-formed text, such as what JSON.stringify makes.`,
  )
}

/** @throws {StorageError} `invalid_option` for anything but a version. */
export function checkedVersion(version: Version | undefined): Version | undefined {
  if (version === undefined || (Number.isSafeInteger(version) && version > 0)) return version
  throw badOption('onlyIf', version, 'Give the version of an entry that was read')
}

/** @throws {StorageError} `invalid_option` for an invalid duration. */
export function checkedSpan(milliseconds: number): number {
  const whole = typeof milliseconds === 'number' ? Math.ceil(milliseconds) : Number.NaN
  if (whole > 0 && whole <= longestDuration) return whole
  throw badOption('expiresIn', milliseconds, 'Give milliseconds, more than 0; leave it out for an entry that stays')
}

/** @throws {StorageError} `invalid_option` for an invalid page size. */
export function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit > 0 && limit <= longestPage) return limit
  throw badOption('limit', limit, `Give a whole number from 1 to ${longestPage}, and go on with \`after\``)
}

/** UTF-8 can't encode a lone surrogate. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
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
