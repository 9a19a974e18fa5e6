import { Bot, BotSetupError, type ScheduleOptions } from 'earshot'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timesOf } from '../../src/bot/schedule/times.js'
import { runs } from '../seed.js'

/** A Monday, as each test's. */
const monday = '2026-03-02T05:00:00Z'

const at = (phrase: string, timezone: string, from: string, count: number) => {
  const times = timesOf(phrase, timezone)
  const found: string[] = []
  for (let after = Date.parse(from); found.length < count; ) {
    const next = times.next(after)
    if (next === undefined) break
    found.push(new Date(next).toISOString().slice(0, 16))
    after = next
  }
  return found
}

describe('the times of a schedule', () => {
  it.each([
    ['weekdays at 9:00', '2026-03-02T09:00', '2026-03-03T09:00'],
    ['every weekday at 9:00', '2026-03-02T09:00', '2026-03-03T09:00'],
    ['Every  Day at 8:30', '2026-03-02T08:30', '2026-03-03T08:30'],
    ['daily at 4:00', '2026-03-03T04:00', '2026-03-04T04:00'],
    ['at noon', '2026-03-02T12:00', '2026-03-03T12:00'],
    ['every day at 9:00, 12:30 and 5pm', '2026-03-02T09:00', '2026-03-02T12:30', '2026-03-02T17:00'],
    ['weekends at midnight', '2026-03-07T00:00', '2026-03-08T00:00', '2026-03-14T00:00'],
    ['monday and thursday at 14:00', '2026-03-02T14:00', '2026-03-05T14:00'],
    ['tue, thu & sat at 12:05 am', '2026-03-03T00:05', '2026-03-05T00:05', '2026-03-07T00:05'],
    ['every monday, every wednesday, and friday at 9am', '2026-03-02T09:00', '2026-03-04T09:00', '2026-03-06T09:00'],
    ['friday to monday at 9:00', '2026-03-02T09:00', '2026-03-06T09:00', '2026-03-07T09:00', '2026-03-08T09:00'],
    ['every minute', '2026-03-02T05:01', '2026-03-02T05:02'],
    ['every 15 minutes', '2026-03-02T05:15', '2026-03-02T05:30'],
    ['every hour', '2026-03-02T06:00', '2026-03-02T07:00'],
    ['every 6 hours', '2026-03-02T06:00', '2026-03-02T12:00'],
    ['first monday of the month at 10:00', '2026-03-02T10:00', '2026-04-06T10:00'],
    ['second and last friday of each month at 10:00', '2026-03-13T10:00', '2026-03-27T10:00', '2026-04-10T10:00'],
    ['1st of the month at 9:00', '2026-04-01T09:00', '2026-05-01T09:00'],
    ['1st and 15th of the month at 9:00', '2026-03-15T09:00', '2026-04-01T09:00'],
    ['31st of the month at 9:00', '2026-03-31T09:00', '2026-05-31T09:00'],
    ['last day of the month at 17:00', '2026-03-31T17:00', '2026-04-30T17:00'],
    ['29th of february at 9:00', '2028-02-29T09:00'],
    ['first of may at 9:00', '2026-05-01T09:00', '2027-05-01T09:00'],
    ['30 8 * * 1-5', '2026-03-02T08:30', '2026-03-03T08:30'],
    ['0 9 * * MON#1', '2026-03-02T09:00', '2026-04-06T09:00'],
    ['@weekly', '2026-03-08T00:00', '2026-03-15T00:00'],
  ])('are parsed from "%s"', (phrase, ...expected) => {
    expect(at(phrase, 'UTC', monday, expected.length)).toEqual(expected)
  })

  it('are local times in the time zone', () => {
    expect(at('every day at 9:00', 'Asia/Kolkata', monday, 1)).toEqual(['2026-03-03T03:30'])
  })

  it('keep the local time across daylight-saving changes', () => {
    expect(at('every day at 9:00', 'Europe/Rome', '2026-03-28T00:00:00Z', 3)).toEqual([
      '2026-03-28T08:00',
      '2026-03-29T07:00',
      '2026-03-30T07:00',
    ])
  })

  it('move to the end of the gap when clocks go forward', () => {
    // From 2:00 on they show 3:00.
    expect(at('every day at 2:30', 'America/New_York', '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
    expect(at('every day at 2:30 and 3:00', 'America/New_York', '2026-03-08T05:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ])
  })

  it('occur once when clocks go back', () => {
    expect(at('every day at 1:30', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
  })

  it('stay evenly spaced across daylight-saving changes for intervals', () => {
    const evenly = ['05:00', '05:30', '06:00', '06:30', '07:00', '07:30'].map((time) => `2026-11-01T${time}`)
    expect(at('every 30 minutes', 'America/New_York', '2026-11-01T04:45:00Z', 6)).toEqual(evenly)
    expect(at('every hour', 'America/New_York', '2026-03-08T05:30:00Z', 3)).toEqual([
      '2026-03-08T06:00',
      '2026-03-08T07:00',
      '2026-03-08T08:00',
    ])
  })

  it('are consistent between next() and latest()', () => {
    const phrases = [
      'every day at 1:30 and 2:30',
      'weekdays at 0:00',
      'every 20 minutes',
      'every 2 hours',
      '15 2,3 * * *',
    ]
    const zones = ['America/New_York', 'Europe/Rome', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kolkata', 'UTC']
    const changes = [
      '2026-03-08T06:00Z',
      '2026-11-01T05:00Z',
      '2026-03-29T00:00Z',
      '2026-10-25T00:00Z',
      '2026-04-04T14:00Z',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...phrases),
        fc.constantFrom(...zones),
        fc.constantFrom(...changes.map(Date.parse)),
        fc.integer({ min: -50 * 3_600_000, max: 50 * 3_600_000 }),
        (phrase, zone, change, off) => {
          const times = timesOf(phrase, zone)
          const next = times.next(change + off) ?? Number.NaN
          expect(next).toBeGreaterThan(change + off)
          expect(times.latest(next)).toBe(next)
          const latest = times.latest(next - 1) ?? Number.NaN
          expect(latest).toBeLessThanOrEqual(change + off)
          expect(times.next(latest)).toBe(next)
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it.each([
    ['', 'It is empty'],
    ['every', "'every' isn't a day"],
    ['every day', "It says no time of day; add one, such as 'at 9:00'"],
    ['mondya at 9:00', "'mondya' isn't a day; did you mean 'monday'?"],
    ['every other week at 9:00', "'other week' isn't a day"],
    ['every day at 9', "'9' isn't a time of day"],
    ['every day at 24:00', "'24:00' isn't a time of day"],
    ['every day at 9:60', "'9:60' isn't a time of day"],
    ['every day at 13pm', "'13pm' isn't a time of day"],
    ['every day at 9:00 and', "'9:00 and' isn't a time of day"],
    ['every 45 minutes', "45 minutes don't divide an hour; use 1, 2, 3, 4, 5, 6, 10, 12, 15, 20 or 30"],
    ['every 0 minutes', "0 minutes don't divide an hour"],
    ['every 36 hours', "36 hours don't divide a day; use 1, 2, 3, 4, 6, 8 or 12"],
    ['every 2 weeks', 'It counts weeks without saying from which day'],
    ['32nd of the month at 9:00', "'32nd' isn't a day of the month"],
    ['sixth monday of the month at 9:00', "'sixth' isn't one of first, second, third, fourth, fifth and last"],
    ['1st of septembre at 9:00', "'septembre' isn't a month; did you mean 'september'?"],
    ['31st of february at 9:00', 'There is no such day'],
    ['0 0 30 2 *', 'There is no such day'],
    ['* * * *', 'it has 4 of five fields'],
    ['*/10 * * * * *', 'it has 6 fields, but schedules have no seconds'],
    ['61 * * * *', 'Invalid value for minute: 61'],
    ['9:00 ➡️ weekdays', "isn't a day"],
    ['monday '.repeat(2_000), "isn't a day"],
  ])('are rejected in "%s" with the valid forms', (phrase, problem) => {
    expect(() => new Bot().every(phrase, {}, () => {})).toThrow(problem)
    expect(() => new Bot().every(phrase, {}, () => {})).toThrow("Say 'weekdays at 9:00', 'every day at 8:30")
  })

  it('are rejected in any invalid text with a BotSetupError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        try {
          new Bot().every(text, {}, () => {})
        } catch (error) {
          expect(error).toBeInstanceOf(BotSetupError)
        }
      }),
    )
    expect(() => new Bot().every(9 as unknown as string, {}, () => {})).toThrow('It is of type number')
  })

  it.each<[ScheduleOptions, string]>([
    [{ timezone: 'Mars/Olympus' }, `Its time zone is "Mars/Olympus", which this platform doesn't know`],
    [{ timezone: '' }, 'Its time zone is ""'],
    [{ catchUp: 'soon' }, 'Its catchUp is "soon", which is no span of time'],
    [{ catchUp: 0 }, 'Its catchUp is 0'],
    [{ name: ' ' }, 'Its name has 1 characters'],
    [{ name: 'n'.repeat(81) }, 'Its name has 81 characters'],
  ])('are rejected with the options %j', (options, problem) => {
    expect(() => new Bot().every('every hour', options, () => {})).toThrow(problem)
  })
})
