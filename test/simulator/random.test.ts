import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, fingerprint } from '../../src/simulator/base/random.js'

describe('the seeded random generator', () => {
  it('repeats its output for the same seed, and differs for another', () => {
    expect(createRandom('a').alphanumeric(32)).toBe(createRandom('a').alphanumeric(32))
    expect(createRandom('a').alphanumeric(32)).not.toBe(createRandom('b').alphanumeric(32))
    expect(createRandom(7).alphanumeric(8)).toBe(createRandom('7').alphanumeric(8))
  })

  it('draws integers from 0 to below the limit', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, limit) => {
        const drawn = createRandom(seed).below(limit)
        expect(Number.isInteger(drawn)).toBe(true)
        expect(drawn).toBeGreaterThanOrEqual(0)
        expect(drawn).toBeLessThan(limit)
      }),
    )
  })

  it('draws every number about equally often', () => {
    const random = createRandom('dice')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let roll = 0; roll < 6000; roll += 1) {
      const side = random.below(6)
      counts[side] = (counts[side] ?? 0) + 1
    }
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 33])('refuses the limit %s', (limit) => {
    expect(() => createRandom('a').below(limit)).toThrow(RangeError)
  })

  it('makes strings of letters and digits only', () => {
    expect(createRandom('key').alphanumeric(500)).toMatch(/^[A-Za-z0-9]{500}$/)
    expect(createRandom('key').alphanumeric(0)).toBe('')
  })

  it('makes different fingerprints of different texts', () => {
    expect(fingerprint('iago@example.com')).toMatch(/^[0-9a-f]{32}$/)
    expect(fingerprint('a')).not.toBe(fingerprint('b'))
    expect(fingerprint('')).toBe(fingerprint(''))
  })
})
