import { isDay } from './dateDays.js'
import type { DatePart } from './dateSpans.js'
import type { DateTokens } from './dateTokens.js'
import { zoneAt } from './zoneText.js'

export interface Time {
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Where a time stands. */
type Place = 'start' | 'behind day' | 'behind at' | 'behind part'

export function timeReader({
  phrase,
  after,
  at,
  isGlued,
  digits,
  gluedDigits,
  ends,
  isUnspaced,
  text,
  tokens,
}: DateTokens) {
  function timeAt(index: number, place: Place): (DatePart<Time> & { readonly isExact: boolean }) | undefined {
    const noon = phrase(index, 'noon')
    if (noon && ends(noon.to)) {
      return { what: { hour: noon.value === 0 ? 12 : 0, minute: 0, second: 0 }, to: noon.to, isExact: true }
    }
    const before = isUnspaced(index) ? phrase(index, 'halves') : undefined
    const first = before?.to ?? index
    const hour = digits(first)
    if (hour === undefined) return undefined
    let to = first + 1
    let minute: number | undefined
    let second = 0
    const clock = phrase(to, 'clock')
    if (at(to, ':') && isGlued(to)) {
      minute = gluedDigits(to + 1)
      if (minute === undefined) return undefined
      to += 2
      if (at(to, ':') && isGlued(to) && gluedDigits(to + 1, 9, 1) !== undefined) {
        const seconds = gluedDigits(to + 1)
        if (seconds === undefined) return undefined
        second = seconds
        to += at(to + 2, '.') && gluedDigits(to + 3, 9, 1) !== undefined ? 4 : 2
      }
    } else if (
      at(to, '.') &&
      isGlued(to) &&
      gluedDigits(to + 1) !== undefined &&
      !(at(to + 2, '.') && isGlued(to + 2))
    ) {
      minute = gluedDigits(to + 1)
      to += 2
      const isClear =
        place !== 'start' || phrase(to, 'halves') || phrase(to, 'clock') || !isDay(2000, minute ?? 0, hour)
      if (!isClear) return undefined
    } else if (clock) {
      to = clock.to
      const half = phrase(to, 'half')
      minute = half && isUnspaced(to) ? 30 : digits(to, 2, 2)
      if (minute !== undefined) to = half && isUnspaced(to) ? half.to : after(to + 1, 'units')
      // `2h` alone is two hours, unless a day says that it is a time.
      if (place === 'start' && at(first + 1, 'h')) return undefined
      minute ??= 0
    }
    if (!clock && minute !== undefined) to = after(to, 'clock')
    const half = before ?? (clock && at(to, 'am') ? undefined : halfAt(to))
    if (half && !before) to = half.to
    // A number alone is an hour only where it can't be another.
    if (minute === undefined && !half && place !== 'behind part' && (place !== 'behind at' || (hour > 0 && hour < 13)))
      return undefined
    if (half && (hour > 12 || (hour === 0 && !before))) return undefined
    const time = { hour: half ? (hour % 12) + half.value * 12 : hour, minute: minute ?? 0, second }
    const isTime = time.hour < 24 && time.minute < 60 && time.second < 60
    const isOver =
      (at(to, ':') && gluedDigits(to + 1, 9, 1) !== undefined) ||
      !(ends(to) || isUnspaced(to) || zoneAt(text, tokens, to))
    return isTime && !isOver ? { what: time, to, isExact: half !== undefined || hour > 12 } : undefined
  }

  /** `am`, `p`, `a.m.`, `in the evening` */
  function halfAt(index: number): { readonly value: number; readonly to: number } | undefined {
    const value = ['a', 'p'].indexOf(tokens[index]?.text ?? '')
    if (value >= 0 && at(index + 1, '.') && isGlued(index + 1) && at(index + 2, 'm') && isGlued(index + 2)) {
      const to = index + 3
      return { value, to: at(to, '.') && isGlued(to) ? to + 1 : to }
    }
    if (value >= 0 && isGlued(index)) return { value, to: index + 1 }
    return phrase(index, 'halves')
  }

  return { timeAt, halfAt }
}
