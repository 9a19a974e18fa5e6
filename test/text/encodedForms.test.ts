import fc from 'fast-check'
import { expect, it } from 'vitest'
import { secretHider } from '../../src/receiver/log.js'
import { encodedForms } from '../../src/text/encodedForms.js'

const key = 'k8Fq/2+9ä"\\zR7wLm0pTnVx'

it.each([
  ['base64', (text: string) => Buffer.from(text).toString('base64')],
  ['base64 of URLs', (text: string) => Buffer.from(text).toString('base64url')],
  ['hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
  ['capital hexadecimal', (text: string) => Buffer.from(text).toString('hex').toUpperCase()],
  ['percent-encoding', encodeURIComponent],
  ['a form', (text: string) => new URLSearchParams({ text }).toString()],
  ['JSON', (text: string) => JSON.stringify(text)],
  ['JSON in JSON', (text: string) => JSON.stringify(JSON.stringify(text))],
] as const)('finds a secret in %s, whatever is around it', (_, encode) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
      const shown = secretHider(encodedForms(key))(encode(`${before}:${key}${after}`))
      expect(shown).toContain('***')
      expect(shown.length).toBeLessThan(encode(`${before}:${after}`).length + 12)
    }),
    { numRuns: 100 },
  )
})
