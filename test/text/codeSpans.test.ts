import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlocks } from '../../src/text/blocks.js'
import { codeSpans, findMentions } from '../../src/text/index.js'
import { runs } from '../seed.js'
import { openBakery } from '../simulator/realm/bakery.js'

const codeIn = (markdown: string) => codeSpans(markdown).map(({ start, end }) => markdown.slice(start, end))

describe('codeSpans', () => {
  it.each([
    ['inline code', 'say `hi` now', ['`hi`']],
    ['inline code with a backtick in it', 'say `` a`b `` now', ['`` a`b ``']],
    ['inline code over two lines', 'say `hi\nthere` now', ['`hi\nthere`']],
    ['no code where the backtick is escaped', 'say \\`hi` now', []],
    ['no code where nothing closes it', 'say `hi now', []],
    ['no code over the end of a paragraph', 'say `hi\n\nthere` now', []],
    ['no code over the end of a heading', '# say `hi\nthere` now', []],
    ['inline code over an underlined line, which is no heading', 'say `hi\n===\nthere` now', ['`hi\n===\nthere`']],
    ['fenced code', 'a\n```\nb\n```\nc', ['```', 'b', '```']],
    ['fenced code with a language', '```py\nb\n```', ['```py', 'b', '```']],
    ['fenced code with tildes', '~~~\n```\n~~~\nc', ['~~~', '```', '~~~']],
    ['fenced code that nothing closes', '```\nb\n\nc', ['```', 'b', '', 'c']],
    ['fenced code that only a longer fence closes', '````\n```\n````', ['````', '```', '````']],
    ['only inline code where a fence is in a marked quotation', '> ```\n> b\n> ```\nc', ['```\n> b\n> ```']],
    ['only inline code where a fence is in a list', '- ```\n  b\n  ```\n- c', ['```\n  b\n  ```']],
    ['only inline code where a fence is indented', ' ```\nb\n ```\nc', ['```\nb\n ```']],
    ['no code where nothing closes a fence in a list', '- ```\n  b\n- c', []],
    ['no fence with a sign behind it that no language has', '```@b\nc', []],
    ['only inline code where a fence has backticks behind it', '``` a`b\nc', ['``` a`']],
    ['indented code', 'a\n\n    b\n\nc', ['    b']],
    ['code indented with a tab', 'a\n\n\tb', ['\tb']],
    ['indented code as the first thing', '    b', ['    b']],
    ['no code where the line goes on with a paragraph', 'a\n    b', []],
    ['no code in a paragraph of a list item', '- a\n\n    b', []],
    ['indented code in a list item', '- a\n\n      b', ['      b']],
    ['no code in a nested list', '- a\n  - b\n\n    c', []],
    ['the first paragraph after a list as no code', '10. a\n\n    b', []],
    ['code in what is fenced as a quotation', '```quote\na `b`\n```\nc', ['`b`']],
    [
      'code fenced in what is fenced as a spoiler',
      '````spoiler Why\n```\nb\n```\n````\n`c`',
      ['```', 'b', '```', '`c`'],
    ],
    ['code after quotations that end together', '````quote\n```quote\na\n````\n    b\n`c`', ['    b', '`c`']],
    ['lines that end in carriage return and newline', '```\r\nb\r\n```\r\nc', ['```', 'b', '```']],
  ])('finds %s', (_, markdown, code) => {
    expect(codeIn(markdown)).toEqual(code)
  })

  it('returns ordered, separate spans within the text', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        let last = 0
        for (const { start, end } of codeSpans(text)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(text.length)
          last = end
        }
      }),
    )
  })

  it('finds no code in text without backticks, tildes and indentation', () => {
    const text = markdown.map((any) => any.replace(/[`\t~]/g, '').replace(/ {4,}/g, '   '))
    fc.assert(
      fc.property(text, (plain) => {
        expect(readBlocks(plain).code).toEqual([])
      }),
    )
  })

  it('agrees with the server on what is code', () => {
    const numbered = fc.array(line, { maxLength: 8 }).map((lines) => {
      let next = 0
      return lines.join('\n').replaceAll('MENTION', () => `@**${next++}**`)
    })
    fc.assert(
      fc.property(numbered, (text) => {
        // Lists and quotations inside each other are read by CommonMark, where the server has rules of its own.
        fc.pre(!/^ *(?:[>-]|1\.)/m.test(text))
        expect(findMentions(text).map(({ name }) => name)).toEqual(mentionsOnTheServer(text))
      }),
      { numRuns: runs(3_000) },
    )
  })

  it.each([
    ['backticks without end', '`'.repeat(300_000)],
    ['backticks with one behind', `${'`'.repeat(300_000)}x\``],
    ['escaped backticks', '\\`` '.repeat(100_000)],
    ['rows of every length', Array.from({ length: 700 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['deep quotations', '>'.repeat(300_000)],
    ['deep lists', `${'- '.repeat(100_000)}${'\n'.repeat(100_000)}`],
    ['fenced quotations in each other', '```quote\n'.repeat(50_000)],
    ['almost a line across', `${'* '.repeat(150_000)}x`],
    ['blanks', `${' '.repeat(150_000)}x${'\t'.repeat(150_000)}`],
  ])('parses hostile text in linear time: %s', (_, text) => {
    expect(codeSpans(text)).toBeInstanceOf(Array)
  })
})

const pieces = ['word', '`', '``', '```', '`code`', 'MENTION', 'MENTION', '\\', '#', 'x']
const line = fc
  .tuple(
    fc.constantFrom('', '', '', '> ', '- ', '1. ', '> > ', '> - ', '    ', '  ', '\t', '``` ', '~~~ ', '# ', '--- '),
    fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
  )
  .map(([prefix, words]) => prefix + words.join(' '))

const markdown = fc
  .array(fc.constantFrom('`', '```', '~~~', '\n', '    ', '\t', '> ', '- ', '\\', 'x', '@**a**', '\r\n'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))

const hamlet = openBakery().as('hamlet')

/** The numbers in `@**0**`, `@**1**` … that the server doesn't take for code: it looks for a mention, and finds nobody. */
function mentionsOnTheServer(text: string): string[] {
  const { rendered } = hamlet.call('messages.render', { content: text })
  return Array.from(rendered.matchAll(/@_?<strong>(\d+)<\/strong>/g), ([, number = '']) => number)
}
