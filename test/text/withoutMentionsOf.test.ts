import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMentions, withoutMentionsOf } from '../../src/text/index.js'
import { runs } from '../seed.js'

const echo = { name: 'Echo', id: 20 }

describe('withoutMentionsOf', () => {
  it.each([
    ['@**Echo** hello', 'hello'],
    ['@**echo|20** hello', '@**echo|20** hello'],
    ['@**Echo|20** hello', 'hello'],
    ['@**|20** hello', 'hello'],
    ['@**ECHO**, hello', 'hello'],
    ['@**Echo**: hello', 'hello'],
    ['@**Echo** :wave:', ':wave:'],
    ['@**Echo**:wave:', ':wave:'],
    ['hello @**Echo**', 'hello'],
    ['hello @**Echo**!', 'hello'],
    ['hello @**Echo**?', 'hello?'],
    ['well @**Echo**, hello', 'well, hello'],
    ['well, @**Echo**, hello', 'well, hello'],
    ['hello, @**Echo**', 'hello'],
    ['hello, @**Echo**! ', 'hello'],
    ['hello, @**Echo** there', 'hello, there'],
    ['so @**Echo** says', 'so says'],
    ['so (@**Echo**) says', 'so says'],
    ['@**Echo** @**Echo|20** hello', 'hello'],
    ['@**Echo** ask @**Iago** and @**Echo**', 'ask @**Iago** and'],
    ['@**Echo**', ''],
    ['  @**Echo**  ', ''],
    ['@**Echo**\n\nhello\n', 'hello'],
    ['hello\n@**Echo** there', 'hello\nthere'],
    ['- milk\n- @**Echo** eggs', '- milk\n- eggs'],
    ['- milk\n\n  @**Echo** eggs', '- milk\n\n  eggs'],
    ['> @**Echo** hello', '> @**Echo** hello'],
    ['```quote\n@**Echo** hello\n```\n@**Echo** thanks', '```quote\n@**Echo** hello\n```\nthanks'],
    ['`` @**Echo** x', '`` x'],
    ['`` @**Echo**` x', '`` @**Echo**` x'],
    ['no mention', 'no mention'],
    ['  spaced  ', 'spaced'],
  ])('turns %j into %j', (text, without) => {
    expect(withoutMentionsOf(text, echo)).toBe(without)
  })

  it.each([
    ['，', '：', '、', '。', '！', '…', ',', ':', '—'].map((sign) => `@**Echo**${sign}status`),
    [
      '!',
      '.',
      ';',
      '?',
      '...',
      '?!',
      ' -',
      ' —',
      ' –',
      ' --',
      ' ->',
      ' >',
      ' •',
      ' …',
      ' 。',
      ' :',
      '\u00a0:',
      '\u202f!',
    ].map((signs) => `@**Echo**${signs} status`),
    ['()', '[]', '<>', '""'].map(([open, close]) => `${open}@**Echo**${close} status`),
    ['!', '.', '…', ' 👍', ' 👍🏽 !', ' :+1:', ' ;-)', ' @**Echo**', ', 🙏🙏'].map((end) => `status @**Echo**${end}`),
    [',', '，', ' -', ' —', ' ->', ' |'].map((end) => `status${end} @**Echo**`),
    ['status (@**Echo**)', 'status [@**Echo**]!', '@**Echo** - status @**Echo**!'],
  ])('omits the signs of the address: %j, …', (...texts) => {
    for (const text of texts) expect([text, withoutMentionsOf(text, echo)]).toEqual([text, 'status'])
  })

  it.each([
    '-3',
    '+1',
    '.env',
    '--flag',
    '?q',
    '/roll',
    '#kitchen',
    ':wave: status',
    '👋 status',
    '*now* status',
    '> quoted\n\nstatus',
    '- milk\n- eggs',
    '| a | b |\n|---|---|',
    '~~~\ncode\n~~~',
    '!',
    '?',
    '👍',
    '…',
    '- [ ] milk\n- eggs',
  ])('keeps the signs of the text %j', (text) => {
    expect(withoutMentionsOf(`@**Echo** ${text}`, echo)).toBe(text)
  })

  it.each([
    ['status @**Echo** @**Hamlet**!', 'status @**Hamlet**!'],
    ['👋 @**Echo**, status', '👋 status'],
    ['status :tada: @**Echo**', 'status :tada:'],
    ['<https://example.com> @**Echo**', '<https://example.com>'],
    ['[@**Echo**](https://example.com) x', '[](https://example.com) x'],
    ['```\ncode\n```\n@**Echo**?', '```\ncode\n```'],
    ['- milk\n- @**Echo**!', '- milk\n-'],
    ['@**Echo**!!! 👍', '👍'],
    ['@**Echo**;', ''],
  ])('turns %j into %j, with signs', (text, without) => {
    expect(withoutMentionsOf(text, echo)).toBe(without)
  })

  it('never omits letters, digits or code', () => {
    const parts = fc.constantFrom(
      '@**Echo**',
      ' ',
      '!',
      '-',
      '3',
      'x',
      ':wave:',
      '👋',
      '(',
      ')',
      '.',
      '`',
      '\n',
      '>',
      '，',
    )
    const words = (text: string) => text.match(/[3x`]/g)
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        expect(words(withoutMentionsOf(text, echo))).toEqual(words(text))
      }),
      { numRuns: runs(3_000) },
    )
  })

  it.each([
    ['silent mentions', 'ask @_**Echo** about @_**Echo|20**'],
    ['mentions of others', '@**Iago** @**Echo|21** @**all** @*bakers*'],
    ['inline code', 'type `@**Echo** help`'],
    ['fenced code', '```\n@**Echo** help\n```'],
    ['indented code', 'type:\n\n    @**Echo** help'],
  ])('keeps %s', (_, text) => {
    expect(withoutMentionsOf(text, echo)).toBe(text)
  })

  it('keeps the indentation of code at the start', () => {
    expect(withoutMentionsOf('@**Echo**\n\n    if (a)\n        b()\n', echo)).toBe('    if (a)\n        b()')
    expect(withoutMentionsOf('@**Echo**\n\tb()', echo)).toBe('\tb()')
  })

  it('keeps fenced code that starts on the line of the mention', () => {
    expect(withoutMentionsOf('@**Echo** ```js\nlet a = `@**Echo**`\n```', echo)).toBe('```js\nlet a = `@**Echo**`\n```')
  })

  it('returns the words without the mentions inserted between them', () => {
    const words = fc.array(
      fc.constantFrom('bread', '`code @**Echo**`', '@**Iago**', '@_**Echo**', 'croissant;', '🥐 x'),
    )
    const own = fc.constantFrom('@**Echo**', '@**echo**', '@**Echo|20**', '@**|20**')
    fc.assert(
      fc.property(words, fc.array(fc.tuple(fc.nat(20), own)), (words, mentions) => {
        const mixed: string[] = [...words]
        for (const [at, mention] of mentions) mixed.splice(at, 0, mention)
        expect(withoutMentionsOf(mixed.join(' '), echo)).toBe(words.join(' '))
      }),
    )
  })

  it('removes only mentions and adjacent spaces and punctuation', () => {
    const parts = fc.constantFrom(
      ' @**Echo** ',
      ' @**|20**, ',
      '`',
      '```',
      '\n',
      '\n\n',
      '    ',
      '> ',
      '- ',
      'x',
      ' ',
      '\\',
    )
    const bare = (text: string) => text.replace(/[\s,>-]/g, '')
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 30 }).map((parts) => parts.join('')),
        (text) => {
          let expected = text
          for (const { start, end, silent } of findMentions(text).reverse()) {
            if (silent) continue
            expected = expected.slice(0, start) + expected.slice(end)
          }
          expect(bare(withoutMentionsOf(text, echo))).toBe(bare(expected))
        },
      ),
      { numRuns: runs(3_000) },
    )
  })

  it.each([
    ['mentions alone', '@**Echo** '.repeat(50_000), 0],
    ['mentions behind blanks', `a${' '.repeat(100_000)}x${' @**Echo**'.repeat(50_000)}`, 100_002],
    ['mentions that never end', '@**'.repeat(100_000), 300_000],
    ['mentions between backticks', `a${' `x` @**Echo**'.repeat(50_000)}`, 200_001],
    ['signs', `@**Echo** ${'. '.repeat(100_000)}x`, 1],
    ['dashes', `${'- '.repeat(100_000)}@**Echo** x`, 200_001],
    ['half emoji', `x @**Echo** ${':a'.repeat(100_000)} x`, 200_004],
    ['signs after each mention', `${'@**Echo** - x '.repeat(30_000)}`, 119_999],
    ['empty lines', `${' \n'.repeat(100_000)}@**Echo** x`, 1],
  ])('parses hostile text in linear time: %s', (_, text, length) => {
    expect(withoutMentionsOf(text, echo)).toHaveLength(length)
  })
})
