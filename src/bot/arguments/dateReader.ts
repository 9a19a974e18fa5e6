import type { DateWords } from '../sentences/dateWords.js'
import { english } from '../sentences/english.js'
import { type Day, dayReader, isDay } from './dateDays.js'
import { type Part, type Span, spanReader } from './dateSpans.js'
import { type Time, timeReader } from './dateTimes.js'
import { type DateToken, dateTokens } from './dateTokens.js'
import { foundAt, type Refused } from './place.js'
import { type WrittenZone, zoneAt } from './zoneText.js'

/** A date as it was written. */
export type WrittenDate =
  | { readonly kind: 'instant'; readonly milliseconds: number }
  | ({ readonly kind: 'span' } & Span)
  | { readonly kind: 'wall'; readonly day?: Day; readonly time?: Time; readonly zone?: WrittenZone }

/** What was read, and the index in the text where it ends. */
export interface Read<What> {
  readonly what: What
  readonly end: number
}

export const isRead = <What>(found: Read<What> | Refused | undefined): found is Read<What> =>
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
  const { countAt, amountAt, spanAt, spanFromNowAt } = spanReader(source)
  const { timeAt, halfAt } = timeReader(source)
  const { dayAt } = dayReader(source, (index) => halfAt(index) !== undefined)

  function whole<What>(
    part: Part<What> | undefined,
    state: State,
    mayHaveTime = true,
  ): Read<What> | Refused | undefined {
    if (!part) return undefined
    const end = endOf(part.to)
    // `tomorrow maybe 9am`
    const hasTime = state === 'day' && mayHaveTime && !isSign(tokens[part.to]) && isClearTime(part.to + 1)
    const more = isBeforeText ? (moreAt(part.to, state) ?? (hasTime ? part.to + 2 : undefined)) : undefined
    if (more === undefined) return { what: part.what, end }
    return refused(
      more,
      state === 'day' && mayHaveTime
        ? hoursMeant(part.to).map((hour) => `${text.slice(from, end)} ${hour}:00`.trim())
        : [],
    )
  }

  /** Quotes up to a token, with the rest of its word. */
  function refused(to: number, meant: readonly string[]): Refused {
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

  function instantAt(): Read<WrittenDate> | Refused | undefined {
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

  function withTime(day: Day, to: number): Part<WrittenDate> & { readonly hasTime: boolean } {
    const found = timeAndZoneAt(joint(to), 'behind day')
    const time = found && { time: found.time, ...(found.zone && { zone: found.zone }) }
    return { what: { kind: 'wall', day, ...time }, to: found?.to ?? to, hasTime: found !== undefined }
  }

  function dateAt(): Read<WrittenDate> | Refused | undefined {
    const now = phrase(0, 'now')
    if (now && ends(now.to))
      return whole({ what: { kind: 'span', milliseconds: 0, days: undefined }, to: now.to }, 'time')
    const span = spanFromNowAt(0)
    if (span) {
      const { days } = span.what
      const timed = days === undefined ? undefined : withTime({ kind: 'in days', days }, span.to)
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

  // What may belong to it

  const isClearTime = (index: number) => timeAt(after(index, 'at'), 'behind day') !== undefined
  const isDateLike = (index: number): boolean =>
    digits(index, 12) !== undefined ||
    (['numbers', 'noon', 'parts', 'weekdays', 'days', 'more', 'half'] as const).some((role) => phrase(index, role)) ||
    dayAt(index) !== undefined

  /** Where something ends that belongs to the date, time or span before it; undefined if nothing does. */
  function moreAt(index: number, state: State): number | undefined {
    let next = index
    while (
      isSign(tokens[next]) &&
      !(at(next, '/') && !dayAt(next + 1)) &&
      !at(next, '#', '<', '&', '$', '€', '£', '%', '@')
    )
      next += 1
    const isSkipped = next > index
    if (next >= tokens.length) return undefined
    const joined = after(after(next, 'and'), 'joints')
    const isJoined = joined > next || (isSkipped && at(next - 1, '-', '~'))
    const place = phrase(next, 'at')
    if (place && (isDateLike(place.to) || isClearTime(next))) return place.to + 1
    if (isClearTime(next) || isClearTime(joined)) return joined + 1
    if (dayAt(joined) && !(isSkipped && state !== 'day' && digits(joined) !== undefined)) return joined + 1
    if (
      phrase(next, 'parts') ||
      (halfAt(next) && !isGlued(next) && state === 'time' && phrase(next, 'halves') && !at(next, 'am'))
    )
      return next + 1
    const article = phrase(joined, 'a')
    const half = phrase(article?.to ?? joined, 'half') ?? (article && phrase(article.to, 'more'))
    if (half && state !== 'time') return half.to
    if (phrase(joined, 'weekdays') || phrase(joined, 'days')) return joined + 1
    const inside = phrase(next, 'in')
    if (inside && (countAt(inside.to) || phrase(inside.to, 'a')) && spanAt(inside.to)) return inside.to + 2
    if (at(next, 'every', 'each') && (isDateLike(next + 1) || phrase(next + 1, 'units'))) return next + 2
    if (state === 'time') {
      const isAgain = recurring.test(tokens[next]?.text ?? '') || (phrase(next, 'more') && phrase(next - 1, 'weekdays'))
      const joint = phrase(next, 'joints')
      return isAgain ? next + 1 : joint && digits(joint.to) !== undefined ? joint.to + 1 : zoneLikeAt(next)
    }
    if (phrase(after(next, 'on'), 'parts')) return after(next, 'on') + 1
    if (state === 'span') {
      if (at(next, 'time')) return next + 1
      if (isGlued(next) && digits(next) !== undefined) return next + 1
      if (phrase(next, 'later') || (isJoined && (digits(joined) !== undefined || phrase(joined, 'numbers'))))
        return joined + 1
      if (amountAt(joined, false) && !phrase(joined, 'a')) return joined + 1
      const number = digits(next, 2, 2)
      if (/^\p{No}/u.test(tokens[joined]?.text ?? '') || (at(joined + 1, '/') && isGlued(joined + 1))) return joined + 1
      return phrase(joined, 'more') || (number !== undefined && number % 5 === 0) ? next + 1 : undefined
    }
    if (phrase(next, 'on') && isDateLike(after(next, 'on'))) return after(next, 'on') + 1
    return isDateLike(next) || (isJoined && isDateLike(after(joined, 'at'))) || zoneAt(text, tokens, next)
      ? joined + 1
      : undefined
  }

  /** What looks like a time zone, although it isn't one that can be read. */
  function zoneLikeAt(index: number): number | undefined {
    const word = tokens[index]
    const written = word?.plain ?? ''
    if (zoneAt(text, tokens, index) || /^(?:[ECMPB][SD]?T|[AI]ST|WES?T|Pacific|Eastern|Mountain)$/.test(written))
      return index + 1
    if (at(index + 1, '/') && isGlued(index + 1) && /^\p{Lu}/u.test(written)) return index + 3
    return at(index + 1, 'time') || (at(index + 2, 'time') && /^\p{Lu}/u.test(written)) ? index + 2 : undefined
  }

  return {
    date(): Read<WrittenDate> | Refused | undefined {
      const span = isBeforeText ? spanAt(0) : undefined
      return instantAt() ?? dateAt() ?? (span && refused(span.to, [`in ${text.slice(from, endOf(span.to))}`]))
    },
    /** A day, or a span of whole days such as `in 3 days`. */
    day(): Read<Day> | Refused | undefined {
      const span = spanFromNowAt(0)
      if (!span) return whole(dayAt(0), 'day', false)
      const { days } = span.what
      return days === undefined ? undefined : whole({ what: { kind: 'in days', days }, to: span.to }, 'day', false)
    },
    duration: (): Read<Span> | Refused | undefined => whole(spanAt(0), 'span'),
    time: (): Read<Time> | undefined => {
      const found = timeAt(0, 'behind day')
      return found && { what: found.what, end: endOf(found.to) }
    },
  }
}

/** What a text ends in, so far. */
type State = 'day' | 'time' | 'span'

/** The time of this part of the day: `evening at 7` is 19:00. Undefined if it isn't in that part. */
function timeWithin(part: number, time: Time, isExact: boolean): Time | undefined {
  const { hour } = time
  const isMorning = part === 0
  const later = isExact || isMorning || hour === 0 ? hour : (hour % 12) + 12
  const isNight = part === 4
  return isMorning === later < 12 && (!isNight || later >= 18) ? { ...time, hour: later } : undefined
}

const isSign = (token: DateToken | undefined) => token !== undefined && !/^[\p{L}\p{N}]/u.test(token.text)

/** `daily`, `mondays`, `mon-fri` */
const recurring =
  /^(?:daily|weekly|monthly|weekdays|(?:sun|mon|tues|wednes|thurs|fri|satur)days|(?:mon|tue|wed|thu)\w*-\w+)$/

/** An ISO instant, alone or in the chat's `<time:…>`, which each reader sees in their own time zone. */
const instant = /(<time:)?(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)(>)?/iy
