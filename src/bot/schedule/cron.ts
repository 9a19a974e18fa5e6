import { CronPattern } from 'croner'
import { utc, zoneCalled } from '../arguments/zone.js'

/** Moments that come again and again, in UNIX milliseconds. */
export interface Times {
  /** The first one after a moment; undefined when there is none any more. */
  next(after: number): number | undefined
  /** The last one up to a moment, that moment included. */
  latest(upTo: number): number | undefined
}

/**
 * The times of a cron expression by the clocks of a time zone. The library reads the expression; finding its times by the
 * calendar takes less than the library would, and is held against it.
 *
 * @throws what the library throws for an expression that it can't read.
 */
export function cronTimes(expression: string, timezone: string): Times {
  const pattern = new CronPattern(expression, timezone, { mode: '5-part', fixedTimeRule: 'no-wildcard' })
  const zone = zoneCalled(timezone)
  const offset = (at: number) => utc(zone.wallTime(at)) - at
  const dayOf = (at: number) => Math.floor((at + offset(at)) / aDay) * aDay
  const timesOfDay = marked(pattern.hour).flatMap((hour) =>
    marked(pattern.minute).map((minute) => (hour * 60 + minute) * aMinute),
  )

  /** When the clocks show what the expression names on a day, which is told by its midnight as if it were UTC. */
  function instantsOn(day: number): readonly number[] {
    const [before, after] = [offset(day - aDay), offset(day + 2 * aDay)]
    if (before === after) return timesOfDay.map((time) => day + time - before)
    return timesOfDay.flatMap((time) => {
      const wall = day + time
      const shown = [wall - before, wall - after].filter((at) => at + offset(at) === wall)
      if (!pattern.isFixedTime) return shown
      if (shown.length > 0) return [Math.min(...shown)]
      const end = endOfGap(wall - after, wall - before, before)
      return dayOf(end) === day ? [end] : []
    })
  }

  /** When clocks are put forward, between two moments. */
  function endOfGap(from: number, to: number, before: number): number {
    if (to - from <= aMinute) return to
    const middle = from + Math.floor((to - from) / 2 / aMinute) * aMinute
    return offset(middle) === before ? endOfGap(middle, to, before) : endOfGap(from, middle, before)
  }

  function find(from: number, step: 1 | -1, isWanted: (at: number) => boolean): number | undefined {
    const start = dayOf(from)
    for (let days = 0; days < daysOfCalendar; days += 1) {
      const day = start + days * step * aDay
      if (!isOn(pattern, new Date(day))) continue
      const found = instantsOn(day).filter(isWanted)
      if (found.length > 0) return step === 1 ? Math.min(...found) : Math.max(...found)
    }
    return undefined
  }

  return {
    next: (after) => find(after, 1, (at) => at > after),
    latest: (upTo) => find(upTo, -1, (at) => at <= upTo),
  }
}

const aMinute = 60_000
const aDay = 86_400_000

/** Four hundred years, after which the calendar is the same again: what has not come by then never does. */
const daysOfCalendar = 146_097

/** The places in a list that are marked. */
const marked = (list: readonly number[]) => list.flatMap((mark, place) => (mark ? [place] : []))

function isOn(pattern: CronPattern, date: Date): boolean {
  if (!pattern.month[date.getUTCMonth()]) return false
  if (pattern.starDOW) return isOnDate(pattern, date)
  const isBoth = pattern.useAndLogic || pattern.starDOM
  return isBoth
    ? isOnDate(pattern, date) && isOnWeekday(pattern, date)
    : isOnDate(pattern, date) || isOnWeekday(pattern, date)
}

function isOnDate({ day, lastDayOfMonth, lastWeekday, nearestWeekdays }: CronPattern, date: Date): boolean {
  const today = date.getUTCDate()
  const last = lastOf(date)
  if (day[today - 1] || (lastDayOfMonth && today === last)) return true
  const near = [...marked(nearestWeekdays).map((place) => place + 1), ...(lastWeekday ? [last] : [])]
  return near.some((number) => number <= last && workingDayNear(number, last, date) === today)
}

/** The working day nearest to a day of the month, in the same month. */
function workingDayNear(number: number, last: number, date: Date): number {
  const weekday = new Date(date).setUTCDate(number)
  switch (new Date(weekday).getUTCDay()) {
    case 0:
      return number === last ? number - 2 : number + 1
    case 6:
      return number === 1 ? number + 2 : number - 1
    default:
      return number
  }
}

/** The library marks which of a weekday's days in the month are meant: the first with 1, the second with 2, 4, 8 and 16, the last with 32. */
function isOnWeekday({ dayOfWeek }: CronPattern, date: Date): boolean {
  const marks = dayOfWeek[date.getUTCDay()] ?? 0
  const today = date.getUTCDate()
  const isLast = today + 7 > lastOf(date)
  return (marks & (1 << (Math.ceil(today / 7) - 1))) !== 0 || (isLast && (marks & 32) !== 0)
}

const lastOf = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
