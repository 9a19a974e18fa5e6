import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  momentOf,
  momentText,
  suggestedMoments,
} from '../../../src/simulator/playground/page/chat/compose/scheduling.js'

const on = (day: number, hours: number, minutes: number, seconds = 0) =>
  new Date(2026, 2, day, hours, minutes, seconds).getTime()
/** A Sunday. */
const now = on(1, 10, 2)
const minute = 60_000

describe('a moment to send a message at', () => {
  it.each([
    ['in 5 minutes', now + 5 * minute],
    ['in 5 min', now + 5 * minute],
    ['in 90s', now + 90_000],
    ['in an hour', now + 60 * minute],
    ['in 1 hour and 30 minutes', now + 90 * minute],
    ['in 1h 30m', now + 90 * minute],
    ['+2d', now + 2 * 1440 * minute],
    ['In 0.5 hours', now + 30 * minute],
    ['10:30', on(1, 10, 30)],
    ['at 10:30', on(1, 10, 30)],
    ['09:30', on(2, 9, 30)],
    ['10:02', on(2, 10, 2)],
    ['3pm', on(1, 15, 0)],
    ['12 am', on(2, 0, 0)],
    ['today 23:59:30', on(1, 23, 59, 30)],
    ['tomorrow', on(2, 9, 0)],
    ['tomorrow at 7:15', on(2, 7, 15)],
    ['2026-03-14 08:00', on(14, 8, 0)],
    ['2026-03-14T08:00', on(14, 8, 0)],
    ['2026-03-14', on(14, 9, 0)],
  ])('is read from %j', (text, at) => {
    expect(momentOf(text, now)).toEqual({ at })
  })

  it.each([
    'soon',
    'in',
    'in five minutes',
    'in 5',
    'in 5 parsecs',
    '25:00',
    '10:60',
    '13pm',
    '12',
    '2026-02-30',
    '2026-13-01',
    'in 5 minutes or so',
    'in 9e99 days',
    `in ${'9'.repeat(400)} days`,
  ])('is not %j, and the writer is told what would be one', (text) => {
    expect(momentOf(text, now)).toEqual({ problem: expect.stringContaining('in 5 minutes') })
  })

  it('is asked for where nothing is said', () => {
    expect(momentOf('  ', now)).toEqual({ problem: expect.stringMatching(/^Say when/) })
  })

  it('is not in the past, by the clock of the simulator', () => {
    expect(momentOf('today 9:00', now)).toEqual({ problem: "It is past today at 09:00 by the simulator's clock." })
    expect(momentOf('in 0 minutes', now)).toEqual({ problem: expect.stringContaining('It is past') })
  })

  it('is a whole second later than now, whatever is typed, or a problem', () => {
    const words = fc.array(
      fc.constantFrom('in', '5', 'min', ':', '10', '30', 'tomorrow', '2026-03-02', 'pm', ' ', '+', 'at', 'h'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          words.map((parts) => parts.join(' ')),
          words.map((parts) => parts.join('')),
        ),
        (text) => {
          const moment = momentOf(text, now)
          if ('problem' in moment) {
            expect(moment.problem).not.toBe('')
            return
          }
          expect(moment.at).toBeGreaterThan(now)
          expect(moment.at % 1000).toBe(0)
        },
      ),
    )
  })

  it('is told shortly', () => {
    expect(momentText(on(1, 10, 30), now)).toBe('today at 10:30')
    expect(momentText(on(1, 10, 30, 5), now)).toBe('today at 10:30:05')
    expect(momentText(on(2, 9, 0), now)).toBe('tomorrow at 09:00')
    expect(momentText(on(8, 9, 0), now)).toBe('Sun 8 Mar at 09:00')
    expect(momentText(new Date(2027, 0, 1).getTime(), now)).toBe('Fri 1 Jan 2027 at 00:00')
  })

  it('is suggested', () => {
    expect(suggestedMoments(now).map(({ at }) => momentText(at, now))).toEqual([
      'today at 10:07',
      'today at 11:02',
      'tomorrow at 10:02',
      'tomorrow at 09:00',
    ])
  })
})
