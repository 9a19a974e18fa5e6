import type { DateTokens } from './dateTokens.js'

/** A length of time. Whole days are as long as the calendar says. */
export interface TimeSpan {
  readonly milliseconds: number
  /** Undefined if they aren't whole. */
  readonly days: number | undefined
  /** Before the days. */
  readonly months?: number
}

/** What tokens say. */
export interface DatePart<What> {
  readonly what: What
  /** The index of the next token. */
  readonly to: number
}

export function spanReader({
  phrase,
  after,
  at,
  isGlued,
  isApart,
  digits,
  gluedDigits,
  ends,
  isUnspaced,
  tokens,
}: DateTokens) {
  /** Where `half`, `half a`, `½` or `1/2` ends. */
  function halfAt(index: number): number | undefined {
    const half = phrase(index, 'half')
    if (half) return after(half.to, 'a')
    if (at(index, '½')) return index + 1
    return at(index, '1') && at(index + 1, '/') && at(index + 2, '2') && !isGlued(index + 3) ? index + 3 : undefined
  }

  function countAt(index: number): DatePart<number> | undefined {
    const half = halfAt(index)
    if (half !== undefined) return { what: 0.5, to: half }
    const word = phrase(index, 'numbers')
    if (word) return { what: word.value + 2, to: word.to }
    const number = digits(index, 12)
    if (number === undefined) return undefined
    const isDecimal = at(index + 1, '.', ',') && isGlued(index + 1)
    // `1.000` is a thousand to some, and one to others.
    if (isDecimal && gluedDigits(index + 2, 3) !== undefined) return undefined
    const fraction = isDecimal && gluedDigits(index + 2, at(index + 1, ',') ? 2 : 6, 1) !== undefined
    return fraction
      ? { what: Number(`${number}.${tokens[index + 2]?.text}`), to: index + 3 }
      : { what: number, to: index + 1 }
  }

  function amountAt(index: number, isFirst: boolean): DatePart<{ count: number; unit: number }> | undefined {
    const one = phrase(index, 'a')
    // `half an hour`, `an hour`, `a half hour`
    const plain = countAt(index) ?? (one && (countAt(one.to)?.what === 0.5 ? countAt(one.to) : { what: 1, to: one.to }))
    // `1½`, `one and a half`
    const and = plain && phrase(plain.to, 'and')
    const next = and ? after(and.to, 'a') : plain?.to
    const more = next === undefined || (!and && phrase(next, 'half')) ? undefined : halfAt(next)
    const count = plain && more && phrase(more, 'units') ? { what: plain.what + 0.5, to: more } : plain
    const bare = count ? undefined : phrase(index, 'units')
    if (bare) {
      // `hora y media`
      const half = isFirst ? phrase(phrase(bare.to, 'and')?.to ?? -1, 'half') : undefined
      return half && { what: { count: 1.5, unit: bare.value }, to: half.to }
    }
    const unit = count && phrase(count.to, 'units')
    if (
      !unit ||
      (!ends(unit.to) &&
        digits(unit.to) === undefined &&
        phrase(unit.to, 'half') === undefined &&
        phrase(unit.to, 'later') === undefined &&
        !isUnspaced(unit.to))
    )
      return undefined
    // `an hour and a half`
    const half = phrase(after(after(unit.to, 'and'), 'a'), 'half')
    const isHalf =
      half !== undefined &&
      Number.isInteger(count.what) &&
      phrase(half.to, 'units') === undefined &&
      phrase(after(half.to, 'a'), 'units') === undefined
    const dot = !isHalf && at(unit.to, '.') && isGlued(unit.to) && isApart(unit.to + 1) ? 1 : 0
    return { what: { count: count.what + (isHalf ? 0.5 : 0), unit: unit.value }, to: isHalf ? half.to : unit.to + dot }
  }

  function spanAt(index: number): DatePart<TimeSpan> | undefined {
    let milliseconds = 0
    let to = index
    let last = -1
    for (;;) {
      const isFirst = last < 0
      const next = isFirst ? index : after(at(to, ',') ? to + 1 : to, 'and')
      // `and a second cake` is no second.
      const amount = !isFirst && phrase(next, 'a') ? undefined : amountAt(next, isFirst)
      const size = unitSizes[amount?.what.unit ?? -1]
      if (!amount || size === undefined || amount.what.unit <= last) break
      milliseconds += amount.what.count * size
      last = amount.what.unit
      to = amount.to
      // `1h30`
      const rest = unitSizes[last + 1]
      const minutes = gluedDigits(to, 2)
      if (minutes !== undefined && minutes < 60 && rest !== undefined && (last === 2 || last === 3) && ends(to + 1)) {
        milliseconds += minutes * rest
        to += 1
        break
      }
    }
    if (to === index || Math.abs(milliseconds - Math.round(milliseconds)) > 0.001 || milliseconds > longestSpan)
      return undefined
    // 24 hours aren't a day when the clocks change.
    const days = last < 2 ? milliseconds / unitSizes[1] : undefined
    return {
      what: { milliseconds: Math.round(milliseconds), days: Number.isInteger(days) ? days : undefined },
      to,
    }
  }

  /** `3 months`, `a year` */
  function monthsAt(index: number): DatePart<TimeSpan> | undefined {
    const one = phrase(index, 'a')
    const count = countAt(index) ?? (one && { what: 1, to: one.to })
    const unit = count && phrase(count.to, 'longUnits')
    if (!unit || !(ends(unit.to) || phrase(unit.to, 'later'))) return undefined
    const months = count.what * (unit.value === 0 ? 1 : 12)
    if (!Number.isInteger(months) || months > 12_000) return undefined
    return { what: { milliseconds: 0, days: 0, months }, to: unit.to }
  }

  function spanFromNowAt(index: number): DatePart<TimeSpan> | undefined {
    const start = phrase(index, 'in')
    const span = spanAt(start?.to ?? index) ?? monthsAt(start?.to ?? index)
    const later = span && phrase(span.to, 'later')
    return span && (start || later) && { what: span.what, to: later?.to ?? span.to }
  }

  return { countAt, amountAt, spanAt, monthsAt, spanFromNowAt }
}

/** Milliseconds of a week, a day, an hour, a minute, a second and a millisecond. */
const unitSizes = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1] as const
const longestSpan = 366_000 * unitSizes[1]
