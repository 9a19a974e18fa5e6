import { describe, expect, it } from 'vitest'
import { timeline } from '../../src/playground/page/deliveries/timeline.js'
import { durationText } from '../../src/playground/timeText.js'

const attempt = (startedAt: number, duration: number) =>
  ({ startedAt, duration, exchanges: [], result: { kind: 'timeout' } }) as const

describe('the time of a delivery', () => {
  it('is its waits and its attempts, as parts of the whole', () => {
    expect(timeline(1000, [attempt(1000, 50), attempt(1150, 50)])).toEqual([
      { kind: 'attempt', number: 1, from: 1000, duration: 50, start: 0, width: 0.25 },
      { kind: 'waited', from: 1050, duration: 100, start: 0.25, width: 0.5 },
      { kind: 'attempt', number: 2, from: 1150, duration: 50, start: 0.75, width: 0.25 },
    ])
  })

  it('may be no time at all, on a clock that stands still', () => {
    expect(timeline(1000, [attempt(1000, 0), attempt(1000, 0)]).map(({ start, width }) => [start, width])).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(timeline(1000, [])).toEqual([])
  })

  it.each([
    [0, '0 ms'],
    [38.26, '38.3 ms'],
    [1250, '1.25 s'],
    [59_999, '60 s'],
    [185_000, '3 min 5 s'],
  ])('is said in words: %d milliseconds', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text)
  })
})
