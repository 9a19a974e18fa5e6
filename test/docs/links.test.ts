import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Page, pages, root } from './blocks.js'

const { slug }: { slug: (heading: string) => string } = await import(
  new URL('../../docs/build/slug.mjs', import.meta.url).href
)

const all = pages()

describe('the links of the documentation', () => {
  it('are found', () => {
    expect(all.flatMap(linksOf).length).toBeGreaterThan(500)
    expect(all.filter(({ place }) => place.startsWith('docs/')).length).toBeGreaterThan(40)
  })

  it('have existing targets', () => {
    expect(all.flatMap(brokenLinks)).toEqual([])
  })

  it.each([
    ['a page', '[a](gone.md)', 'gone.md'],
    ['a heading', '[a](../reference/cli.md#gone)', '../reference/cli.md#gone'],
    ['a heading of the same page', 'See [a](#gone).', '#gone'],
    ['an image', '<img src="gone.png">', 'gone.png'],
    ['a whole address', `[a](${published}gone.md)`, `${published}gone.md`],
  ])('are reported without %s to lead to', (_, text, written) => {
    const found = brokenLinks({ place: 'docs/guides/a.md', text: `# A\n\n${text}\n` })
    expect(found).toEqual([`docs/guides/a.md:3: ${written}`])
  })

  it('are absolute in README.md', () => {
    const [readme] = all.filter(({ place }) => place === 'README.md')
    const inside = linksOf(readme as Page).filter(({ written }) => !/^(https:|#)/.test(written))
    expect(inside).toEqual([])
  })

  it('lead to every page from README.md', () => {
    const reached = new Set<string>()
    const waiting = ['README.md']
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const page = all.find((candidate) => candidate.place === place)
      if (page === undefined || reached.has(place)) continue
      reached.add(place)
      waiting.push(...linksOf(page).map(({ target }) => target))
    }
    const guides = all.map(({ place }) => place).filter((place) => place.startsWith('docs/') && place !== firstPage)
    expect(guides.filter((place) => !reached.has(place))).toEqual([])
  })

  it("lead to every page from the site's sidebars", () => {
    const sidebar = readFileSync(join(root, 'docs/.vitepress/sidebars.ts'), 'utf8')
    const linked = [...sidebar.matchAll(/(guide|reference)\('[^']*', '([\w-]+)'\)/g)].map(
      ([, kind, name]) => `${kind} ${name}`,
    )
    const there = all.flatMap(({ place }) => {
      const [, kind, name] = /^docs\/(guide|reference)s?\/([\w-]+)\.md$/.exec(place) ?? []
      return kind === undefined ? [] : [`${kind} ${name}`]
    })
    expect(new Set(linked)).toEqual(new Set(there))
  })
})

/** The first page of the site; the repository's is README.md. */
const firstPage = 'docs/index.md'

const isGenerated = /^docs\/reference\/(api|commands|endpoints)\//

/** Where the project's files can be read by anybody. */
const published = 'https://github.com/earshot-bots/earshot/blob/main/'

/** Blocks of code; a longer fence can have shorter ones inside. */
const fenced = /^(`{3,})[\s\S]*?^\1$/gm

interface Link {
  readonly line: number
  readonly written: string
  /** The place that it leads to, in the project. */
  readonly target: string
  readonly anchor: string | undefined
}

/** The links of a page to other places of the project: in prose, not in code. */
function linksOf({ place, text }: Page): Link[] {
  const prose = text.replace(fenced, (code) => code.replace(/[^\n]/g, ' '))
  return prose.split('\n').flatMap((line, index) => {
    const withoutCode = line.replace(/`[^`]*`/g, (code) => 'x'.repeat(code.length))
    return [...withoutCode.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)]
      .map(([, link, image]) => link ?? image ?? '')
      .filter((written) => !/^[a-z]+:/.test(written) || written.startsWith(published))
      .map((written) => {
        const [path = '', anchor] = written.replace(published, '').split('#')
        // A whole address, and a path that begins with a slash, stand for a place in the project, seen from its root.
        const folder = written.startsWith(published) || path.startsWith('/') ? '.' : dirname(place)
        const target = path === '' ? place : relative(root, join(root, folder, path))
        return { line: index + 1, written, target, anchor }
      })
  })
}

function brokenLinks(page: Page): string[] {
  return linksOf(page)
    .filter(({ target, anchor }) => !isThere(target, anchor))
    .map(({ line, written }) => `${page.place}:${line}: ${written}`)
}

function isThere(target: string, anchor: string | undefined): boolean {
  // The site's build writes them: in the repository a link to one leads nowhere.
  if (isGenerated.test(target) || !existsSync(join(root, target))) return false
  return anchor === undefined || headingsOf(target).includes(anchor)
}

function headingsOf(target: string): string[] {
  const text = readFileSync(join(root, target), 'utf8').replace(fenced, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map((match) => slug(match[1] ?? ''))
}
