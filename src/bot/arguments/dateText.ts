import { durationAt } from '../../text/index.js'
import { foundAt } from './place.js'

export type WrittenDate =
  | { readonly kind: 'instant'; readonly milliseconds: number }
  /** Milliseconds from the time of writing. */
  | { readonly kind: 'span'; readonly milliseconds: number }
  | { readonly kind: 'wall'; readonly day: Day | undefined; readonly time: Time | undefined }

export type Day =
  /** Days after the day of writing. */
  | { readonly kind: 'in days'; readonly days: number }
  /** From 0 for Sunday. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'date'; readonly year: number | undefined; readonly month: number; readonly day: number }

export interface Time {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

interface Read<What> {
  readonly what: What
  readonly end: number
}

/** Reads the longest date at this position; undefined for none, or for one that no calendar has, such as 30 February. */
export function dateAt(text: string, at: number): Read<WrittenDate> | undefined {
  return instantAt(text, at) ?? spanFrom(text, at) ?? dayFirst(text, at) ?? timeFirst(text, at)
}

function instantAt(text: string, at: number): Read<WrittenDate> | undefined {
  const now = foundAt(/now(?!\w)/iy, text, at)
  if (now) return { what: { kind: 'span', milliseconds: 0 }, end: at + now[0].length }
  const found = foundAt(instant, text, at)
  if (!found) return undefined
  const [whole, open = '', date = '', time = '', zone = '', close = ''] = found
  if (open !== '' && close === '') return undefined
  const day = isoDayAt(date, 0)
  const clock = timeAt(time, 0)
  const milliseconds = Date.parse(`${date}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`.toUpperCase())
  if (!day || clock?.end !== time.length || Number.isNaN(milliseconds)) return undefined
  return { what: { kind: 'instant', milliseconds }, end: at + whole.length - (open === '' ? close.length : 0) }
}

function spanFrom(text: string, at: number): Read<WrittenDate> | undefined {
  const word = foundAt(/in\s{1,3}/iy, text, at)
  const span = word && durationAt(text, at + word[0].length)
  return span && { what: { kind: 'span', milliseconds: span.milliseconds }, end: span.end }
}

/** Reads a day, or a span of whole days such as `in 3 days`, at this position. */
export function calendarDayAt(text: string, at: number): Read<Day> | undefined {
  const span = spanFrom(text, at)
  if (span?.what.kind !== 'span') return dayAt(text, at)
  const days = span.what.milliseconds / aDay
  return Number.isInteger(days) ? { what: { kind: 'in days', days }, end: span.end } : undefined
}

/** Milliseconds. */
const aDay = 86_400_000

function dayFirst(text: string, at: number): Read<WrittenDate> | undefined {
  const day = dayAt(text, at)
  if (!day) return undefined
  const time = behind(/T|(?:,?\s{1,3}(?:at\s{1,3})?)/iy, text, day.end, timeAt)
  return { what: { kind: 'wall', day: day.what, time: time?.what }, end: time?.end ?? day.end }
}

function timeFirst(text: string, at: number): Read<WrittenDate> | undefined {
  const word = foundAt(/at\s{1,3}/iy, text, at)
  const time = timeAt(text, at + (word?.[0].length ?? 0))
  if (!time) return undefined
  const day = behind(/,?\s{1,3}(?:on\s{1,3})?/iy, text, time.end, dayAt)
  return { what: { kind: 'wall', day: day?.what, time: time.what }, end: day?.end ?? time.end }
}

type Reader<What> = (text: string, at: number) => Read<What> | undefined

function behind<What>(joint: RegExp, text: string, at: number, read: Reader<What>): Read<What> | undefined {
  const found = foundAt(joint, text, at)
  return found && read(text, at + found[0].length)
}

const dayReaders: readonly Reader<Day>[] = [isoDayAt, namedDayAt, dayOfMonthAt, monthAndDayAt]

function dayAt(text: string, at: number): Read<Day> | undefined {
  for (const read of dayReaders) {
    const found = read(text, at)
    if (found) return found
  }
  return undefined
}

