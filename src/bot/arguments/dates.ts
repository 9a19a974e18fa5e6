import { asCode, codeSafe } from '../../text/index.js'
import { shortened } from '../../values.js'
import { UserError } from '../base/errors.js'
import { sentAt } from '../base/messageKey.js'
import { type Day, isDay } from './dateDays.js'
import { dateReader, isRead, type ReadDate, type WrittenDate } from './dateReader.js'
import type { Time } from './dateTimes.js'
import type { ArgumentContext, ArgumentKind, RefusedArgument, TextPosition, WrittenArgument } from './place.js'
import { utc, type WallTime, type Zone, zoneAhead, zoneCalled } from './zone.js'

/** A day of the calendar, such as `2026-12-01`. In this form days can be compared and sorted as strings, and stored. */
export type CalendarDay = `${number}-${number}-${number}`

export const durationKind: ArgumentKind<number> = {
  expected: (sentences) => sentences.aSpanOfTime(sentences.dateWords.examples.spans.map(asCode)),
  take: (place) => taken(readerAt(place).duration(), ({ milliseconds }) => milliseconds),
}

/** A moment. It is in the sender's time zone unless the text names one, and relative to when the message was sent. */
export const dateKind: ArgumentKind<Date> = {
  expected: (sentences) => sentences.aDate(sentences.dateWords.examples.dates.map(asCode)),
  take: (place) =>
    taken(readerAt(place).date(), (date, written, end) => momentOf(date, written, place.text.slice(place.at, end))),
}

/** A day, without a time: the sender's, when the message was sent. */
export const dayKind: ArgumentKind<CalendarDay> = {
  expected: (sentences) => sentences.aDay(sentences.dateWords.examples.days.map(asCode)),
  take: (place) =>
    taken(readerAt(place).day(), (day, written, end) => calendarDayOf(day, written, place.text.slice(place.at, end))),
}

const readerAt = ({ text, at, sentences, isBeforeText, isLast }: TextPosition) =>
  dateReader(text, at, sentences.dateWords, isBeforeText || isLast)

function taken<What, Value>(
  read: ReadDate<What> | RefusedArgument | undefined,
  value: (what: What, written: WrittenArgument, end: number) => Value | Promise<Value>,
) {
  return isRead(read)
    ? { end: read.end, value: (written: WrittenArgument) => value(read.what, written, read.end) }
    : read
}

async function momentOf(date: WrittenDate, written: WrittenArgument, typed: string): Promise<Date> {
  const now = sentAt(written.ctx.message)
  const moment = await millisecondsOf(date, now, written, typed)
  if (moment >= now) return new Date(moment)
  const zone = await zoneOf(written.ctx)
  throw new UserError(written.sentences.isPast(asCode(written.argument), asCode(wallText(zone.wallTime(moment)))))
}

async function millisecondsOf(
  date: WrittenDate,
  now: number,
  written: WrittenArgument,
  typed: string,
): Promise<number> {
  if (date.kind === 'instant') return date.milliseconds
  if (date.kind === 'span' && date.days === undefined) return now + date.milliseconds
  const zone = await zoneOf(written.ctx)
  // Across a change of the clocks, the time of day stays.
  if (date.kind === 'span')
    return zone.instant(later(zone.wallTime(now), date.days ?? 0, date.months)) ?? now + date.milliseconds
  const { day, time = midnight, zone: named } = date
  const theirs = named === undefined ? zone : 'name' in named ? zoneCalled(named.name) : zoneAhead(named.offset)
  const today = { ...(day ? zone : theirs).wallTime(now), ...time }
  const isOver = (theirs.instant(today) ?? now) <= now
  const wall = day ? wallOn(day, today, isOver) : later(today, isOver ? 1 : 0)
  if (day) checkWeekday(day, wall, written, typed)
  const moment = theirs.instant(wall)
  if (moment !== undefined) return moment
  throw notThat(written, typed, wallText({ ...wall, hour: wall.hour + 1 }))
}

async function calendarDayOf(day: Day, written: WrittenArgument, typed: string): Promise<CalendarDay> {
  const isWhole = day.kind === 'date' && day.year !== undefined
  const { ctx } = written
  const today = isWhole
    ? { ...midnight, ...firstDay }
    : { ...(await zoneOf(ctx)).wallTime(sentAt(ctx.message)), ...midnight }
  const wall = wallOn(day, today, true)
  checkWeekday(day, wall, written, typed, dayKind)
  return dayText(wall)
}

function checkWeekday(
  day: Day,
  wall: WallTime,
  written: WrittenArgument,
  typed: string,
  kind: ArgumentKind = dateKind,
): void {
  if (day.kind !== 'date' || day.weekday === undefined) return
  if (day.weekday !== new Date(utc(wall)).getUTCDay()) throw notThat(written, typed, dayText(wall), kind)
}

function notThat(
  { argument, sentences }: WrittenArgument,
  typed: string,
  meant: string,
  kind: ArgumentKind = dateKind,
): UserError {
  return new UserError(
    sentences.wrong(asCode(argument), codeSafe(shortened(typed)), kind.expected(sentences), asCode(meant)),
  )
}

const dayText = (wall: WallTime) => new Date(utc({ ...wall, ...midnight })).toISOString().slice(0, 10) as CalendarDay
const wallText = (wall: WallTime) => new Date(utc(wall)).toISOString().slice(0, 16).replace('T', ' ')

/** The time zone of the sender. */
async function zoneOf({ client, sender, signal }: ArgumentContext): Promise<Zone> {
  const { user } = await client.users.get({ user_id: sender.id }, { signal })
  return zoneCalled(user.timezone)
}

/** The next time that fits. @param today The day of writing, at the time of day. @param isOver Whether that has passed. */
function wallOn(day: Day, today: WallTime, isOver: boolean): WallTime {
  if (day.kind === 'in days') return later(today, day.days, day.months)
  if (day.kind === 'weekday') {
    const days = (day.weekday - new Date(utc(today)).getUTCDay() + 7) % 7
    return later(today, days === 0 && isOver ? 7 : days)
  }
  const { year, month } = day
  const isPast = month < today.month || (month === today.month && day.day < today.day)
  return { ...today, year: year ?? nextYear(today.year + (isPast ? 1 : 0), day), month, day: day.day }
}

function nextYear(from: number, { month, day }: { readonly month: number; readonly day: number }): number {
  let year = from
  while (!isDay(year, month, day) && year < from + 8) year += 1
  return year
}

/** A month after 31 January is the end of February. */
function later(from: WallTime, days: number, months = 0): WallTime {
  const month = from.month + months
  const last = new Date(Date.UTC(from.year, month, 0)).getUTCDate()
  const wall = { ...from, month, day: Math.min(from.day, last) + days }
  // Days past the end of the month run on into the next, and months past the end of the year.
  const date = new Date(utc(wall))
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const midnight: Time = { hour: 0, minute: 0, second: 0 }
const firstDay = { year: 0, month: 1, day: 1 }
