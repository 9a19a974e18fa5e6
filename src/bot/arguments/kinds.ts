import { asCode, durationAt, findTyped, nearest } from '../../text/index.js'
import { sentAt } from '../base/messageKey.js'
import type { AttachedFile } from './attachments.js'
import { calendarDayAt, type Day, dateAt, isDay, type Time, type WrittenDate } from './dateText.js'
import { urlKind } from './links.js'
import { type GroupArgument, groupKind, type TopicArgument, topicKind, type UserArgument, userKind } from './named.js'
import { integerKind, numberKind } from './numbers.js'
import { type ArgumentContext, type ArgumentKind, wordAt } from './place.js'
import { quotedKind, wordKind } from './quoted.js'
import { utc, type WallTime, type Zone, zoneCalled } from './zone.js'

/** One of several words. The handler gets it as it was declared. */
export function choiceKind(choices: readonly string[]): ArgumentKind<string> {
  return {
    expected: (sentences) => sentences.oneOf(choices.map(asCode)),
    isChoice: true,
    take(place) {
      const { word, end } = wordAt(place)
      const choice = findTyped(word, choices, String)
      return choice === undefined ? undefined : { end, value: () => choice }
    },
    meant: (word) => nearest(word, choices),
  }
}

/** The value that a handler gets for an argument, by the type after its name in the pattern. */
export interface ArgumentTypes {
  readonly word: string
  /** One word, or several in quotation marks. */
  readonly quoted: string
  readonly integer: number
  readonly number: number
  readonly user: UserArgument
  readonly group: GroupArgument
  readonly topic: TopicArgument
  /** Milliseconds. */
  readonly duration: number
  readonly date: Date
  readonly day: CalendarDay
  /** With `http` or `https`. */
  readonly url: URL
  /** The message's first file, or its next one after another argument of this type. */
  readonly attachment: AttachedFile
}

/** A day of the calendar, such as `2026-12-01`. In this form days can be compared and sorted as strings, and stored. */
export type CalendarDay = `${number}-${number}-${number}`

const durationKind: ArgumentKind<number> = {
  expected: (sentences) => sentences.aSpanOfTime(['90s', '1h30m', '2 days'].map(asCode)),
  take({ text, at }) {
    const span = durationAt(text, at)
    return span && { end: span.end, value: () => span.milliseconds }
  },
}

/** A moment. It is in the sender's time zone unless the text names one, and relative to when the message was sent. */
const dateKind: ArgumentKind<Date> = {
  expected: (sentences) => sentences.aDate(dates.map(asCode)),
  take({ text, at }) {
    const date = dateAt(text, at)
    return date && { end: date.end, value: async ({ ctx }) => new Date(await momentOf(date.what, ctx)) }
  },
}

const dates = ['2026-12-01 14:30', 'tomorrow at 9:00', 'friday', 'in 2 hours']

/** A day, without a time: the sender's, when the message was sent. */
const dayKind: ArgumentKind<CalendarDay> = {
  expected: (sentences) => sentences.aDay(days.map(asCode)),
  take({ text, at }) {
    const day = calendarDayAt(text, at)
    return day && { end: day.end, value: ({ ctx }) => calendarDayOf(day.what, ctx) }
  },
}

const days = ['2026-12-01', 'tomorrow', 'friday', 'in 3 days']

const attachmentKind: ArgumentKind<AttachedFile> = {
  expected: ({ aFile }) => aFile,
  take: () => undefined,
  takeFile: ({ path, end }) => ({
    end,
    value: ({ ctx }) => ctx.attachments.find((attachment) => attachment.path === path) as AttachedFile,
  }),
}

export const argumentKinds: { readonly [Each in keyof ArgumentTypes]: ArgumentKind<ArgumentTypes[Each]> } = {
  word: wordKind,
  quoted: quotedKind,
  integer: integerKind,
  number: numberKind,
  user: userKind,
  group: groupKind,
  topic: topicKind,
  duration: durationKind,
  date: dateKind,
  day: dayKind,
  url: urlKind,
  attachment: attachmentKind,
}

async function momentOf(date: WrittenDate, ctx: ArgumentContext): Promise<number> {
  if (date.kind === 'instant') return date.milliseconds
  const now = sentAt(ctx.message)
  if (date.kind === 'span') return now + date.milliseconds
  return momentIn(await zoneOf(ctx), date.day, date.time, now)
}

async function calendarDayOf(day: Day, ctx: ArgumentContext): Promise<CalendarDay> {
  if (day.kind === 'date' && day.year !== undefined) return written({ ...day, year: day.year })
  const zone = await zoneOf(ctx)
  return written(wallOn(day, { ...zone.wallTime(sentAt(ctx.message)), ...midnight }, true))
}

function written({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): CalendarDay {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) as CalendarDay
}

/** The time zone of the sender. */
async function zoneOf({ client, sender, signal }: ArgumentContext): Promise<Zone> {
  const { user } = await client.users.get({ user_id: sender.id }, { signal })
  return zoneCalled(user.timezone)
}

/** The next moment that fits; a day without a time means its midnight. */
function momentIn(zone: Zone, day: Day | undefined, time: Time = midnight, now: number): number {
  const today = { ...zone.wallTime(now), ...time }
  const isOver = zone.instant(today) <= now
  return zone.instant(day === undefined ? daysLater(today, isOver ? 1 : 0) : wallOn(day, today, isOver))
}

/** The next time that fits. @param today The day of writing, at the time of day. @param isOver Whether that has passed. */
function wallOn(day: Day, today: WallTime, isOver: boolean): WallTime {
  if (day.kind === 'in days') return daysLater(today, day.days)
  if (day.kind === 'weekday') {
    const days = (day.weekday - new Date(utc(today)).getUTCDay() + 7) % 7
    return daysLater(today, days === 0 && isOver ? 7 : days)
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

function daysLater(from: WallTime, days: number): WallTime {
  const wall = { ...from, day: from.day + days }
  // Days past the end of the month run on into the next.
  const date = new Date(utc(wall))
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const midnight: Time = { hour: 0, minute: 0, second: 0 }
