import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timesOf } from '../../src/bot/schedule/times.js'
import { runs } from '../seed.js'

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

/** Undefined for what names a day that never comes, such as a Sunday that is the working day nearest to the first. */
function timesIfAny(pattern: string, timezone: string) {
  try {
    return timesOf(pattern, timezone)
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringContaining('There is no such day') })
    return undefined
  }
}

describe('the times of a cron expression', () => {
  it('are consistent between next() and latest() in any time zone', () => {
    fc.assert(
      fc.property(expression, zone, moment, (pattern, timezone, now) => {
        const times = timesIfAny(pattern, timezone)
        if (times === undefined) return
        const next = times.next(now)
        const latest = times.latest(now)
        if (next === undefined || latest === undefined) return
        expect(next).toBeGreaterThan(now)
        expect(latest).toBeLessThanOrEqual(now)
        expect([next % 60_000, latest % 60_000]).toEqual([0, 0])
        expect(times.latest(next)).toBe(next)
        expect(times.latest(next - 1)).toBe(latest)
        expect(times.next(latest)).toBe(next)
      }),
      { numRuns: runs(500) },
    )
  })

  it.each([
    ['0 9 LW * *', '2026-02-27T14:00', '2026-03-31T13:00', '2026-04-30T13:00'],
    ['0 9 15W,L * *', '2026-02-28T14:00', '2026-03-16T13:00', '2026-03-31T13:00'],
    ['30 1,2 * * *', '2026-02-20T06:30', '2026-02-20T07:30', '2026-02-21T06:30'],
    ['0 0 29 2 +2', '2028-02-29T05:00', '2056-02-29T05:00'],
    ['0 0 * * 5#5', '2026-05-29T04:00', '2026-07-31T04:00', '2026-10-30T04:00'],
  ])('of %s match the calendar', (pattern, ...expected) => {
    const times = timesOf(pattern, 'America/New_York')
    let at = Date.parse('2026-02-20T00:00Z')
    const found = expected.map(() => {
      at = times.next(at) ?? Number.NaN
      return new Date(at).toISOString().slice(0, 16)
    })
    expect(found).toEqual(expected)
  })
})
