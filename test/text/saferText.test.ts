import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlocks } from '../../src/text/blocks.js'
import { codeSafe, codeSpans, escapeMentions, findMentions, quoteSafe } from '../../src/text/index.js'

const groupMention = /(?<![^\s'"({[/<])@\*[^*]+\*/

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '@**all**',
        '@**Iago|8**',
        '@*bakers*',
        '@',
        '*',
        '**',
        '_',
        '`',
        '```',
        '~~~',
        '> ',
        '\n',
        '\r\n',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

describe('escapeMentions', () => {
  it.each([
    ['@**all** hands', '@_**all** hands'],
    ['ask @**Iago|8**', 'ask @_**Iago|8**'],
    ['@*bakers* and @_*drivers*', '@_*bakers* and @_*drivers*'],
    ['`@**all**`', '`@_**all**`'],
    ['iago@example.com *now*', 'iago@example.com *now*'],
  ])('turns %j into %j', (text, safe) => {
    expect(escapeMentions(text)).toBe(safe)
  })

  it('leaves no mention with notification, wherever the text is inserted', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('', ' ', '`', '(', '\n```\n'), (text, before) => {
        const message = before + escapeMentions(text)
        expect(findMentions(message).filter(({ silent }) => !silent)).toEqual([])
        expect(message).not.toMatch(groupMention)
      }),
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(escapeMentions(escapeMentions(text))).toBe(escapeMentions(text))
      }),
    )
  })
})

describe('quoteSafe', () => {
  it('quotes every line without a mention', () => {
    expect(quoteSafe('@**all**\n> old\r\n```\n')).toBe('````quote\n@_**all**\n> old\n```\n```\n````')
  })

  it('keeps all text inside the quotation', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = `${quoteSafe(`x${text}`)}\n`
        const { lines } = readBlocks(`${quoted}END`)
        expect(lines.findLastIndex(({ kind }) => kind === 'closes')).toBe(lines.length - 2)
        expect(lines.at(-1)).toMatchObject({ kind: 'prose', containers: [] })
        expect(lines.slice(1, -2).every(({ containers }) => containers[0]?.kind === 'fenced')).toBe(true)
      }),
    )
  })
})

describe('codeSafe', () => {
  it.each([
    ['whois', '`whois`'],
    ['a`b', '``a`b``'],
    ['`a`', '`` `a` ``'],
    ['`a', '`` `a``'],
    ['a`', '``a` ``'],
    ['', '` `'],
    ['  two\n lines ', '`two lines`'],
    ['@**all**', '`@_**all**`'],
  ])('turns %j into %s', (text, code) => {
    expect(codeSafe(text)).toBe(code)
  })

  it('produces exactly one code span for any text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const code = codeSafe(text)
        expect(codeSpans(`say ${code} now`)).toEqual([{ start: 4, end: 4 + code.length }])
      }),
    )
  })
})
