import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiJson } from '../../../src/simulator/delivery/deliveryRequest.js'

describe('JSON in the format of the server', () => {
  it('has a space after each comma and colon, and only ASCII characters', () => {
    expect(asciiJson({ a: 'Käse', b: [1, true, null], c: { d: '🥐', e: [] }, f: {} })).toBe(
      '{"a": "K\\u00e4se", "b": [1, true, null], "c": {"d": "\\ud83e\\udd50", "e": []}, "f": {}}',
    )
  })

  it('escapes the same characters as the server', () => {
    expect(asciiJson('"\\/\b\f\n\r\t\u0001\u007f\u2028')).toBe('"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f\\u2028"')
  })

  it('omits undefined fields', () => {
    expect(asciiJson({ a: undefined, b: 1 })).toBe('{"b": 1}')
  })

  it('parses back to the same value, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = asciiJson(value)
        expect(written).toMatch(/^[ -~]*$/)
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(written).toBe(pieceByPiece(JSON.parse(JSON.stringify(value))))
      }),
    )
  })
})

/** The same, put together from its parts. */
function pieceByPiece(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pieceByPiece).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${pieceByPiece(key)}: ${pieceByPiece(item)}`)
    return `{${members.join(', ')}}`
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
