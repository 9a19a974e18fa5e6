import type { DatePart } from './dateSpans.js'
import type { DateTokens } from './dateTokens.js'

export type Day =
  /** Days after the day of writing, or after the same day some months later. */
  | { readonly kind: 'in days'; readonly days: number; readonly months?: number }
  /** From 0 for Sunday. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  | {
      readonly kind: 'date'
      readonly year: number | undefined
      readonly month: number
      readonly day: number
      /** What the weekday has to be, if it was written too. */
      readonly weekday?: number
    }

/** @param isHalf Whether `am` or `pm` is here, behind an hour that is no day: `june 8pm`. */
export function dayReader(source: DateTokens, isHalf: (index: number) => boolean) {
  const { phrase, after, at, isGlued, isApart, digits, gluedDigits, ends, tokens } = source
  const dayAt = (index: number): DatePart<Day> | undefined => {
    const start = after(index, 'on')
    return [start, index]
      .map((at) => isoDayAt(at) ?? markedDayAt(at) ?? numericDayAt(at) ?? namedDayAt(at))
      .find((found) => found !== undefined)
  }

  function dated(
    year: number | undefined,
    month: number | undefined,
    day: number | undefined,
    to: number,
  ): DatePart<Day> | undefined {
    if (month === undefined || day === undefined) return undefined
    // Without a year, 29 February is valid: some year has it.
    if ((year ?? leapYear) < firstYear || !isDay(year ?? leapYear, month, day)) return undefined
    return { what: { kind: 'date', year, month, day }, to }
  }

  /** `2026-12-01`, `2026/12/01` */
  function isoDayAt(index: number): DatePart<Day> | undefined {
    const sign = tokens[index + 1]?.text ?? ''
    if (!'-/.'.includes(sign) || !at(index + 3, sign) || [1, 2, 3, 4].some((next) => !isGlued(index + next)))
      return undefined
    const year = digits(index, 4, 4)
    return year === undefined ? undefined : dated(year, digits(index + 2), digits(index + 4), index + 5)
  }

  /** `2026年12月1日` */
  function markedDayAt(index: number): DatePart<Day> | undefined {
    const mark = (next: number, value: number) => phrase(next + 1, 'marks')?.value === value
    const year = mark(index, 0) ? digits(index, 4, 4) : undefined
    const start = year === undefined ? index : index + 2
    return mark(start, 1) && mark(start + 2, 2) ? dated(year, digits(start), digits(start + 2), start + 4) : undefined
  }

  /** `1.12.`, `1.12.2026`, `24/12` */
  function numericDayAt(index: number, signs = ['.', '/']): DatePart<Day> | undefined {
    const sign = tokens[index + 1]?.text ?? ''
    const one = digits(index)
    const other = digits(index + 2)
    if (!signs.includes(sign) || !isGlued(index + 1) || one === undefined || other === undefined) return undefined
    const hasEnd = at(index + 3, sign) && isGlued(index + 3)
    const short = hasEnd ? gluedDigits(index + 4) : undefined
    const year = short === undefined ? (hasEnd ? gluedDigits(index + 4, 4) : undefined) : 2000 + short
    const to = index + (year !== undefined ? 5 : hasEnd ? 4 : 3)
    if (sign === '.') return hasEnd && ends(to) ? dated(year, other, one, to) : undefined
    if (!isGlued(index + 2) || (hasEnd && year === undefined) || !ends(to)) return undefined
    const isDayFirst = source.isDayFirst ?? (one > 12 || one === other ? true : other > 12 ? false : undefined)
    if (isDayFirst === undefined) return undefined
    return isDayFirst ? dated(year, other, one, to) : dated(year, one, other, to)
  }

  function namedDayAt(index: number): DatePart<Day> | undefined {
    const near = phrase(index, 'days')
    if (near && ends(near.to)) return { what: { kind: 'in days', days: near.value }, to: near.to }
    const weekday = phrase(index, 'weekdays')
    if (!weekday || !ends(weekday.to)) return dayOfMonthAt(index) ?? monthAndDayAt(index)
    const dot = at(weekday.to, '.') && isGlued(weekday.to) ? weekday.to + 1 : weekday.to
    const next = after(at(dot, ',') ? dot + 1 : dot, 'on')
    const date = isoDayAt(next) ?? numericDayAt(next, ['.']) ?? dayOfMonthAt(next) ?? monthAndDayAt(next)
    if (date?.what.kind === 'date') return { what: { ...date.what, weekday: weekday.value }, to: date.to }
    return { what: { kind: 'weekday', weekday: weekday.value }, to: weekday.to }
  }

  function ordinalAt(index: number): DatePart<number> | undefined {
    const day = digits(index)
    if (day === undefined) return undefined
    const isOrdinal = isGlued(index + 1) && at(index + 1, 'st', 'nd', 'rd', 'th', 'er', '.', 'º', 'o')
    return { what: day, to: isOrdinal ? index + 2 : index + 1 }
  }

  function yearFrom(index: number): DatePart<number | undefined> {
    const next = after(at(index, ',') ? index + 1 : index, 'of')
    const year = isApart(next) ? digits(next, 4, 4) : undefined
    const isTime = at(next + 1, ':') && isGlued(next + 1)
    return year === undefined || isTime || !ends(next + 1)
      ? { what: undefined, to: index }
      : { what: year, to: next + 1 }
  }

  function dayOfMonthAt(index: number): DatePart<Day> | undefined {
    const day = ordinalAt(index)
    const month = day && phrase(after(day.to, 'of'), 'months')
    if (!month || isGlued(month.to - 1) || !ends(month.to)) return undefined
    const dot = at(month.to, '.') && isGlued(month.to) && isApart(month.to + 1) ? month.to + 1 : month.to
    const year = yearFrom(dot)
    return dated(year.what, month.value + 1, day.what, year.to)
  }

  function monthAndDayAt(index: number): DatePart<Day> | undefined {
    const month = phrase(index, 'months')
    if (!month) return undefined
    const dot = at(month.to, '.') && isGlued(month.to) ? month.to + 1 : month.to
    const start = after(dot, 'on')
    const day = isApart(start) ? ordinalAt(start) : undefined
    if (!day || (at(day.to, ':') && isGlued(day.to)) || isHalf(day.to) || !ends(day.to)) return undefined
    const year = yearFrom(day.to)
    return dated(year.what, month.value + 1, day.what, year.to)
  }

  return { dayAt }
}

export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const leapYear = 2000
const firstYear = 1900
