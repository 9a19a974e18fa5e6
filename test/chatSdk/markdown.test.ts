import type { Nodes, Root } from 'chat'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from '../../src/chatSdk/markdown/read.js'
import { writeMarkdown } from '../../src/chatSdk/markdown/write.js'
import { Client } from '../../src/client/index.js'
import { createSimulator } from '../../src/simulator/index.js'
import { decodeEntities } from '../../src/text/index.js'
import { runs } from '../seed.js'

/** Texts of people and models, and what has a meaning on the server; names of emoji and formulas keep theirs. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }).filter((one) => !/\$|:\S+:/.test(one)),
  fc
    .array(
      fc.constantFrom(
        ...[
          '@**all**',
          '@**Iago**',
          '@_**Iago**',
          '@*bakers*',
          '#**kitchen**',
          '#**kitchen>orders**',
          '<time:2026-01-01>',
        ],
        ...[
          '*',
          '**',
          '_',
          '`',
          '```',
          '~~',
          '~~~',
          '[a](b)',
          '](',
          ')',
          '(',
          '[',
          '!',
          '|',
          '---',
          '\\',
          '&amp;',
          '&#42;',
        ],
        ...[
          '> ',
          '# ',
          '1. ',
          '- ',
          '* ',
          ' ',
          '\n',
          'x',
          'b.',
          '@',
          '**Iago**',
          '<b>',
          '/me ',
          '/poll ',
          'https://a.example/b',
        ],
        ...['```quote', '```spoiler a'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
)

const paragraph = (value: string): Extract<Nodes, { type: 'paragraph' }> => ({
  type: 'paragraph',
  children: [{ type: 'text', value }],
})
const trees: Readonly<Record<string, (value: string) => Root>> = {
  paragraph: (value) => ({ type: 'root', children: [paragraph(value)] }),
  'item of a list': (value) => ({
    type: 'root',
    children: [{ type: 'list', children: [{ type: 'listItem', children: [paragraph(value.replaceAll('\n', ' '))] }] }],
  }),
  quotation: (value) => ({ type: 'root', children: [{ type: 'blockquote', children: [paragraph(value)] }] }),
  heading: (value) => ({
    type: 'root',
    children: [{ type: 'heading', depth: 2, children: paragraph(value).children }],
  }),
  'bold text': (value) => ({
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'strong', children: paragraph(value.trim()).children }] }],
  }),
}

const words = (shown: string) => shown.replace(/\s+/g, ' ').trim()
const shownIn = (html: string) =>
  words(decodeEntities(html.replace(/<\/?(?:p|br|li|h2)[^>]*>/g, ' ').replace(/<[^>]*>/g, '')))

describe('a text in a tree', () => {
  it.each(Object.keys(trees))('is shown as it is in a %s, and mentions nobody', async (kind) => {
    const simulator = createSimulator({ randomSeed: 1 })
    const client = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const content = writeMarkdown(trees[kind]?.(value) ?? { type: 'root', children: [] })
        const { rendered } = content.trim() === '' ? { rendered: '' } : await client.messages.render({ content })
        expect(shownIn(rendered)).toBe(words(value))
        expect(rendered).not.toMatch(/user-mention|user-group-mention/)
      }),
      { numRuns: runs(800) },
    )
    await simulator.close()
  })
})

describe('reading', () => {
  it('takes any message without failing', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        expect(readMarkdown(markdown).type).toBe('root')
      }),
      { numRuns: runs(1_000) },
    )
  })

  it.each(['> ', '1. ', '- ', '*a_', '](', '```spoiler a\n', '`a` @**Iago** ', '@**a', '<time:'])(
    'takes a long message of %j in time',
    (part) => {
      for (const length of [10_000, 1_000_000]) {
        const begun = performance.now()
        expect(readMarkdown(part.repeat(length / part.length)).children.length).toBeGreaterThan(0)
        expect(performance.now() - begun).toBeLessThan(3_000)
      }
    },
  )

  it('keeps the text of a message that is too much to parse', () => {
    expect(readMarkdown(`first\n\n${'> '.repeat(30)}deep`)).toMatchObject({
      children: [paragraph('first'), paragraph(`${'> '.repeat(30)}deep`)],
    })
  })
})
