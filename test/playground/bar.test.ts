import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { counted, nextStep, waitText } from '../../src/playground/page/bar/readout.js'
import type { PendingTimer } from '../../src/simulator/control/endpoints/time.js'

const hour = 60 * 60 * 1000

describe('the time until a timer is due', () => {
  it.each([
    [-5, 'now'],
    [0, 'now'],
    [999, 'now'],
    [40_000, 'in 40s'],
    [90_500, 'in 1m30s'],
    [hour, 'in 1h'],
    [3 * hour + 10 * 60_000 + 59_000, 'in 3h10m'],
    [31 * 24 * hour + 8 * hour, 'in 31d8h'],
    [400 * 24 * hour + 59_000, 'in 400d'],
  ])('of %d ms is written as %s', (milliseconds, said) => {
    expect(waitText(milliseconds)).toBe(said)
  })

  it('is never rounded up', () => {
    const lengths: Readonly<Record<string, number>> = { d: 24 * hour, h: hour, m: 60_000, s: 1000 }
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e12 }), (milliseconds) => {
        const parts = [...waitText(milliseconds).matchAll(/(\d+)([dhms])/g)]
        const said = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (lengths[unit ?? ''] ?? 0), 0)
        expect(said).toBeLessThanOrEqual(milliseconds)
        expect(milliseconds - said).toBeLessThan(lengths[parts.at(-1)?.[2] ?? ''] === 1000 ? 1000 : 24 * hour)
      }),
    )
  })
})

describe('a counted noun', () => {
  it('has the plural except for one', () => {
    expect([0, 1, 1234].map((count) => counted(count, 'message'))).toEqual([
      '0 messages',
      '1 message',
      '1,234 messages',
    ])
  })
})

describe('a step of the clock', () => {
  const timer = (due: number, background: boolean): PendingTimer => ({ due, background, cause: null, says: '' })

  it("leads to the first timer that isn't a background one", () => {
    expect(nextStep([timer(1, true), timer(2, false), timer(3, false)])?.due).toBe(2)
  })

  it('leads to a background timer if there is no other, and nowhere without timers', () => {
    expect(nextStep([timer(1, true), timer(2, true)])?.due).toBe(1)
    expect(nextStep([])).toBeUndefined()
  })
})
