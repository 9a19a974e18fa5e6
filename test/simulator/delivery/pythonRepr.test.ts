import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  PythonFloat,
  pythonBytesRepr,
  pythonRepr,
  pythonStr,
  pythonTruth,
} from '../../../src/simulator/delivery/pythonRepr.js'

describe('values as Python prints them', () => {
  it.each([
    [null, 'None'],
    [true, 'True'],
    [false, 'False'],
    [7, '7'],
    [-1.5, '-1.5'],
    ['plain', "'plain'"],
    ["it's", `"it's"`],
    [`it's "so"`, `'it\\'s "so"'`],
    ['a\nb\tc\\', "'a\\nb\\tc\\\\'"],
    ['Käse 🥐', "'Käse 🥐'"],
    ['\u0000\u001b\u00a0\u200b\ue000', "'\\x00\\x1b\\xa0\\u200b\\ue000'"],
    ['\ud800', "'\\ud800'"],
    ['\u{e0001}', "'\\U000e0001'"],
    [[], '[]'],
    [[1, 'a', null], "[1, 'a', None]"],
    [{}, '{}'],
    [{ a: { b: [true] }, "c'": '' }, `{'a': {'b': [True]}, "c'": ''}`],
  ])('prints %j as %s', (value, written) => {
    expect(pythonRepr(value)).toBe(written)
  })

  it.each([
    [1, '1.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [123456789012345.6, '123456789012345.6'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [-2.5e100, '-2.5e+100'],
    [Number.NaN, 'nan'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ])('prints the float %d as %s', (value, written) => {
    expect(pythonRepr([new PythonFloat(value)])).toBe(`[${written}]`)
  })

  it('prints an integer of any size', () => {
    expect(pythonStr(12345678901234567890n)).toBe('12345678901234567890')
  })

  it('prints a string without quotes with str()', () => {
    expect(pythonStr("it's")).toBe("it's")
    expect(pythonStr(null)).toBe('None')
  })

  it('prints bytes with non-ASCII bytes escaped', () => {
    expect(pythonBytesRepr(new TextEncoder().encode('<p>Käse</p>\n\'"'))).toBe(`b'<p>K\\xc3\\xa4se</p>\\n\\'"'`)
    expect(pythonBytesRepr(new Uint8Array([0, 127, 255]))).toBe("b'\\x00\\x7f\\xff'")
  })

  it('prints any bytes in printable ASCII', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void expect(pythonBytesRepr(bytes)).toMatch(/^b['"][ -~]*['"]$/)))
  })

  it.each([
    [null, false],
    [0, false],
    ['', false],
    [[], false],
    [{}, false],
    [false, false],
    ['false', true],
    [[0], true],
    [{ a: 0 }, true],
    [-1, true],
    [true, true],
  ])('treats %j as truthy: %s', (value, truth) => {
    expect(pythonTruth(value)).toBe(truth)
  })
})
