import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cronTimes } from '../../src/bot/schedule/cron.js'

const number = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String)

/** One field: anything, steps, or a list of numbers and ranges, and of what is written in this field alone. */
function field(least: number, most: number, ...special: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  const range = fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`)
  const item = fc.oneof(number(least, most), range, ...special)
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    fc.integer({ min: 1, max: most }).map((step) => `*/${step}`),
    { weight: 2, arbitrary: number(least, most) },
    fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
  )
}

const weekdayOfMonth = fc
  .tuple(number(0, 6), fc.constantFrom('#1', '#2', '#3', '#4', '#5', '#L', 'L'))
  .map((parts) => parts.join(''))
const expression = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    field(
      1,
      31,
      fc.constant('L'),
      number(1, 31).map((day) => `${day}W`),
    ),
    field(1, 12),
    fc.oneof(
      field(0, 7, weekdayOfMonth),
      field(0, 6, weekdayOfMonth).map((days) => `+${days}`),
      fc.constant('MON-FRI'),
    ),
  )
  .map((fields) => fields.join(' '))

const zone = fc.constantFrom(
  ...['UTC', 'Europe/Rome', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kolkata'],
  ...['America/Havana', 'Asia/Beirut', 'Pacific/Apia', 'America/Santiago', 'Africa/Casablanca'],
)

/** Any moment of some years, and those around changes of clocks. */
const moment = fc.oneof(
  fc.integer({ min: Date.UTC(2022, 0), max: Date.UTC(2030, 0) }),
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-08T07:00Z',
        '2026-11-01T06:00Z',
        '2026-03-29T01:00Z',
        '2026-10-25T01:00Z',
        '2026-04-04T15:00Z',
      ),
      fc.integer({ min: -30 * 3_600_000, max: 30 * 3_600_000 }),
    )
    .map(([change, off]) => Date.parse(change) + off),
)

describe('the times of a cron expression', () => {
  it('are those that the library finds', () => {
    fc.assert(
      fc.property(expression, zone, moment, (pattern, timezone, now) => {
        const library = new Cron(pattern, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
        const next = library.nextRun(new Date(now))?.getTime()
        // What the library gives lies before the moment that it is given, in whole seconds.
        const end = new Date((Math.floor(now / 1000) + 1) * 1000)
        const latest = library.previousRuns(1, end)[0]?.getTime()
        const times = cronTimes(pattern, timezone)
        expect({ next: times.next(now), latest: times.latest(now) }).toEqual({ next, latest })
      }),
      { numRuns: 500 },
    )
  })

  it.each(['0 9 LW * *', '0 9 15W,L * *', '0 9 1W * 1', '30 1 * * *', '*/7 0-3 * * *', '0 0 29 2 1', '0 0 * * 5#5'])(
    'are those that the library finds for %s, one after the other',
    (pattern) => {
      for (const timezone of ['America/New_York', 'Africa/Cairo']) {
        const library = new Cron(pattern, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
        const expected = library.nextRuns(30, new Date('2026-02-20T00:00Z')).map((date) => date.toISOString())
        const times = cronTimes(pattern, timezone)
        const found: string[] = []
        for (let at = Date.parse('2026-02-20T00:00Z'); found.length < expected.length; ) {
          at = times.next(at) ?? Number.POSITIVE_INFINITY
          found.push(new Date(at).toISOString())
        }
        expect(found).toEqual(expected)
      }
    },
  )

  it('never come for a day that there is not', () => {
    expect(cronTimes('0 0 30 2 *', 'UTC').next(0)).toBeUndefined()
    expect(cronTimes('0 0 30 2 *', 'UTC').latest(0)).toBeUndefined()
  })
})
