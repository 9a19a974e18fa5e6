import { describe, expect, it } from 'vitest'
import { pages } from './blocks.js'

/** Words between a page's title and its first example: one or two sentences. */
const most = 50

/** Pages that begin otherwise, and why. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['docs/guides/tutorial.md', 'its steps are numbered, and the first one begins with its commands'],
  ['docs/reference/assumptions.md', 'a list'],
  ['docs/reference/benchmarks.md', 'tables of figures'],
  ['docs/reference/command-options.md', 'a list'],
  ['docs/reference/glossary.md', 'a list'],
  ['docs/reference/options.md', 'a list'],
  ['docs/reference/refusals.md', 'a list'],
  ['docs/reference/server-api.md', 'a list'],
  ['docs/reference/simulator.md', 'its first section is the example, by which others link to it'],
])

const written = pages().filter(({ place }) => /^docs\/(guides|reference)\//.test(place))

describe('the pages of the documentation', () => {
  it.each(written.filter(({ place }) => !exceptions.has(place)).map(({ place, text }) => [place, text] as const))(
    'begin with an example, after one or two sentences: %s',
    (_, text) => {
      expect(problemOf(text)).toBeUndefined()
    },
  )

  it('are excepted from that only if they begin otherwise', () => {
    const needless = [...exceptions.keys()].filter((place) => {
      const page = written.find((candidate) => candidate.place === place)
      return page === undefined || problemOf(page.text) === undefined
    })
    expect(needless).toEqual([])
  })
})

/** What comes between the title and the first example that shouldn't. */
function problemOf(text: string): string | undefined {
  const [before = '', example] = text.replace(/^# .*\n/, '').split(/^```.*$/m)
  if (example === undefined) return 'there is no example'
  if (/^#/m.test(before)) return 'a heading comes first'
  if (/^\|/m.test(before)) return 'a table comes first'
  const words = before.replaceAll(/\]\([^)]*\)/g, ']').match(/\S+/g)?.length ?? 0
  return words > most ? `${words} words come first` : undefined
}
