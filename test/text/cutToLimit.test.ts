import { limits } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToLimit } from '../../src/text/index.js'

const points = (text: string) => [...text].length

describe('cutToLimit', () => {
  it('returns a text of exactly the limit unchanged', () => {
    const text = '🥐'.repeat(limits.messageLength)
    expect(cutToLimit(text)).toBe(text)
  })

  it('cuts a text one character over the limit and appends a note', () => {
    const cut = cutToLimit('🥐'.repeat(limits.messageLength + 1))
    expect(points(cut)).toBe(limits.messageLength)
    expect(cut).toMatch(/🥐\n\n\[cut: 10001 characters, where 10000 are allowed\]$/)
  })

  it('omits the note if the limit is too small for it', () => {
    expect(cutToLimit('abcdefgh', 3)).toBe('abc')
  })

  it('never exceeds the limit or splits a character, and is idempotent', () => {
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
