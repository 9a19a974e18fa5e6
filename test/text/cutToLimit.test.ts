import { limits } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToLimit } from '../../src/text/index.js'

const points = (text: string) => [...text].length

describe('cutToLimit', () => {
  it('leaves a text of exactly the limit whole', () => {
    const text = '🥐'.repeat(limits.messageLength)
    expect(cutToLimit(text)).toBe(text)
  })

  it('cuts a text that is one character too long, and says so at its end', () => {
    const cut = cutToLimit('🥐'.repeat(limits.messageLength + 1))
    expect(points(cut)).toBe(limits.messageLength)
    expect(cut).toMatch(/🥐\n\n\[cut: 10001 characters, where 10000 are allowed\]$/)
  })

  it('cuts without a note where the note alone would be too long', () => {
    expect(cutToLimit('abcdefgh', 3)).toBe('abc')
  })

  it('never exceeds the limit, halves no character, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 0, max: 150 }), (text, limit) => {
        const cut = cutToLimit(text, limit)
        expect(points(cut)).toBeLessThanOrEqual(limit)
        expect(cutToLimit(cut, limit)).toBe(cut)
        if (points(text) <= limit) expect(cut).toBe(text)
        else expect(text.startsWith(cut.split('\n\n[cut: ')[0] ?? cut)).toBe(true)
        expect(cut).not.toMatch(/\p{Surrogate}/u)
      }),
    )
  })
})
