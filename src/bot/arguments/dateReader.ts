import type { DateWords } from '../sentences/dateWords.js'
import { english } from '../sentences/english.js'
import { type Day, dayReader, isDay } from './dateDays.js'
import { type LastRead, moreReader } from './dateMore.js'
import { type DatePart, spanReader, type TimeSpan } from './dateSpans.js'
import { type Time, timeReader } from './dateTimes.js'
import { dateTokens } from './dateTokens.js'
import { foundAt, type RefusedArgument } from './place.js'
import { type WrittenZone, zoneAt } from './zoneText.js'

/** A date as it was written. */
export type WrittenDate =
  | { readonly kind: 'instant'; readonly milliseconds: number }
  | ({ readonly kind: 'span' } & TimeSpan)
  | { readonly kind: 'wall'; readonly day?: Day; readonly time?: Time; readonly zone?: WrittenZone }

/** What was read, and the index in the text where it ends. */
export interface ReadDate<What> {
  readonly what: What
  readonly end: number
}

export const isRead = <What>(found: ReadDate<What> | RefusedArgument | undefined): found is ReadDate<What> =>
  found !== undefined && 'end' in found

/**
 * Reads dates and lengths of time at an index of a text: in English, and in another language.
 *
 * @param isBeforeText Whether free text follows. Then nothing is read that what follows could be a part of: `tomorrow evening
 *   call` is not midnight and a text that begins with `evening`.
 */
