import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationText, readDuration, shortDuration } from '../../src/text/index.js'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('readDuration', () => {
  it.each([
    ['250ms', 250],
    ['1 millisecond', 1],
    ['90s', 90 * second],
    ['3 secs', 3 * second],
    ['1h30m', 1.5 * hour],
    ['1d 12h', 36 * hour],
    ['1.5 hours', 1.5 * hour],
    ['10 minutes', 10 * minute],
    ['2 days, 3 hours and 5 mins', 2 * day + 3 * hour + 5 * minute],
    ['an hour', hour],
    ['a day and an hour', day + hour],
    ['5W', 35 * day],
    ['3 H', 3 * hour],
    ['  1h  1s ', hour + second],
    ['1.0625h', 63.75 * minute],
    ['0s', 0],
    [1500, 1500],
    [0.5, 0.5],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('parses %j as %d ms', (given, milliseconds) => {
    expect(readDuration(given)).toBe(milliseconds)
  })

  it.each([
    ...['', '3', 'h', '-3h', '1h-', '1e3s', '3y', '3 fortnights', 'a h', 'and 3h', '3h and', 'soon', '.5h'],
    ...['1.5ms', '1001 years', '99999999w', '٣h', '1hx'],
    ...[-1, Number.NaN, null, undefined, {}, true],
  ])('returns undefined for %j', (given) => {
    expect(readDuration(given)).toBeUndefined()
  })

  it('parses hostile text in linear time', () => {
    expect(readDuration('1'.repeat(1_000_000))).toBeUndefined()
    expect(readDuration(`1h${' '.repeat(1_000_000)}`)).toBe(hour)
    expect(readDuration(`${'1h and '.repeat(100_000)}x`)).toBeUndefined()
  })

  it('adds up the parts, however they are written and joined', () => {
    const unit = fc.constantFrom(
      ...(['s', 'sec', 'seconds'] as const).map((name) => [name, second] as const),
      ...(['m', 'min', 'minutes'] as const).map((name) => [name, minute] as const),
      ...(['h', 'hr', 'hours'] as const).map((name) => [name, hour] as const),
      ...(['d', 'DAYS'] as const).map((name) => [name, day] as const),
    )
    const part = fc.tuple(fc.nat(9999), fc.constantFrom('', ' '), unit)
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(' ', ', ', ' and '),
        (parts, joint) => {
          const text = parts.map(([count, blank, [name]]) => `${count}${blank}${name}`).join(joint)
          expect(readDuration(text)).toBe(parts.reduce((sum, [count, , [, length]]) => sum + count * length, 0))
        },
      ),
    )
  })
})

describe('durationText and shortDuration', () => {
  it.each([
    [0, '0 milliseconds', '0ms'],
    [1, '1 millisecond', '1ms'],
    [250, '250 milliseconds', '250ms'],
    [second, '1 second', '1s'],
    [2500, '2.5 seconds', '2.5s'],
    [90 * second, '1 minute 30 seconds', '1m30s'],
    [36 * hour, '1 day 12 hours', '1d12h'],
    [day + 1, '1 day 0.001 seconds', '1d0.001s'],
    [21 * day, '21 days', '21d'],
  ])('format %d ms as %j and %j', (milliseconds, inWords, inShort) => {
    expect(durationText(milliseconds)).toBe(inWords)
    expect(shortDuration(milliseconds)).toBe(inShort)
  })

  it('are parsed back to the same duration', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.nat(10_000),
          fc.nat(100 * day),
          fc.maxSafeNat().map((n) => n % (900 * 366 * day)),
        ),
        (n) => {
          expect(readDuration(durationText(n))).toBe(n)
          expect(readDuration(shortDuration(n))).toBe(n)
        },
      ),
    )
  })
})
