import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedSoFar, findMentions, growingParts } from '../../src/text/index.js'
import { runs } from '../seed.js'
import { openBakery } from '../simulator/realm/bakery.js'
import { book, wordsOf } from './books.js'

const bakery = openBakery()
const html = (content: string) => String(bakery.as('iago').call('messages.render', { content }).rendered)

describe('closedSoFar', () => {
  it.each<[what: string, soFar: string, shown: string]>([
    ['plain text', 'The bread is', 'The bread is'],
    ['bold', 'The **bread', 'The **bread**'],
    ['bold that is about to end', 'The **bread*', 'The **bread**'],
    ['italics within bold', 'The **rye *bread', 'The **rye *bread***'],
    ['bold and italics at once', 'The ***bread', 'The ***bread***'],
    ['what is struck out', 'The ~~bread', 'The ~~bread~~'],
    ['a star that multiplies', '2 * 3', '2 * 3'],
    ['a star within a word', '2*3', '2*3'],
    ['marks without a text', 'The **', 'The'],
    ['inline code', 'Use `npm i', 'Use `npm i`'],
    ['code with a backtick in it', 'Use ``a`', 'Use ``a``'],
    ['code within bold', '**Use `npm', '**Use `npm`**'],
    ['a backtick without a text', 'Use `', 'Use'],
    ['marks in code', 'Use `a ** b` and', 'Use `a ** b` and'],
    ['an escaped star', 'Two \\* three', 'Two \\* three'],
    ['half an escaped sign', 'Two \\', 'Two'],
    ['a mention', 'Ask @**Ham', 'Ask'],
    ['the sign of a mention', 'Ask @', 'Ask'],
    ['a mention that is about to end', 'Ask @**Hamlet*', 'Ask'],
    ['a mention that has ended', 'Ask @**Hamlet**', 'Ask @**Hamlet**'],
    ['a link to a channel', 'See #**kit', 'See'],
    ['the text of a link', 'See [the man', 'See'],
    ['the address of a link', 'See [the manual](https://e.or', 'See'],
    ['a link', 'See [it](https://e.org/x) and', 'See [it](https://e.org/x) and'],
    ['brackets', 'See [1] and', 'See [1] and'],
    ['a time', 'At <time:2026-0', 'At'],
    ['a formula', 'Is $$x^', 'Is'],
    ['an opening fence', 'Run\n\n```p', 'Run'],
    ['an opening fence whose line has ended', 'Run\n\n```py\n', 'Run'],
    ['code', '```py\na = 1', '```py\na = 1\n```'],
    ['stars in code', '```py\na ** b', '```py\na ** b\n```'],
    ['half a closing fence', '```py\na = 1\n``', '```py\na = 1\n```'],
    ['a closed fence', '```py\na = 1\n```', '```py\na = 1\n```'],
    ['a spoiler', '```spoiler Why\nIt was **hot', '```spoiler Why\nIt was **hot**\n```'],
    ['code in a quotation', '````quote\nSo:\n```js\nlet a', '````quote\nSo:\n```js\nlet a\n```\n````'],
    ['a closed fence in a quotation', '````quote\n```js\nlet a\n```', '````quote\n```js\nlet a\n```\n````'],
    ['code in a marked quotation', '> ```\n> a', '> ```\n> a```'],
    ['code in an item', '- one\n  ```\n  a', '- one\n  ```\n  a```'],
    ['a quotation with code in it', '````quote\nhi\n```ts\na', '````quote\nhi\n```ts\na\n```\n````'],
    ['an entity', 'Tom &#4', 'Tom'],
    ['an entity by name', 'a &l', 'a'],
    ['an ampersand', 'AT&T', 'AT&T'],
    ['a whole entity', '2&#42;3&#42;', '2&#42;3&#42;'],
    ['the head of a table', 'Prices:\n\n| Bread | Pri', 'Prices:'],
    ['what underlines the head', 'Prices:\n\n| Bread | Price |\n|---|-', 'Prices:'],
    ['a row', '| a | b |\n|---|---|\n| **rye', '| a | b |\n|---|---|\n| **rye**'],
    ['a cell', '| a | b |\n|---|---|\n| **rye** | *2', '| a | b |\n|---|---|\n| **rye** | *2*'],
    ['the marker of an item', 'Two:\n-', 'Two:'],
    ['what may be a rule', 'Two\n--', 'Two'],
    ['the number of an item', 'Two:\n\n1.', 'Two:'],
    ['half an emoji', 'Bread \ud83e', 'Bread'],
    ['nothing visible', '\n **', ''],
    ['nothing', '', ''],
  ])('renders %s', (_, soFar, shown) => {
    expect(closedSoFar(soFar)).toBe(shown)
  })

  it('leaves no markup open wherever the text is cut', () => {
    fc.assert(
      fc.property(rich, fc.double({ min: 0, max: 1, noNaN: true }), (text, where) => {
        const shown = closedSoFar(text.slice(0, Math.floor(where * text.length)))
        expect(html(`${shown}\n\nEND`)).toMatch(/(^|\n)<p>END<\/p>$/)
        expect(withoutCode(html(shown))).not.toMatch(/\*\*|~~|`|\]\(/)
      }),
      { numRuns: runs(500) },
    )
  })

  it('mentions only users that the text mentions', () => {
    const named = (text: string) => findMentions(text).map(({ name, silent }) => `${name} ${silent}`)
    fc.assert(
      fc.property(book, fc.double({ min: 0, max: 1, noNaN: true }), (text, where) => {
        const shown = closedSoFar(text.slice(0, Math.floor(where * text.length)))
        expect(named(text).slice(0, named(shown).length)).toEqual(named(shown))
      }),
    )
  })

  it.each([
    ['unfinished mentions', '@**'.repeat(3_300)],
    ['unfinished links', '['.repeat(10_000)],
    ['backticks', '` `` ``` '.repeat(1_000)],
    ['stars', '**a '.repeat(2_500)],
    ['lines of marks', '-\n'.repeat(5_000)],
    ['fences in each other', '```quote\n'.repeat(1_100)],
  ])('handles 10,000 characters of %s', (_, text) => {
    expect(closedSoFar(text).length).toBeLessThan(11_000 + 5_000)
  })
})

describe('growingParts', () => {
  const grown = (text: string, limit: number, step: number) => {
    const parts = growingParts(limit)
    const full: string[] = []
    const shown: string[] = []
    const take = (soFar: string, growth: 'grows' | 'whole') => {
      for (let part = parts.full(soFar, growth); part !== undefined; part = parts.full(soFar, growth)) full.push(part)
    }
    for (let at = step; at < text.length; at += step) {
      take(text.slice(0, at), 'grows')
      shown.push(closedSoFar(parts.current(text.slice(0, at))))
    }
    take(text, 'whole')
    return { parts: [...full, parts.current(text)], shown }
  }

  it('neither loses nor adds text except fences, table heads and quotation marks', () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 90, max: 200 }), fc.integer({ min: 1, max: 50 }), (text, limit, step) => {
        const { parts } = grown(text, limit, step)
        expect(wordsOf(parts.join('\n'))).toEqual(wordsOf(text))
      }),
    )
  })

  it('leaves no markup open in full parts and in the current one', () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 90, max: 200 }), fc.integer({ min: 20, max: 90 }), (text, limit, step) => {
        const { parts, shown } = grown(text, limit, step)
        for (const part of [...parts, ...shown]) expect(html(`${part}\n\nEND`)).toMatch(/(^|\n)<p>END<\/p>$/)
      }),
      { numRuns: runs(400) },
    )
  })

  it('keeps each part under the limit, and the current one nearly', () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 90, max: 200 }), fc.integer({ min: 1, max: 50 }), (text, limit, step) => {
        const { parts, shown } = grown(text, limit, step)
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit)
        for (const part of shown) expect(part.length).toBeLessThanOrEqual(limit + 500)
      }),
    )
  })

  it('continues from the stored state of another instance', () => {
    const text = `${'word '.repeat(30)}\n\n\`\`\`\n${'code\n'.repeat(30)}\`\`\``
    const first = growingParts(100)
    first.full(text, 'whole')
    first.full(text, 'whole')
    const second = growingParts(100, JSON.parse(JSON.stringify(first.begin)))
    expect(second.full(text, 'whole')).toBe(first.full(text, 'whole'))
    expect(second.current(text)).toBe(first.current(text))
  })
})

/** What a book has, and what language models like. */
const rich = fc
  .array(
    fc.oneof(
      book,
      fc.constantFrom(
        '| Bread | Price |\n|:---|---:|\n| **rye** | `2.50` |\n| ~~spelt~~ | *3* |',
        '1. **Mix**: flour and *cold* water\n    - at [20 °C](https://example.com/warm)\n2. ~~Wait~~ **Bake**',
        'See [the manual](https://example.com/manual), #**kitchen>rye** and @**King Hamlet**.',
        '***Both*** and **bold with `code` in it**, at <time:2026-03-02T09:00:00Z>',
        '# A **bold** heading\n\nA line\n---\nof words',
        '> **Quoted** words\n> - and *items*',
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((blocks) => blocks.join('\n\n'))

const withoutCode = (markup: string) => markup.replace(/<(code|pre)>[\s\S]*?<\/\1>/g, '')
