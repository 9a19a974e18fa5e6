import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bakery, createSimulator } from '../../../src/simulator/index.js'
import { readSeed, SeedFileError, writeSeed } from '../../../src/simulator/seedFile/index.js'
import { mistakesIn, shop, unmarked } from './reading.js'

/** Texts that are tried: what a small run finds, it finds among the first hundred. */
const anyTexts = process.env.EARSHOT_TESTS === 'full' ? 5_000 : 100
/** The same of texts that are as long as an organisation. */
const longTexts = process.env.EARSHOT_TESTS === 'full' ? 1_000 : 20

describe('a text that is no YAML', () => {
  it.each([
    ['an open bracket', 'name: Shop\nusers: [1, 2▸', /is not YAML here/],
    ['an open quote', 'name: "Shop\n▸', /is not YAML here \(Missing closing "quote\)/],
    [
      'a tab for spaces',
      'name: Shop\nusers:\n▸\t- full_name: Iago\n',
      /is not YAML here \(Tabs are not allowed as indentation\)/,
    ],
    [
      'a tag',
      'name: ▸!!binary aGk=\n',
      /has the tag tag:yaml\.org,2002:binary, which means nothing in a seed; leave it out/,
    ],
    ['a tag of code', 'name: ▸!!js/function "a"\n', /has the tag tag:yaml\.org,2002:js\/function/],
    ['a second document', 'name: Shop\n▸---\nname: Other\n', /continues after "---" with a second document/],
    ['nothing', '▸', /is empty; give the organisation a name and users/],
    ['only a comment', '▸# Nothing yet.\n', /is empty; give the organisation a name and users/],
    ['a list', '▸- name: Shop\n', /holds no fields; give the organisation a name and users/],
    ['a word', '▸bakery\n', /holds no fields/],
    [
      'an alias of nothing',
      'name: ▸*shop\nusers: [{ full_name: Iago, role: owner }]',
      /is \*shop, but nothing above it is marked &shop/,
    ],
    [
      'an alias of itself',
      'name: Shop\nusers: &all [{ full_name: Iago, role: owner, muted: ▸*all }]',
      /is inside the value it repeats/,
    ],
    ['a field without a word for a name', `${shop()}? ▸[a]\n: 1\n`, /has a field whose name is not a plain word/],
    ['a field of all objects', `${shop()}▸__proto__: { name: Shop }\n`, /is not a valid field name; leave it out/],
  ])('is refused at its first place: %s', (_, marked, said) => {
    const { text, position } = unmarked(marked)
    const [first = ''] = mistakesIn(text)
    expect(first).toMatch(said)
    expect(first.split(' ')[0]).toBe(position)
  })
})

describe('a file that calls itself JSON', () => {
  it.each([
    ['a comma too many', '{ "name": "Shop", "users": [1,▸] }', /Unexpected token '\]'/],
    ['a comma at the end of fields', '{ "name": "Shop", ▸}', /Expected double-quoted property name/],
    ['no comma', '{ "name": "Shop" ▸"users": [] }', /Expected ',' or '}' after property value/],
    ['no colon', '{ "name" ▸"Shop" }', /Expected ':' after property name/],
    ['no quotes around a name', '{ ▸name: "Shop" }', /Expected property name or '}'/],
    ['no quotes around a text', '{ "name": ▸Shop }', /Unexpected token 'S'/],
    ['single quotes', '{ "name": ▸\'Shop\' }', /Unexpected token '''/],
    ['a comment', '{ "name": "Shop" ▸// a shop\n}', /Expected ',' or '}' after property value/],
    ['a text over two lines', '{ "name": "Sh▸\nop" }', /Bad control character in string literal/],
    ['a number of another kind', '{ "users": [0▸07] }', /Unexpected number/],
    ['a bracket of another kind', '{ "users": [ 1 ▸} }', /Expected ',' or '\]' after array element/],
    ['no end', '{ "name": "Shop"▸', /Expected ',' or '}' after property value/],
    ['more behind the end', '{ "name": "Shop" } ▸{ }', /Unexpected non-whitespace character after JSON/],
    ['nothing', '▸', /Unexpected end of JSON input/],
  ])('is held to it: %s', (_, marked, said) => {
    const { text, position } = unmarked(marked)
    const [mistake = '', ...more] = mistakesIn(text, 'seed.json')
    expect(mistake).toMatch(said)
    expect(mistake.startsWith(`${position}  is not JSON (`)).toBe(true)
    expect(mistake).toMatch(/fix it, or name the file \.yaml$/)
    expect(more).toEqual([])
  })

  it('is refused exactly where a parser of JSON refuses it', () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc
        .array(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            ',',
            ':',
            '"a"',
            '"',
            '1',
            '-0.5e+3',
            '01',
            'true',
            'nul',
            ' ',
            '\n',
            '\\',
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (json) => {
        const isRefused = mistakesIn(json, 'seed.json').some((mistake) => mistake.endsWith('or name the file .yaml'))
        expect(isRefused).toBe(!isJson(json))
      }),
      { numRuns: anyTexts },
    )
  })

  it('says the same in a file of another name, when it is YAML', () => {
    expect(mistakesIn('{ name: Shop, users: [{ full_name: Iago, role: owner },] }', 'seed.yml')).toEqual([])
  })
})

describe('a file that is made to do harm', () => {
  it.each([
    ['a million open brackets', '['.repeat(1_000_000)],
    ['a hundred thousand dashes in a line', '- '.repeat(100_000)],
    ['a hundred thousand keys in a line', '{a: '.repeat(100_000)],
    ['a hundred thousand question marks', '? '.repeat(100_000)],
    ['a deep staircase', Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ])('is turned away before it is walked through: %s', (_, text) => {
    expect(mistakesIn(text)).toEqual([
      expect.stringMatching(/^\d+:\d+ {2}is nested more than 40 levels deep; a seed needs no more than five$/),
    ])
  })

  it('may not multiply itself by aliases', () => {
    const levels = 'abcdefghi'.split('').map((name, at, all) => {
      const before = all[at - 1]
      return `${name}: &${name} [${Array.from({ length: 10 }, () => (before ? `*${before}` : 'x')).join(', ')}]`
    })
    const [mistake, ...more] = mistakesIn(levels.join('\n'))
    expect(mistake).toMatch(/^\d:\d+ {2}has aliases that add too many values; write them out, or use fewer$/)
    expect(more).toEqual([])
  })

  it('may have a long list of fields that nobody knows', () => {
    const fields = Array.from({ length: 20_000 }, (_, at) => `field${at}: 1`).join('\n')
    expect(mistakesIn(`${shop()}${fields}`)).toHaveLength(20_000)
  })

  it('may not be larger than allowed', () => {
    const large = `${shop()}# ${'ä'.repeat(600_000)}`
    expect(mistakesIn(large)).toEqual([
      expect.stringMatching(
        /^1:1 {2}has 12\d{5} bytes, but only 1048576 are allowed; make it smaller, or raise maxBytes$/,
      ),
    ])
    expect(readSeed(large, { maxBytes: 2_000_000 }).name).toBe('Corner Shop')
  })
})

describe('any text at all', () => {
  const harmless = (text: string, name: string) => {
    try {
      readSeed(text, { name })
    } catch (error) {
      expect(error).toBeInstanceOf(SeedFileError)
      const { problems } = error as SeedFileError
      expect(problems.length).toBeGreaterThan(0)
      const lines = text.split('\n').length
      for (const { line, column, message } of problems) {
        expect(line >= 1 && line <= lines && column >= 1, `${line}:${column} ${message}`).toBe(true)
        expect(message).toMatch(/; /)
      }
    }
  }

  it('is read, or refused with places and advice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom('a.yaml', 'a.json'), harmless),
      { numRuns: anyTexts },
    )
  })

  it('is read, or refused, where a good file was damaged', () => {
    const good = writeSeed(bakery)
    const damage = fc.record({
      at: fc.nat({ max: good.length }),
      cut: fc.nat({ max: 20 }),
      put: fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom(': ', '- ', '[', '}', '&a ', '*a', '"', "'", '\n', '  ', '#', '|', '!', '-1', 'null'),
      ),
    })
    fc.assert(
      fc.property(damage, ({ at, cut, put }) => harmless(good.slice(0, at) + put + good.slice(at + cut), 'a.yaml')),
      { numRuns: longTexts },
    )
  })

  it('is an organisation that runs, where it is read', () => {
    const good = writeSeed(bakery)
    const lines = good.split('\n')
    // A file without some of its lines often is another good file.
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: lines.length - 1 }), { maxLength: 3 }), (dropped) => {
        const text = lines.filter((_, at) => !dropped.includes(at)).join('\n')
        if (mistakesIn(text).length > 0) return
        expect(() => createSimulator({ organisation: readSeed(text), clock: 'frozen' })).not.toThrow()
      }),
      { numRuns: longTexts },
    )
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
