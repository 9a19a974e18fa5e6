import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { portableSha256, sha256 } from '../../src/protocol/sha256.js'

describe('the digest of texts', () => {
  it("agrees with the platform's for every text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const expected = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
        expect(sha256(text)).toBe(Buffer.from(expected).toString('hex'))
        expect(portableSha256(text)).toBe(Buffer.from(expected).toString('hex'))
      }),
    )
  })

  it('is that of the platform for texts around the length of a block, and of many', async () => {
    for (const length of [0, 1, 54, 55, 56, 57, 62, 63, 64, 65, 119, 120, 127, 128, 100_000]) {
      const text = 'rye '.repeat(length).slice(0, length)
      const expected = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
      expect(portableSha256(text)).toBe(Buffer.from(expected).toString('hex'))
    }
  })

  it('is another key for another digest', () => {
    const texts = ['', 'bread', 'Bread', 'bread ']
    expect(new Set(texts.map((text) => sha256(text))).size).toBe(texts.length)
    expect(sha256('bread')).toBe(portableSha256('bread'))
  })
})
