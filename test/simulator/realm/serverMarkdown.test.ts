import { readFileSync } from 'node:fs'
import { zulipDialect } from 'earshot/protocol'
import { describe, expect, it, vi } from 'vitest'
import { bakery } from '../../../src/simulator/realm/seed/seed.js'
import { openBakery } from './bakery.js'

/** A text, and the HTML that a real server made of it. */
interface Row {
  readonly markdown: string
  readonly html: string
  /** By level, where an older server made something else. */
  readonly older?: Readonly<Record<string, string>>
}

const rowsIn = (file: string): readonly Row[] =>
  JSON.parse(readFileSync(new URL(`serverMarkdown/${file}.json`, import.meta.url), 'utf8'))

/** The organisation of the real server. */
function renderAt(level: number) {
  const { as } = openBakery({
    seed: { ...bakery, linkifiers: [] },
    featureLevel: level,
    url: () => 'https://chat.example.com',
    dialect: zulipDialect,
  })
  const hamlet = as('hamlet')
  return (content: string) => hamlet.call('messages.render', { content }).rendered
}

/** Each text that is rendered otherwise, beside what the server made of it. */
function different(level: number, rows: readonly Row[]) {
  const render = renderAt(level)
  return rows
    .map(({ markdown, html, older }) => ({ markdown, server: older?.[level] ?? html, simulator: render(markdown) }))
    .filter(({ server, simulator }) => server !== simulator)
}

describe('rendered Markdown', () => {
  it('equals the HTML of a level 387 server for 978 ordinary texts', () => {
    const rows = rowsIn('level387')
    expect(rows).toHaveLength(978)
    expect(different(387, rows)).toEqual([])
  })

  it.each([179, 261, 296, 387])(
    'equals the HTML of the server for 320 texts with mentions, links and emoji at level %i',
    (level) => {
      const rows = rowsIn('levels')
      expect(rows).toHaveLength(320)
      expect(different(level, rows)).toEqual([])
    },
  )
})

describe('the number of steps to render Markdown', () => {
  const render = renderAt(387)

  /** Steps of the renderer: each search for a pattern in a text. */
  function steps(content: string): number {
    const search = vi.spyOn(RegExp.prototype, 'exec')
    try {
      render(content)
      return search.mock.calls.length
    } finally {
      search.mockRestore()
    }
  }

  it.each(['[', '*', '>', '|', '`', '[](', '**a', '`a', '> ', '- ', '\n> ', '\n- a\n  ', ':a', '@**a ', 'https://a/('])(
    'grows at most linearly with a repeated %j',
    (sign) => {
      const text = (length: number) => sign.repeat(Math.ceil(length / sign.length)).slice(0, length)
      const [half, whole] = [steps(text(5_000)), steps(text(10_000))]
      expect(whole).toBeLessThan(half * 2.5 + 500)
    },
  )
})

describe('nested Markdown', () => {
  const render = renderAt(387)
  const unrenderable = '<p>[Zulip note: Sorry, we could not understand the formatting of your message]</p>'

  it('has as many nested quotes as the server allows, and shows further signs as text', () => {
    expect(render(`${'>'.repeat(400)} a`).match(/<blockquote>/g)).toHaveLength(296)
  })

  it.each([
    ['items', '- '.repeat(1_000)],
    ['lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['fences', '```quote\n'.repeat(1_000)],
  ])('is refused like by the server with a thousand nested %s', (_, content) => {
    expect(render(`${content}a`)).toBe(unrenderable)
  })

  it('is rendered with emphasis nested a thousand deep', () => {
    expect(render(`${'*'.repeat(1_000)}a${'*'.repeat(1_000)}`)).toContain('<em>')
  })
})
