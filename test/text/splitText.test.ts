import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMentions, splitText } from '../../src/text/index.js'
import { runs } from '../seed.js'
import { openBakery } from '../simulator/realm/bakery.js'
import { book, wordsOf } from './books.js'

const points = (text: string) => [...text].length
const bakery = openBakery()
const html = (content: string) => String(bakery.as('iago').call('messages.render', { content }).rendered)

describe('splitText', () => {
  it('returns a text within the limit unchanged', () => {
    const text = '🥐'.repeat(10_000)
    expect(splitText(text)).toEqual([text])
    expect(splitText('')).toEqual([''])
  })

  it.each<[what: string, text: string, limit: number, parts: string[]]>([
    ['between blocks', 'One two.\n\nThree four.', 12, ['One two.', 'Three four.']],
    ['before a heading rather than after it', 'One two.\n# Three\nfour five', 18, ['One two.', '# Three\nfour five']],
    ['between sentences', 'One two. Three four.', 12, ['One two.', 'Three four.']],
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['within a word that is too long', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    [
      'with the whole fence in one',
      'Some words before it.\n\n```py\na = 1\nb = 2\n```',
      40,
      ['Some words before it.', '```py\na = 1\nb = 2\n```'],
    ],
    [
      'with the fence closed and opened again',
      '```py\na = 1\n\n    b = 2\nc = 3\n```',
      24,
      ['```py\na = 1\n\n```', '```py\n    b = 2\n```', '```py\nc = 3\n```'],
    ],
    [
      'with fences in each other closed and opened again',
      '````quote\nwords\n```js\nlet a\nlet b\n```\n````',
      36,
      ['````quote\nwords\n````', '````quote\n```js\nlet a\nlet b\n```\n````'],
    ],
    ['between items', '- one\n- two\n  - three\n- four', 20, ['- one', '- two\n  - three', '- four']],
    ['out of a list that is left behind', '- a\n\n  bbb bbb\n\n  ccc ccc', 15, ['- a\n\n  bbb bbb', 'ccc ccc']],
    [
      'with the head of the table again',
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |',
      40,
      ['| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |', '| a | b |\n|---|---|\n| 5 | 6 |'],
    ],
    ['within a quotation', '> one two three', 9, ['> one two', '> three']],
    ['not within a mention', 'Hello @**King Hamlet** there', 20, ['Hello', '@**King Hamlet**', 'there']],
    ['not within a link', 'See [the manual](https://e.org/x) now', 32, ['See', '[the manual](https://e.org/x)', 'now']],
    ['not within code', 'Say `one two three` now', 18, ['Say', '`one two three`', 'now']],
    ['not between the parts of one character', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 10, ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦']],
    ['not before what would be a heading', 'number # 5 and', 9, ['number #', '5 and']],
    ['not before what would be a command', 'type /poll now', 6, ['type /', 'poll', 'now']],
  ])('breaks %s', (_, text, limit, parts) => {
    expect(splitText(text, limit)).toEqual(parts)
  })

  it('keeps parts under the limit, splits no character and returns no blank part', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, limit) => {
        const parts = splitText(text, limit)
        for (const part of parts) {
          expect(points(part)).toBeLessThanOrEqual(limit)
          expect(part).not.toMatch(/\p{Surrogate}/u)
          if (parts.length > 1) expect(part.trim()).not.toBe('')
        }
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('neither loses nor adds text except fences, table heads and quotation marks', () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 90, max: 200 }), (text, limit) => {
        expect(wordsOf(splitText(text, limit).join('\n'))).toEqual(wordsOf(text))
      }),
    )
  })

  it('leaves no fence, quotation or spoiler open at the end of a part', () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 90, max: 200 }), (text, limit) => {
        for (const part of splitText(text, limit)) expect(html(`${part}\n\nEND`)).toMatch(/(^|\n)<p>END<\/p>$/)
      }),
      { numRuns: runs(300) },
    )
  })

  it('keeps the mentions of the text', () => {
    const mentioned = (text: string) => findMentions(text).map(({ name }) => name)
    fc.assert(
      fc.property(book, fc.integer({ min: 90, max: 200 }), (text, limit) => {
        expect(splitText(text, limit).flatMap(mentioned)).toEqual(mentioned(text))
      }),
    )
  })

  it.each([
    ['words', 'word '.repeat(20_000)],
    ['one word', 'x'.repeat(100_000)],
    ['lines', 'a line\n'.repeat(15_000)],
    ['code', `\`\`\`\n${'code\n'.repeat(20_000)}\`\`\``],
    ['deep quotations', '> '.repeat(50_000)],
    ['deep lists', '- '.repeat(50_000)],
    ['fences in each other', '```quote\n'.repeat(11_000)],
    ['a long fence', '`'.repeat(100_000)],
    ['unfinished mentions', '@**'.repeat(33_000)],
    ['unfinished links', '['.repeat(100_000)],
    ['a table', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(16_000)}`],
    ['blanks', `${' '.repeat(100_000)}x`],
    ['one character with many marks', `e${'\u0301'.repeat(100_000)}`],
  ])('handles 100,000 characters of %s', (_, text) => {
    const parts = splitText(text)
    expect(Math.max(...parts.map(points))).toBeLessThanOrEqual(10_000)
    expect(parts.length).toBeLessThanOrEqual(12)
  })
})

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '```',
        '````quote\n',
        '~~~',
        '\n',
        '\n\n',
        '> ',
        '- ',
        '1. ',
        '    ',
        '@**a b**',
        '`',
        '|',
        '|-|',
        '👨‍👩‍👧‍👦',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''))
