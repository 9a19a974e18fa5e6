import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Digest, digestKey, portableSha256, sameDigest, sha256 } from '../../src/receiver/sha256.js'

const hexadecimal = (digest: Digest) => Buffer.from(digest).toString('hex')

describe('the digest of tokens and texts', () => {
  it("agrees with the platform's for every text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const expected = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
        expect(hexadecimal(sha256(text))).toBe(Buffer.from(expected).toString('hex'))
        expect(hexadecimal(portableSha256(text))).toBe(Buffer.from(expected).toString('hex'))
      }),
    )
  })

  it('is another key for another digest', () => {
    const texts = ['', 'bread', 'Bread', 'bread ']
    expect(new Set(texts.map((text) => digestKey(sha256(text)))).size).toBe(texts.length)
    expect(digestKey(sha256('bread'))).toBe(digestKey(sha256('bread')))
  })

  it('is compared byte by byte', () => {
    const digest = sha256('bread')
    expect(sameDigest(digest, sha256('bread'))).toBe(true)
    for (let place = 0; place < 32; place += 1) {
      const other = digest.map((value, index) => (index === place ? value ^ 1 : value))
      expect(sameDigest(digest, other)).toBe(false)
    }
  })
})
