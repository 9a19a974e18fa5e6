import { describe, expect, it } from 'vitest'
import { blanked } from './blanked.js'

describe('blanked', () => {
  it.each([
    ['a line comment', 'a // any\nb', 'a       \nb'],
    ['a block comment', 'a /* any\n any */ b', 'a       \n        b'],
    ['a string with an escaped quote', String.raw`x('it\'s any')`, "x('         ')"],
    ['a comment sign inside a string', `f("// any") + 1`, 'f("      ") + 1'],
    ['a template', 'f(`any`)', 'f(`   `)'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code to be read, not run.
    ['a template with code in it', 'f(`any ${ g({ a: 1 }) } any`) + b', 'f(`     { g({ a: 1 }) }    `) + b'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code to be read, not run.
    ['a template in a template', 'f(`${ g(`any`) }any`)', 'f(` { g(`   `) }   `)'],
    ['a regular expression with quotes in it', String.raw`s.replace(/["'\/]/g, x)`, 's.replace(/      /g, x)'],
    ['a slash that divides', "a / b / 'any'", "a / b / '   '"],
    ['nothing but code', 'const a: any = 1', 'const a: any = 1'],
  ])('blanks %s', (_, text, expected) => {
    expect(blanked(text)).toBe(expected)
  })

  it('handles truncated code', () => {
    for (const text of ["'", '"abc', '`abc', '`${', '/*', '/', 'a = /', '//', '}', '\\']) {
      expect(blanked(text)).toHaveLength(text.length)
    }
  })
})
