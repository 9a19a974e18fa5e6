import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest, slips } from '../../src/text/index.js'

describe('nearest', () => {
  const commands = ['whois', 'echo', 'follow topic', 'delete topic', 'go']

  it.each([
    ['whios', 'whois'],
    ['WHOS', 'whois'],
    ['eho', 'echo'],
    ['delte topik', 'delete topic'],
    ['folow topic', 'follow topic'],
    ['who', 'whois'],
    ['follow', 'follow topic'],
  ])('finds for %s the word %s', (word, meant) => {
    expect(nearest(word, commands)).toBe(meant)
  })

  it.each(['', 'hello', 'eh', 'og', 'wh', 'a topic'])('finds nothing for %j', (word) => {
    expect(nearest(word, commands)).toBeUndefined()
  })

  it('finds nothing if several words begin so', () => {
    expect(nearest('prod', ['production', 'products'])).toBeUndefined()
  })

  it('returns the first of several equally near words', () => {
    expect(nearest('bake', ['make', 'bike'])).toBe('make')
  })

  it('finds nothing for a very long word, in little time', () => {
    expect(nearest('w'.repeat(1_000_000), commands)).toBeUndefined()
  })
})

describe('slips', () => {
  it.each([
    ['', '', 0],
    ['bread', 'bread', 0],
    ['bread', 'bred', 1],
    ['bread', 'breads', 1],
    ['bread', 'broad', 1],
    ['bread', 'braed', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('counts from %j to %j: %i', (one, other, count) => {
    expect(slips(one, other)).toBe(count)
  })

  it('is symmetric, and zero only for equal words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(slips(one, other)).toBe(slips(other, one))
        expect(slips(one, other) === 0).toBe(one === other)
      }),
    )
  })
})