function isoDayAt(text: string, at: number): Read<Day> | undefined {
  const found = foundAt(/(\d{4})-(\d\d)-(\d\d)(?!\d)/y, text, at)
  return found && dated(found, at, found[1], Number(found[2]), found[3])
}

function namedDayAt(text: string, at: number): Read<Day> | undefined {
  const found = foundAt(/(?:on\s{1,3})?([a-z]{3,9})(?![\p{L}_-])/iuy, text, at)
  const name = found?.[1]?.toLowerCase() ?? ''
  if (!found) return undefined
  const end = at + found[0].length
  if (name === 'today') return { what: { kind: 'in days', days: 0 }, end }
  if (name === 'tomorrow') return { what: { kind: 'in days', days: 1 }, end }
  const weekday = numberOf(weekdays, name)
  return weekday === undefined ? undefined : { what: { kind: 'weekday', weekday }, end }
}

function dayOfMonthAt(text: string, at: number): Read<Day> | undefined {
  const found = foundAt(/(\d{1,2})(?:st|nd|rd|th)?\.?\s{1,3}([a-z]{3,9})(?:,?\s{1,3}(\d{4})(?![\d:]))?/iy, text, at)
  const month = numberOf(months, found?.[2]?.toLowerCase() ?? '')
  return found && month !== undefined ? dated(found, at, found[3], month + 1, found[1]) : undefined
}

function monthAndDayAt(text: string, at: number): Read<Day> | undefined {
  const found = foundAt(
    /([a-z]{3,9})\s{1,3}(\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s{1,3}(\d{4})(?![\d:]))?/iy,
    text,
    at,
  )
  const month = numberOf(months, found?.[1]?.toLowerCase() ?? '')
  return found && month !== undefined ? dated(found, at, found[3], month + 1, found[2]) : undefined
}

function dated(
  found: RegExpExecArray,
  at: number,
  writtenYear: string | undefined,
  month: number,
  writtenDay: string | undefined,
): Read<Day> | undefined {
  const year = writtenYear === undefined ? undefined : Number(writtenYear)
  const day = Number(writtenDay)
  // Without a year, 29 February is valid: some year has it.
  if ((year ?? leapYear) < firstYear || !isDay(year ?? leapYear, month, day)) return undefined
  return { what: { kind: 'date', year, month, day }, end: at + found[0].length }
}

export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Reads a time of day at this position: `17:30`, `9am`, `noon`. */
export function timeAt(text: string, at: number): Read<Time> | undefined {
  const word = foundAt(/(noon|midnight)(?!\w)/iy, text, at)
  if (word) {
    const hour = word[1]?.toLowerCase() === 'noon' ? 12 : 0
    return { what: { hour, minute: 0, second: 0 }, end: at + word[0].length }
  }
  const found = foundAt(/(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?(?:\s?([ap])\.?m\b\.?)?(?![\w:])/iy, text, at)
  if (!found) return undefined
  const [whole, hours, minutes, seconds = '0', half] = found
  const isTwelve = half !== undefined
  if (minutes === undefined && !isTwelve) return undefined
  const number = Number(hours)
  if (isTwelve && (number < 1 || number > 12)) return undefined
  const hour = isTwelve ? (number % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : number
  const time = { hour, minute: Number(minutes ?? 0), second: Number(seconds) }
  if (time.hour > 23 || time.minute > 59 || time.second > 59) return undefined
  return { what: time, end: at + whole.length }
}

/** The index of a name, by at least its first three letters. */
export function numberOf(names: readonly string[], name: string): number | undefined {
  const at = name.length < 3 ? -1 : names.findIndex((whole) => whole.startsWith(name))
  return at === -1 ? undefined : at
}

/** An ISO instant, alone or in the chat's `<time:…>`, which each reader sees in their own time zone. */
const instant = /(<time:)?(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)(>)?/iy

const leapYear = 2000
const firstYear = 1900
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
export const months = 'january february march april may june july august september october november december'.split(' ')
