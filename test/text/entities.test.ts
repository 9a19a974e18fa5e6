import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEntities, growingParts, md, splitText } from '../../src/text/index.js'
import { runs } from '../seed.js'

describe('decodeEntities', () => {
  it.each([
    ['Tom &#38; Jerry', 'Tom & Jerry'],
    ['&lt;b&gt; &amp;amp; &quot;', '<b> &amp; "'],
    ['&#x1F950; &#X2a; &#0042;', '🥐 * *'],
    ['&#0; &#xD800; &#9999999;', '\u{fffd} \u{fffd} \u{fffd}'],
    ['AT&T; &copy; &#; &#x; & lt;', 'AT&T; &copy; &#; &#x; & lt;'],
    ['`&lt;` &lt;\n```\n&lt;\n```', '`&lt;` <\n```\n&lt;\n```'],
  ])('decodes %j to %j', (markdown, text) => {
    expect(decodeEntities(markdown)).toBe(text)
  })

  it('restores any text that md.escape escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'&*#42;ltamp<>`:~$|/[]() x1.-\\@') }), (text) => {
        expect(decodeEntities(md.escape(text))).toBe(text.replace(/\s+/g, ' ').trim())
      }),
      { numRuns: runs(1_000) },
    )
  })
})

const escapedText = fc
  .array(fc.constantFrom('*', '<time:', '`', '# ', 'word', ' ', '**', '(', ']', ':smile:', '\u{1f950}'), {
    minLength: 1,
    maxLength: 60,
  })
  .map((pieces) => md.escape(pieces.join('')))

/** What is left of an entity that was parted. */
const parted = /&(?:#\d{0,2}|amp?|lt?|gt?)?$|^#?\d{0,2};/

describe('long texts', () => {
  it.each([
    ['words', (text: string) => text],
    ['bold text', (text: string) => `**${text}**`],
    ['a quotation', (text: string) => `> ${text}`],
    ['code', (text: string) => `\`\`\`\n${text}\n\`\`\``],
  ])('keep entities whole in %s', (_, around) => {
    fc.assert(
      fc.property(escapedText, fc.integer({ min: 20, max: 60 }), (text, limit) => {
        const whole = around(text)
        for (const part of splitText(whole, limit)) {
          for (const line of part.split('\n')) expect(line).not.toMatch(parted)
          expect([...part].length).toBeLessThanOrEqual(limit)
        }
        expect(
          splitText(whole, limit)
            .join('')
            .match(/&[#\w]+;/g),
        ).toEqual(whole.match(/&[#\w]+;/g))
      }),
      { numRuns: runs(500) },
    )
  })

  it('keep entities whole while they grow', () => {
    const text = md.escape('*'.repeat(100))
    const parts = growingParts(32)
    const full: string[] = []
    for (let end = 1; end <= text.length; end += 1) {
      const part = parts.full(text.slice(0, end), end === text.length ? 'whole' : 'grows')
      if (part !== undefined) full.push(part)
    }
    for (const part of full) expect(part).toMatch(/^(?:&#42;)+$/)
  })

  it('close and reopen a quotation that is too long for one message', () => {
    const parts = splitText(md.quote(`one ${'x'.repeat(50)}\n\n\`\`\`\ntwo\n\`\`\`\n\nthree ${'y'.repeat(50)}`), 90)
    expect(parts).toEqual([
      `\`\`\`\`quote\none ${'x'.repeat(50)}\n\n\`\`\`\ntwo\n\`\`\`\n\`\`\`\``,
      `\`\`\`\`quote\nthree ${'y'.repeat(50)}\n\`\`\`\``,
    ])
  })
})
