import type { QueueEntry } from '../bot/index.js'
import { longestDuration } from '../text/index.js'
import { QueueError } from './errors.js'

const longest = 2_048
const words = ['id', 'key', 'bot', 'conversation', 'sender'] as const satisfies readonly (keyof QueueEntry)[]

/** @throws {QueueError} `invalid_option` for an invalid entry. */
export function checkedEntry(entry: QueueEntry): QueueEntry {
  for (const field of words) checkWord(`entry.${field}`, entry[field])
  const { message, arrived, notification, trace = {} } = entry
  if (!Number.isSafeInteger(message) || message < 0) throw bad('entry.message', message, 'Give the ID of a message')
  if (!Number.isFinite(arrived)) throw bad('entry.arrived', arrived, 'Give UNIX milliseconds')
  if (typeof notification !== 'string' || !isStorable(notification)) {
    throw bad('entry.notification', `a ${typeof notification} that can't be kept`, 'Give it as JSON')
  }
  for (const [name, value] of Object.entries(trace)) checkWord(`entry.trace.${name}`, value)
  return entry
}

/** @throws {QueueError} `invalid_option` for an invalid ID. */
export function checkedId(id: string): string {
  checkWord('id', id)
  return id
}

/** @throws {QueueError} `invalid_option` unless it is a whole number, at least 1. */
export function checkedCount(option: string, count: number): number {
  if (Number.isSafeInteger(count) && count > 0) return count
  throw bad(option, count, 'Give a whole number, at least 1')
}

/** Milliseconds, rounded up. @throws {QueueError} `invalid_option` for an invalid duration. */
export function checkedSpan(option: string, milliseconds: number): number {
  const whole = typeof milliseconds === 'number' ? Math.ceil(milliseconds) : Number.NaN
  if (whole > 0 && whole <= longestDuration) return whole
  throw bad(option, milliseconds, 'Give milliseconds, more than 0')
}

function checkWord(option: string, value: unknown): void {
  if (typeof value === 'string' && value !== '' && value.length <= longest && isStorable(value)) return
  const given = typeof value === 'string' ? `a text of ${value.length} characters` : typeof value
  throw bad(option, given, `Give 1 to ${longest} characters of well-formed text without NUL`)
}

/** Stores differ in how they treat NUL and lone surrogates, so both are refused. */
const isStorable = (text: string) => !/\0|\p{Surrogate}/u.test(text)

function bad(option: string, given: unknown, advice: string): QueueError {
  return new QueueError('invalid_option', `The queue can't do that: \`${option}\` is ${String(given)}. ${advice}.`)
}
