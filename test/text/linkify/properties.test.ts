import { checkLinkifier, createLinkifier } from 'earshot/linkify'
import type { Linkifier } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../seed.js'
import { issues, linkifier, orders } from './linkifiers.js'

/** Signs of which RE2, templates, HTML or Markdown make something. */
const special = fc.constantFrom(...'.*+?()[]{}|^$\\#/-_~!\'",:;<>&%=@` \n\t', 'é', '字', '🥐', '\u0085', '\u00A0')

/** What a group may hold: the class as a pattern, and values that it matches in full. */
const groupKinds = [
  { pattern: '[0-9]+', value: fc.stringMatching(/^[0-9]{1,8}$/) },
  { pattern: '[a-z]+', value: fc.stringMatching(/^[a-z]{1,8}$/) },
  { pattern: '[A-Za-z0-9_.~-]+', value: fc.stringMatching(/^[A-Za-z0-9_.~-]{1,8}$/) },
  { pattern: '[^|]+', value: fc.stringMatching(/^[^|%]{1,8}$/u) },
  {
    pattern: '[^|]+',
    value: fc
      .array(fc.oneof(special, fc.string({ minLength: 1 })), { minLength: 1 })
      .map((parts) => parts.join('').replace(/[|%]/g, 'x')),
  },
] as const

interface Sample {
  readonly linkifier: Linkifier
  /** A text that the linkifier matches in full. */
  readonly text: string
}

/** A linkifier of one to three groups kept apart by bars, in whose template each has an expression of any kind. */
const sample: fc.Arbitrary<Sample> = fc
  .array(
    fc.record({
      kind: fc
        .constantFrom(...groupKinds)
        .chain(({ pattern, value }) => fc.record({ pattern: fc.constant(pattern), value })),
      operator: fc.constantFrom('', '+', '#', '.', '/', ';', '?', '&'),
      lead: fc.array(special, { maxLength: 3 }).map((signs) => signs.join('')),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((groups) => {
    const named = groups.map((group, at) => ({ ...group, name: `g${at}` }))
    return {
      linkifier: linkifier({
        id: 7,
        pattern: named.map(({ lead, name, kind }) => `x${quoted(lead)}\\|(?P<${name}>${kind.pattern})\\|`).join(''),
        url_template: `https://a.example/${named.map(({ operator, name }) => `|{${operator}${name}}|`).join('/')}`,
        reverse_template: named.map(({ lead, name }) => `x${lead.replaceAll(/[{}]/g, '$&$&')}|{${name}}|`).join(''),
      }),
      text: named.map(({ lead, kind }) => `x${lead}|${kind.value}|`).join(''),
    }
  })

const quoted = (text: string) => text.replaceAll(/[.*+?()[\]{}|^$\\/-]/g, '\\$&')
const wellFormed = (text: string) => text.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD')

describe('any valid linkifier', () => {
  it('links a whole text that it matches', () => {
    fc.assert(
      fc.property(sample, ({ linkifier, text }) => {
        fc.pre(text === wellFormed(text))
        expect(createLinkifier([linkifier]).find(text)).toMatchObject([{ text }])
      }),
      { numRuns: runs(500) },
    )
  })

  it('passes the check with an example that it matches', () => {
    fc.assert(
      fc.property(sample, ({ linkifier, text }) => {
        fc.pre(text === text.trim())
        expect(checkLinkifier({ ...linkifier, example_input: text })).toEqual([])
      }),
    )
  })

  it('produces only valid URLs', () => {
    fc.assert(
      fc.property(sample, ({ linkifier, text }) => {
        for (const { url } of createLinkifier([linkifier]).find(text)) {
          expect(url).toMatch(/^https:\/\/a\.example\/(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/)
          expect(new URL(url).host).toBe('a.example')
        }
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('links in any text', () => {
  const patterns = [
    '[a-z]+',
    '#?[0-9]+',
    '.',
    '\\S+ \\S+',
    'a.*b|c',
    '(?:ab)*',
    '[^#]+',
    '\\pL',
    '$',
    '^.',
    '(?m)^\\w+$',
  ]
  const linkifiers = fc
    .array(fc.constantFrom(...patterns), { maxLength: 5 })
    .map((chosen) =>
      chosen.map((pattern, at) => linkifier({ id: at, pattern, url_template: `https://a.example/${at}` })),
    )
  const text = fc
    .array(fc.oneof(special, fc.constantFrom('a', 'b', 'c', '#', '1', '2', ' ')), { maxLength: 40 })
    .map((signs) => signs.join(''))

  it('are separated from adjacent words and from each other', () => {
    fc.assert(
      fc.property(linkifiers, text, (chosen, text) => {
        const found = createLinkifier(chosen).find(text)
        for (const link of found) {
          expect(text.slice(link.start, link.end)).toBe(link.text)
          expect(link.text).not.toBe('')
          expect(text.slice(0, link.start)).toMatch(/(?:^|[\s\u0085'"(,:<])$/)
          expect(text.slice(link.end)).toMatch(/^(?![\p{L}\p{N}])/u)
        }
        const inOrder = [...found].sort((one, other) => one.start - other.start)
        for (const [at, { end }] of inOrder.entries()) expect(end).toBeLessThanOrEqual(inOrder[at + 1]?.start ?? end)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('of a topic equal those of the text, ordered by position', () => {
    fc.assert(
      fc.property(linkifiers, text, (chosen, text) => {
        const engine = createLinkifier(chosen)
        const byPlace = [...engine.find(text)].sort((one, other) => one.start - other.start)
        expect(engine.topicLinks(text)).toEqual(byPlace.map(({ text, url }) => ({ text, url })))
      }),
    )
  })
})

describe('any input', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(special).map((signs) => signs.join('')),
    fc.constantFrom('#(?P<id>[0-9]+)', '{id}', '{+id}', '{{id}}', '(?P<id>.*)', 'https://a.example/{?id*}'),
  )
  const anyLinkifier = fc.record({
    id: fc.integer(),
    pattern: anything,
    url_template: anything,
    example_input: fc.option(anything),
    reverse_template: fc.option(anything),
    alternative_url_templates: fc.array(anything, { maxLength: 2 }),
  })

  it('causes no exception, and valid linkifiers still work', () => {
    fc.assert(
      fc.property(fc.array(anyLinkifier, { maxLength: 3 }), anything, (given, text) => {
        const engine = createLinkifier([orders, ...given, issues])
        engine.find(text)
        for (const { message } of engine.problems) expect(message).not.toBe('')
        expect(engine.topicLinks('ORDER-7')).toEqual([{ text: 'ORDER-7', url: 'https://orders.example.com/7' }])
      }),
      { numRuns: runs(500) },
    )
  })

  it('gives the same links whether or not the start of a match is known', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '#',
      '-',
      '_',
      'a?',
      'b*',
      'a+',
      'b{2}',
      'a??',
      '[ab]',
      '.',
      '(?i)',
      '(?P<g>a)',
    )
    const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
    const text = fc.array(fc.constantFrom('a', 'b', 'A', '#', '-', '_', ' ', ',', '{2}'), { maxLength: 12 })
    const linksOf = (source: string, content: string) =>
      createLinkifier([linkifier({ pattern: source, url_template: 'https://a.example/' })]).find(content)
    fc.assert(
      fc.property(pattern, text, (source, signs) => {
        expect(linksOf(source, signs.join(''))).toEqual(linksOf(`(?:${source})`, signs.join('')))
      }),
      { numRuns: runs(2_000) },
    )
  })
})
