import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  complete,
  fileLink,
  insert,
  insertBlock,
  quotation,
  replaceMark,
  surround,
  uploadMark,
  type Written,
} from '../../../src/simulator/playground/page/chat/compose/inserting.js'

/** Bars stand for the caret, or for both ends of what is chosen. */
function written(marked: string): Written {
  const start = marked.indexOf('|')
  const text = marked.replace('|', '')
  const end = text.indexOf('|')
  return end < 0 ? { text, start, end: start } : { text: text.replace('|', ''), start, end }
}
function marked({ text, start, end }: Written): string {
  const whole = `${text.slice(0, end)}|${text.slice(end)}`
  return start === end ? whole : `${whole.slice(0, start)}|${whole.slice(start)}`
}

describe('inserting', () => {
  it('puts what was chosen in the place of what was typed', () => {
    expect(marked(complete(written('hi @ham|'), 3, '@**King Hamlet** '))).toBe('hi @**King Hamlet** |')
    expect(marked(complete(written('hi @ham| there'), 3, '@**King Hamlet** '))).toBe('hi @**King Hamlet** |there')
    expect(marked(complete(written(':smi|\nnext'), 0, ':smile: '))).toBe(':smile:\n|next')
  })

  it('replaces what is chosen', () => {
    expect(marked(insert(written('a |b| c'), 'xyz'))).toBe('a xyz| c')
  })

  it('gives a block a paragraph of its own', () => {
    expect(marked(insertBlock(written('|'), 'block'))).toBe('block\n|')
    expect(marked(insertBlock(written('text|'), 'block'))).toBe('text\n\nblock\n|')
    expect(marked(insertBlock(written('text\n|rest'), 'block'))).toBe('text\n\nblock\n|rest')
  })

  it('sets signs around what is chosen, and takes them away again', () => {
    const bold = surround(written('make |this| bold'), '**')
    expect(marked(bold)).toBe('make **|this|** bold')
    expect(marked(surround(bold, '**'))).toBe('make |this| bold')
    expect(marked(surround(written('a |'), '`'))).toBe('a `|`')
  })

  it('puts a link in the place of its mark, with the caret where it was', () => {
    const mark = uploadMark('a.txt', 1)
    expect(marked(replaceMark(written(`see ${mark} and |more`), mark, '[a.txt](/u/a)'))).toBe(
      'see [a.txt](/u/a) and |more',
    )
    expect(marked(replaceMark(written(`s|ee ${mark}`), mark, ''))).toBe('s|ee ')
    expect(marked(replaceMark(written('the mark is |gone'), mark, 'x'))).toBe('the mark is |gone')
  })

  it('keeps the caret within the text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.nat(), (before, mark, replacement, number) => {
        const text = before + mark
        const caret = number % (text.length + 1)
        const { text: after, start, end } = replaceMark({ text, start: caret, end: caret }, mark, replacement)
        expect(start).toBe(end)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start).toBeLessThanOrEqual(after.length)
      }),
    )
  })

  it('keeps the name of a file from ending its link', () => {
    expect(fileLink('a]b[c\\.txt', '/u/a')).toBe('[abc.txt](/u/a)')
    expect(fileLink('[]', '/u/a')).toBe('[file](/u/a)')
  })
})

describe('a quotation', () => {
  it('says who said it and where', () => {
    expect(quotation('@_**Iago|9**', '#narrow/x', 'first\nsecond')).toBe(
      '@_**Iago|9** [said](#narrow/x):\n```quote\nfirst\nsecond\n```',
    )
  })

  it('has a fence that nothing in it can end', () => {
    expect(quotation('@_**Iago|9**', 'x', '```quote\nold\n```\nnew')).toContain('\n````quote\n')
    expect(quotation('@_**Iago|9**', 'x', '`````\ncode\n`````')).toContain('\n``````quote\n')
  })
})
