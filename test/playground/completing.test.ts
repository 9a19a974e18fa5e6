import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completingAt } from '../../src/playground/page/chat/compose/completing.js'

/** The caret is at the bar. */
const at = (marked: string) => {
  const caret = marked.indexOf('|')
  return completingAt(marked.replace('|', ''), caret)
}

describe('the completion at the caret', () => {
  it.each([
    ['@ham|', 'mention', 0, 'ham'],
    ['hi @King Ham|', 'mention', 3, 'King Ham'],
    ['(@|', 'mention', 1, ''],
    ['@**ham|', 'mention', 0, 'ham'],
    ['@*coo|', 'mention', 0, 'coo'],
    ['first\nand @ham|let', 'mention', 10, 'ham'],
    ['#kit|', 'channel', 0, 'kit'],
    ['see #**kit|', 'channel', 4, 'kit'],
    ['(#|', 'channel', 1, ''],
    [':smi|', 'emoji', 0, 'smi'],
    ['well :+|', 'emoji', 5, '+'],
  ])('is found in %j', (text, kind, start, query) => {
    expect(at(text)).toMatchObject({ kind, start, query })
  })

  it.each([
    'plain text|',
    'hamlet@example|',
    'a@|',
    '@ ham|',
    '@**King Hamlet** |',
    '@**King Hamlet**|',
    '# |',
    '## Head|',
    '#**kitchen**|',
    'at 10:30|',
    'note:thi|',
    'https://exa|',
    ':)|',
    ':smile:|',
    'or /po|',
    'let `@ham|',
    '```\n@ham|',
    '~~~ts\n#kit|',
    '@ham\n|',
  ])('is undefined in %j', (text) => {
    expect(at(text)).toBeUndefined()
  })

  it('is found after code, and in a quotation', () => {
    expect(at('`x` @ham|')).toMatchObject({ query: 'ham' })
    expect(at('```\ncode\n```\n@ham|')).toMatchObject({ query: 'ham' })
    expect(at('````\n```\n````\n@ham|')).toMatchObject({ query: 'ham' })
    expect(at('```quote\n@ham|')).toMatchObject({ query: 'ham' })
  })

  it('starts at its sign and ends at the caret, whatever the text', () => {
    const text = fc
      .array(fc.constantFrom('@', '#', ':', '*', '**', '>', '_', '`', '```', '\n', ' ', 'a', 'kit', '/'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.nat(), (text, number) => {
        const caret = text === '' ? 0 : number % (text.length + 1)
        const found = completingAt(text, caret)
        if (found === undefined) return
        expect('@#:').toContain(text[found.start])
        expect(text.slice(0, caret).endsWith(found.query)).toBe(true)
        // What comes behind the caret does not matter.
        expect(completingAt(text.slice(0, caret), caret)).toEqual(found)
      }),
    )
  })

  it('handles 10,000 repetitions of a sign', () => {
    for (const sign of ['@', '#', ':', '`', '#a>', '*', ' @'])
      expect(() => completingAt(sign.repeat(10_000), 10_000)).not.toThrow()
  })
})
