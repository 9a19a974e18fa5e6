import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rejectToken, tokenCheck } from '../../src/receiver/bots/bots.js'

const token = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

describe('tokenCheck', () => {
  it('accepts each of the valid tokens and nothing else', () => {
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), token, (valid, given) => {
        const accepts = tokenCheck(valid)
        for (const one of valid) expect(accepts(one)).toBe(true)
        expect(accepts(given)).toBe(valid.includes(given))
      }),
    )
  })

  it('rejects tokens that are longer, shorter, repeated or differ in one character', () => {
    const valid = 'abcdefgh'.repeat(4)
    const accepts = tokenCheck([valid])
    const near = ['', valid.slice(1), valid.slice(0, -1), `${valid}a`, valid + valid, valid.toUpperCase()]
    for (const other of near) expect(accepts(other)).toBe(false)
    for (let at = 0; at < valid.length; at += 1) {
      expect(accepts(`${valid.slice(0, at)}-${valid.slice(at + 1)}`)).toBe(false)
    }
  })

  it('has the counterpart rejectToken, which rejects every token', () => {
    for (const given of ['', '-'.repeat(32), '-'.repeat(64), 'x']) expect(rejectToken(given)).toBe(false)
  })
})
