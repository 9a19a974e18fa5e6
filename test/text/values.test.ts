import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinBytes, listInWords, parseJson, shortened, withoutUndefined } from '../../src/values.js'

describe('listInWords', () => {
  it.each([
    [[], ''],
    [['bread'], 'bread'],
    [['bread', 'rolls'], 'bread or rolls'],
    [['bread', 'rolls', 'cake'], 'bread, rolls or cake'],
    [[1, 2, 3], '1, 2 or 3'],
  ])('formats %j as %j', (items, words) => {
    expect(listInWords(items, 'or')).toBe(words)
  })
})

describe('shortened', () => {
  it('is a prefix within the limit that splits no character', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '🥖'), maxLength: 30 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (whole, most) => {
        const short = shortened(whole, most)
        expect([...short].length).toBeLessThanOrEqual(most)
        if ([...whole].length <= most) expect(short).toBe(whole)
        else expect(whole.startsWith(short.slice(0, -1)) && short.endsWith('…')).toBe(true)
        expect(short).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})

it('parseJson returns undefined for invalid JSON', () => {
  expect([parseJson('{"a":[1]}'), parseJson('{'), parseJson('')]).toEqual([{ a: [1] }, undefined, undefined])
})

it('withoutUndefined omits fields that are undefined, but not null', () => {
  expect(Object.keys(withoutUndefined({ a: undefined, b: null, c: 0 }))).toEqual(['b', 'c'])
})

it('joinBytes joins bytes in order', () => {
  expect([...joinBytes([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])]).toEqual([1, 2, 3])
})
