import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Digest, digestKey, sameDigest, sha256 } from '../../src/receiver/sha256.js'

const hexadecimal = (digest: Digest) => [...digest].map((word) => word.toString(16).padStart(8, '0')).join('')

describe('our SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])("agrees with the standard's own example %#", (text, digest) => {
    expect(hexadecimal(sha256(text))).toBe(digest)
  })

  it("agrees with the platform's for every text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const expected = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
        expect(hexadecimal(sha256(text))).toBe(Buffer.from(expected).toString('hex'))
      }),
    )
  })

  it('is another key for another digest', () => {
    const texts = ['', 'bread', 'Bread', 'bread ']
    expect(new Set(texts.map((text) => digestKey(sha256(text)))).size).toBe(texts.length)
    expect(digestKey(sha256('bread'))).toBe(digestKey(sha256('bread')))
  })

  it('is compared word by word', () => {
    const digest = sha256('bread')
    expect(sameDigest(digest, sha256('bread'))).toBe(true)
    for (let word = 0; word < 8; word += 1) {
      const other = digest.map((value, index) => (index === word ? value ^ 1 : value))
      expect(sameDigest(digest, other)).toBe(false)
    }
  })
})