export function dateReader(text: string, from: number, words: DateWords, isBeforeText: boolean) {
  const source = dateTokens(text, from, [words, english.dateWords])
  const { tokens, phrase, after, at, isGlued, digits, ends, endOf } = source
  const spans = spanReader(source)
  const times = timeReader(source)
  const days = dayReader(source, (index) => times.halfAt(index) !== undefined)
  const { spanAt, spanFromNowAt } = spans
  const { timeAt } = times
  const { dayAt } = days
  const { moreAt } = moreReader(source, { ...spans, ...times, ...days })

  function whole<What>(part: DatePart<What> | undefined, last: LastRead): ReadDate<What> | RefusedArgument | undefined {
    if (!part) return undefined
    const end = endOf(part.to)
    const more = isBeforeText ? moreAt(part.to, last) : undefined
    if (more === undefined) return { what: part.what, end }
    const hours = last === 'day' ? hoursMeant(part.to) : []
    return refused(
      more,
      hours.map((hour) => `${text.slice(from, end)} ${hour}:00`.trim()),
    )
  }

  /** Quotes up to a token, with the rest of its word. */
  function refused(to: number, meant: readonly string[]): RefusedArgument {
    const end = endOf(to)
    const found = text.slice(from, end) + (foundAt(/\S*/y, text, end)?.[0] ?? '')
    return meant.length === 0 ? { found } : { found, meant }
  }

  /** The hours that a bare number or a part of the day behind a day may mean. */
  function hoursMeant(index: number): readonly number[] {
    const next = after(index, 'at')
    const part = phrase(next, 'parts')
    if (part) return [[9, 12, 15, 18, 21][part.value] ?? 12]
    const hour = digits(next)
    if (hour === undefined || hour > 24 || isGlued(next + 1)) return []
    return hour > 0 && hour < 12 ? [hour, hour + 12] : [hour % 24]
  }

  // Dates

  /** A length of time as a moment, in the bot's language: `in 2 hours`. */
  function fromNow(span: string): string {
    const [before, behind] = [words.in, words.later].map((list) => list.split('|')[0])
    return before ? `${before} ${span}` : `${span}${behind}`
  }

  function instantAt(): ReadDate<WrittenDate> | RefusedArgument | undefined {
    const found = foundAt(instant, text, from)
    if (!found) return undefined
    const [written, open = '', date = '', time = '', zone = '', close = ''] = found
    const milliseconds = Date.parse(`${date}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`.toUpperCase())
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    if ((open !== '' && close === '') || !isDay(year, month, day) || Number.isNaN(milliseconds)) return undefined
    const end = from + written.length - (open === '' ? close.length : 0)
    const to = tokens.findIndex(({ start }) => start >= end)
    return whole({ what: { kind: 'instant', milliseconds }, to: to < 0 ? tokens.length : to }, 'time')
  }

  function timeAndZoneAt(index: number, place: 'start' | 'behind day') {
    // `tomorrow evening at 7`
    const part = phrase(index, 'parts')
    const next = part ? joint(part.to) : index
    const start = phrase(next, 'at')
    const found = timeAt(start?.to ?? next, start ? (part ? 'behind part' : 'behind at') : place)
    const time = found && (part ? timeWithin(part.value, found.what, found.isExact) : found.what)
    const zone = found && zoneAt(text, tokens, found.to)
    return time && { time, zone: zone?.what, to: zone?.to ?? found.to }
  }

  /** Skips a sign between a day and a time, or the T of ISO 8601. */
  const joint = (index: number) =>
    at(index, ',', ':', ';', '-', '.') || (at(index, 't') && isGlued(index) && isGlued(index + 1))
      ? index + 1
      : after(index, 'of')

  function withTime(day: Day, to: number): DatePart<WrittenDate> & { readonly hasTime: boolean } {
    const found = timeAndZoneAt(joint(to), 'behind day')
    const time = found && { time: found.time, ...(found.zone && { zone: found.zone }) }
    return { what: { kind: 'wall', day, ...time }, to: found?.to ?? to, hasTime: found !== undefined }
  }

  function dateAt(): ReadDate<WrittenDate> | RefusedArgument | undefined {
    const now = phrase(0, 'now')
    if (now && ends(now.to))
      return whole({ what: { kind: 'span', milliseconds: 0, days: undefined }, to: now.to }, 'time')
    const span = spanFromNowAt(0)
    if (span) {
      const { days, months = 0 } = span.what
      const timed = days === undefined ? undefined : withTime({ kind: 'in days', days, months }, span.to)
      return timed?.hasTime
        ? whole(timed, 'time')
        : whole({ what: { kind: 'span', ...span.what }, to: span.to }, 'span')
    }
    const today: Day = { kind: 'in days', days: 0 }
    const day = dayAt(0) ?? (phrase(0, 'parts') && { what: today, to: 0 })
    if (day) {
      const found = withTime(day.what, day.to)
      return whole(found, found.hasTime ? 'time' : 'day')
    }
    const found = timeAndZoneAt(0, 'start')
    if (!found) return undefined
    const { zone, to } = found
    const later = dayAt(joint(to))
    // `8pm tonight`
    const part = later ? undefined : phrase(joint(to), 'parts')
    const time = part ? timeWithin(part.value, found.time, true) : found.time
    if (!time) return refused(to + 1, [])
    const theDay = later ?? (part && { what: today, to: part.to })
    return whole(
      {
        what: { kind: 'wall', time, ...(theDay && { day: theDay.what }), ...(zone && { zone }) },
        to: theDay?.to ?? to,
      },
      'time',
    )
  }

  /** A date or time in which one word is misspelt. */
  function misspelt(kind: 'date' | 'day' | 'duration'): RefusedArgument | undefined {
    const at = tokens.slice(0, 6).findIndex((_, index) => source.wordMeant(index) !== undefined)
    const { start = 0, end = 0 } = tokens[at] ?? {}
    if (at < 0) return undefined
    const corrected = `${text.slice(0, start)}${source.wordMeant(at)}${text.slice(end)}`
    const read: ReadDate<unknown> | RefusedArgument | undefined = dateReader(corrected, from, words, isBeforeText)[
      kind
    ]()
    if (read === undefined) return undefined
    return {
      found: text.slice(from, end),
      meant: isRead(read) ? [corrected.slice(from, read.end)] : (read.meant ?? []),
    }
  }

  return {
    date(): ReadDate<WrittenDate> | RefusedArgument | undefined {
      const span = isBeforeText ? spanAt(0) : undefined
      const meant = span && refused(span.to, [fromNow(text.slice(from, endOf(span.to)))])
      const read = instantAt() ?? dateAt() ?? meant
      return isRead(read) || read?.meant ? read : (misspelt('date') ?? read)
    },
    /** A day, or a span of whole days such as `in 3 days`. */
    day(): ReadDate<Day> | RefusedArgument | undefined {
      const span = spanFromNowAt(0)
      if (!span) return whole(dayAt(0), 'calendar day') ?? misspelt('day')
      const { days, months = 0 } = span.what
      return days === undefined
        ? undefined
        : whole({ what: { kind: 'in days', days, months }, to: span.to }, 'calendar day')
    },
    duration: (): ReadDate<TimeSpan> | RefusedArgument | undefined => whole(spanAt(0), 'span') ?? misspelt('duration'),
    time: (): ReadDate<Time> | undefined => {
      const found = timeAt(0, 'behind day')
      return found && { what: found.what, end: endOf(found.to) }
    },
  }
}

/** The time of this part of the day: `evening at 7` is 19:00. Undefined if it isn't in that part. */
function timeWithin(part: number, time: Time, isExact: boolean): Time | undefined {
  const { hour } = time
  const isMorning = part === 0
  const later = isExact || isMorning || hour === 0 ? hour : (hour % 12) + 12
  const isNight = part === 4
  return isMorning === later < 12 && (!isNight || later >= 18) ? { ...time, hour: later } : undefined
}

/** An ISO instant, alone or in the chat's `<time:…>`, which each reader sees in their own time zone. */
const instant = /(<time:)?(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)(>)?/iy
