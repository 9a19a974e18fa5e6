import type { dayReader } from './dateDays.js'
import type { spanReader } from './dateSpans.js'
import type { timeReader } from './dateTimes.js'
import type { DateTokens } from './dateTokens.js'
import { zoneAt } from './zoneText.js'

/** What was read last: a day that may have a time, or one that has none, a time, or a length of time. */
export type LastRead = 'day' | 'calendar day' | 'time' | 'span'

type Readers = ReturnType<typeof spanReader> & ReturnType<typeof timeReader> & ReturnType<typeof dayReader>

/** A place behind a date. */
interface Place {
  /** The first word behind it, or sign that begins something. */
  readonly next: number
  /** Whether signs stand between. */
  readonly isSkipped: boolean
  /** Behind the words that join, if any are there: `or`, `and until`. */
  readonly joined: number
  /** Whether such words, or a dash, are there. */
  readonly isJoined: boolean
}

/** Where something ends that belongs to the date; undefined if nothing does. */
type Rule = (place: Place) => number | undefined

/** Finds what may belong to a date, time or length of time that stands before it. */
export function moreReader(
  { text, tokens, phrase, wordMeant, after, at, isGlued, digits }: DateTokens,
  { timeAt, halfAt, dayAt, countAt, amountAt, spanAt, monthsAt }: Readers,
) {
  const isClearTime = (index: number) => timeAt(after(index, 'at'), 'behind day') !== undefined
  const isNumber = (index: number) => digits(index, 12) !== undefined
  const isDateLike = (index: number) =>
    isNumber(index) || dateLikeRoles.some((role) => phrase(index, role)) || dayAt(index) !== undefined
  const isSign = (index: number) => /^[^\p{L}\p{N}]/u.test(tokens[index]?.text ?? '')

  /** `9am daily`, `9am mon-fri`, `monday week` */
  const again: Rule = ({ next }) =>
    phrase(next, 'again')?.to ??
    (fromDayToDay.test(tokens[next]?.text ?? '') || (phrase(next, 'more') && phrase(next - 1, 'weekdays'))
      ? next + 1
      : undefined)

  /** `an hour and a half`, `tomorrow a quarter past nine` */
  const half: Rule = ({ joined }) => {
    const article = phrase(joined, 'a')
    return phrase(article?.to ?? joined, 'half')?.to ?? (article && phrase(article.to, 'more')?.to)
  }

  /** `tomorrow and 8 june`; behind a time `- 8` begins a text */
  const another =
    (isAfterDay: boolean): Rule =>
    ({ joined, isSkipped }) =>
      dayAt(joined) && (isAfterDay || !isSkipped || digits(joined) === undefined) ? joined + 1 : undefined

  /** `tomorrow on the evening` */
  const partBehindOn: Rule = ({ next }) => (phrase(after(next, 'on'), 'parts') ? after(next, 'on') + 1 : undefined)

  const always: readonly Rule[] = [
    // `tomorrow at 9`
    ({ next }) => {
      const start = phrase(next, 'at')
      return start && (isDateLike(start.to) || isClearTime(next)) ? start.to + 1 : undefined
    },
    // `tomorrow (9:00)`, `9am or 10am`
    ({ next, joined }) => (isClearTime(next) || isClearTime(joined) ? joined + 1 : undefined),
    // `tomorrow evening`
    ({ next }) => (phrase(next, 'parts') ? next + 1 : undefined),
    // `monday or tuesday`
    ({ joined }) => (phrase(joined, 'weekdays') || phrase(joined, 'days') ? joined + 1 : undefined),
    // `friday in two weeks`
    ({ next }) => {
      const start = phrase(next, 'in')?.to
      const counts = start !== undefined && (countAt(start) || phrase(start, 'a')) && (spanAt(start) ?? monthsAt(start))
      return counts ? start + 2 : undefined
    },
    // `9am every day`
    ({ next }) => {
      const to = phrase(next, 'each')?.to
      return to !== undefined && (isDateLike(to) || phrase(to, 'units')) ? to + 1 : undefined
    },
  ]

  const behindDay: readonly Rule[] = [
    // `tomorrow pm`, but not `morgen am See`
    ({ next }) => (halfAt(next) && !isGlued(next) && !phrase(next, 'on') ? next + 1 : undefined),
    another(true),
    half,
    partBehindOn,
    // `monday the 8th`
    ({ next }) => (phrase(next, 'on') && isDateLike(after(next, 'on')) ? after(next, 'on') + 1 : undefined),
    // `friday 5`, `friday to monday`, `friday EST`
    ({ next, joined, isJoined }) =>
      isDateLike(next) || (isJoined && isDateLike(after(joined, 'at'))) || zoneAt(text, tokens, next)
        ? joined + 1
        : undefined,
  ]

  const behind: Readonly<Record<LastRead, readonly Rule[]>> = {
    // `friday for 3 days`
    'calendar day': [...behindDay, ({ next }) => spanAt(phrase(next, 'lasting')?.to ?? tokens.length)?.to],
    // `tomorrow maybe 9am`
    day: [...behindDay, ({ next, isSkipped }) => (!isSkipped && isClearTime(next + 1) ? next + 2 : undefined)],
    time: [
      another(false),
      // `9am tommorow`
      ({ next }) => ((wordMeant(next) ?? '').length > 6 ? next + 1 : undefined),
      // `9:00 in the evening`
      ({ next }) =>
        halfAt(next) && !isGlued(next) && phrase(next, 'halves') && !at(next, 'am') ? next + 1 : undefined,
      again,
      // `9 heures et demie`
      ({ next }) => phrase(phrase(next, 'and')?.to ?? -1, 'half')?.to,
      // `10:00 - 5`
      ({ next, isSkipped }) => (isSkipped && at(next - 1, '-') && digits(next) !== undefined ? next + 1 : undefined),
      // `9am to 10`
      ({ next }) => {
        const joint = phrase(next, 'joints')
        return joint && digits(joint.to) !== undefined ? joint.to + 1 : undefined
      },
      ({ next }) => zoneLikeAt(next),
    ],
    span: [
      another(false),
      half,
      partBehindOn,
      again,
      // `2 hours / 5 minutes`
      ({ next }) => (at(next, '/') ? next + 1 : undefined),
      // `in 2 days time`
      ({ next }) => (at(next, 'time') ? next + 1 : undefined),
      // `5m30`, `5 minutes 30`, but not `5 minutes 3 eggs`
      ({ next }) =>
        (isGlued(next) && digits(next) !== undefined) || isRound(digits(next, 2, 2)) ? next + 1 : undefined,
      // `an hour or two`, `5 minutes from now`
      ({ next, joined, isJoined }) =>
        phrase(next, 'later') || (isJoined && (digits(joined) !== undefined || phrase(joined, 'numbers')))
          ? joined + 1
          : undefined,
      // `5m 10m`
      ({ joined }) => (amountAt(joined, false) && !phrase(joined, 'a') ? joined + 1 : undefined),
      // `2 hours ½`, `2 hours 3/4`
      ({ joined }) =>
        /^\p{No}/u.test(tokens[joined]?.text ?? '') || (at(joined + 1, '/') && isGlued(joined + 1))
          ? joined + 1
          : undefined,
      // `5 minutes ago`
      ({ joined }) => (phrase(joined, 'more') ? joined + 1 : undefined),
    ],
  }

  /** What looks like a time zone, although it isn't one that can be read. */
  function zoneLikeAt(index: number): number | undefined {
    const { plain = '' } = tokens[index] ?? {}
    if (zoneAt(text, tokens, index) || unsureZone.test(plain)) return index + 1
    const isName = /^\p{Lu}/u.test(plain)
    if (isName && at(index + 1, '/') && isGlued(index + 1)) return index + 3
    return at(index + 1, 'time') || (isName && at(index + 2, 'time')) ? index + 2 : undefined
  }

  /** The place behind a date that ends at this index; undefined if nothing is there. */
  function placeBehind(index: number): Place | undefined {
    let next = index
    while (isSign(next) && !at(next, ...beginning) && !(at(next, '/') && !dayAt(next + 1))) next += 1
    if (next >= tokens.length) return undefined
    const isSkipped = next > index
    const joined = after(after(next, 'and'), 'joints')
    return { next, isSkipped, joined, isJoined: joined > next || (isSkipped && at(next - 1, '-', '~')) }
  }

  return {
    moreAt(index: number, last: LastRead): number | undefined {
      const place = placeBehind(index)
      if (!place) return undefined
      for (const rule of [...always, ...behind[last]]) {
        const end = rule(place)
        if (end !== undefined) return end
      }
      return undefined
    },
  }
}

const dateLikeRoles = ['numbers', 'noon', 'parts', 'weekdays', 'days', 'more', 'half'] as const

/** Signs with which a text begins. */
const beginning = ['#', '<', '&', '$', '€', '£', '%', '@']

const isRound = (number: number | undefined) => number !== undefined && number % 5 === 0

/** Zones whose short names mean several, and half of a name. */
const unsureZone =
  /^(?:[ECMPB][SD]?T|[AI]ST|WES?T|PKT|AWST|AC[SD]T|WIB|PHT|BRT|SAST|WAT|GST|TRT|NPT|BDT|ICT|[Pp]acific|[Ee]astern|Mountain)$/

const fromDayToDay = /^(?:mon|tue|wed|thu)\w*-\w+$/
