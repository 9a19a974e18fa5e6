import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sendable } from '../../src/text/index.js'

it.each([
  ['a NUL', 'bre\0ad', 'bread'],
  ['half a character', '🥐'.slice(0, 1), '\u{FFFD}'],
  ['half a character before a whole one', `${'🥐'.slice(1)}🥐`, '\u{FFFD}🥐'],
])('sendable repairs a text with %s', (_, text, mended) => {
  expect(sendable(text)).toBe(mended)
})

it('sendable changes no other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(sendable(text)).toBe(text.replaceAll('\0', ''))
    }),
  )
})
