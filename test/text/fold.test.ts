import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findNumbered, findTyped, fold, withoutEnd, withoutSigns } from '../../src/text/index.js'
import { typedVariants } from './typedVariants.js'

describe('fold', () => {
  it.each([
    ['größe', 'gro\u0308ße', 'GRÖSSE', 'GRÖẞE', 'ｇｒöße'],
    ["don't know", 'don’t know', 'DON‘T KNOW', 'don´t\u00a0know', 'don`t \u3000 know', '\u202bdon＇t know\u202c'],
    ['dry-run', 'dry‑run', 'dry–run', 'dry—run', 'dry−run', 'dry\u00ad－run', 'Dry﹣Run'],
    ['--force', '—force', '–-force', '—\u200bforce'],
    ['"rye"', '“rye”', '„rye“', '«rye»', '「rye」', '＂rye＂', '”rye”'],
    ['24', '２４', '٢٤', '۲۴', '२४', '๒๔', '𝟐𝟒'],
    ['iptal', 'İPTAL', 'IPTAL', 'i\u0307ptal'],
    ['ışık', 'IŞIK'],
    ['σας', 'ΣΑΣ'],
    ['キャンセル', 'ｷｬﾝｾﾙ'],
    ['ガ', 'カ\u3099', 'ｶﾞ'],
    ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
    ['status', '𝐬𝐭𝐚𝐭𝐮𝐬', 'sta\u200btus', '\ufeffstatus', 'st\u2060atus'],
    ['👍', '👍🏽', '👍\ufe0f'],
    ['...', '…'],
    ['3', '3\ufe0f\u20e3', '③'],
  ])('is the same for %s and %s', (...texts) => {
    expect([...new Set(texts.map(fold))]).toHaveLength(1)
  })

  it.each([
    ['größe', 'grosse'],
    ['12', '1²'],
    ['1', '½'],
    ['c', 'c++'],
    ['yes', 'yes!'],
    ['👍', '👎'],
    ["i'd", 'id'],
    ['über', 'uber'],
    ['on call', 'oncall'],
  ])('tells %s from %s', (one, other) => {
    expect(fold(one)).not.toBe(fold(other))
  })

  it('reads the digits of all scripts that Intl writes', () => {
    const scripts = Intl.supportedValuesOf('numberingSystem')
    const written = scripts.map((script) => new Intl.NumberFormat(`en-u-nu-${script}`, { useGrouping: false }))
    const digits = written
      .map((format) => format.format(1_234_567_890))
      .filter((text) => /^\p{Nd}{10}$/u.test(text) && text.length === 10)
    expect(digits.length).toBeGreaterThan(30)
    for (const text of digits) expect(fold(text)).toBe('1234567890')
  })

  it('gives its own result again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('is the same for a text in any other characters of its table', () => {
    const text = "who's on-call 24/7 "
    fc.assert(
      fc.property(typedVariants(text), (typed) => {
        expect(fold(typed)).toBe(fold(text))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the signs around a text', () => {
  it.each([
    'status.',
    'status!!',
    'status …',
    'status 👍🏽',
    'status :tada: :+1:',
    'status :)',
    'status？',
    'status ❤️🇩🇪',
  ])('of %s end it', (text) => {
    expect(withoutEnd(text)).toBe('status')
  })

  it.each(['c++', 'c#', '1.5', 'a:b', "the dogs'", '100%', 'é', 'https://example.com/'])(
    'of %s belong to it',
    (text) => {
      expect(withoutEnd(text)).toBe(text)
    },
  )

  it.each(['1.', '1)', '(1)', '#1', '*1*', '`1`', '"1"', '「1」', '¡1!', '👍 1', '１．'])(
    'of %s are none of a choice',
    (text) => {
      expect(withoutSigns(fold(text))).toBe('1')
    },
  )

  it('are read in linear time', () => {
    const units = [
      '"',
      '’',
      '—',
      '-',
      '--a',
      'a\u0301',
      '\u0301',
      '\u0323\u0301',
      '👍',
      ':a:',
      ':',
      '\u200b',
      '!',
      '! x',
      '(',
      '`',
      ' :)',
    ]
    for (const unit of units) {
      for (const text of [unit.repeat(10_000), `${unit.repeat(10_000)}x`, `x${unit.repeat(10_000)}`]) {
        const start = performance.now()
        withoutSigns(fold(withoutEnd(text)))
        expect(performance.now() - start, JSON.stringify(unit)).toBeLessThan(500)
      }
    }
  })
})

describe('findNumbered', () => {
  it.each([
    ['2', ['yes', 'no'], 'no'],
    ['2.', ['yes', 'no'], 'no'],
    ['3', ['yes', 'no'], undefined],
    ['1', ['2', '4', '6'], undefined],
    ['2', ['2 seats', '4 seats'], '2 seats'],
    ['1', ['1.5 l', '1 l'], '1 l'],
    ['1', ['10:00', '11:00'], undefined],
    ['10', ['10:00', '11:00'], '10:00'],
    ['1', ['Room 2', 'Room 1'], undefined],
    ['1', ['Room 1', 'Room 2'], 'Room 1'],
    ['1', ['large (30 cm)', 'small (20 cm)'], 'large (30 cm)'],
    ['1', ['部屋2', '部屋1'], undefined],
    ['20', ['€10', '€20'], '€20'],
    ['two', ['yes', 'no'], undefined],
  ])('%s of %j is %s', (text, names, found) => {
    expect(findNumbered(text, names, String)).toBe(found)
  })
})

describe('findTyped', () => {
  const find = (text: string, ...names: string[]) => findTyped(text, names, String)

  it('takes the exact name first, then the folded one, then the one without signs', () => {
    expect(find('Yes!', 'yes', 'yes!', 'Yes!')).toBe('Yes!')
    expect(find('YES!', 'yes', 'yes!')).toBe('yes!')
    expect(find('yes.', 'yes', 'yes!')).toBe('yes')
    expect(find('really', 'Really?')).toBe('Really?')
  })

  it('takes none of two that fit equally well', () => {
    expect(find('yes.', 'yes!', 'yes?')).toBeUndefined()
    expect(find('!', 'yes', '?')).toBeUndefined()
    expect(find('', 'yes')).toBeUndefined()
  })

  it('tells names of signs apart', () => {
    for (const name of ['+', '-', 'c', 'c++', 'c#', '👍', '👎', '1.5', '1']) {
      expect(find(name, '+', '-', 'c', 'c++', 'c#', '👍', '👎', '1.5', '1')).toBe(name)
    }
  })
})
