import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsAsShown } from '../playground/browser/axe.js'
import { browserOfWorker, hasBrowser } from '../playground/browser/browser.js'
import { searches } from './searches.js'

/** One page of each kind. */
const pages = [
  '/',
  '/docs/guides/tutorial',
  '/docs/guides/playground',
  '/docs/guides/client',
  '/docs/reference/cli',
  '/docs/reference/command-options',
  '/docs/reference/commands/explore',
  '/docs/reference/endpoints/messages',
  '/docs/reference/endpoints/messages/send',
  '/docs/reference/endpoints/settings/update',
  '/docs/reference/endpoints/entities',
  '/docs/reference/api/earshot',
  '/docs/reference/refusals',
  '/docs/reference/transcripts',
  '/CHANGELOG',
]

const built = fileURLToPath(new URL('../../docs/.vitepress/dist', import.meta.url))

/** What the site is built with has packages of its own, which the types of the tests don't know. */
const inDocs = (path: string) => import(new URL(`../../docs/${path}`, import.meta.url).href)

/** What the browser loads with the first search. */
function indexAsJson(): string {
  const chunks = join(built, 'assets/chunks')
  const name = readdirSync(chunks).find((chunk) => chunk.startsWith('@localSearchIndex')) ?? ''
  return runInNewContext(
    readFileSync(join(chunks, name), 'utf8').replace(/^const (\w+)=(.*?);?\s*export\s*\{.*$/s, '$2'),
  )
}

let url = ''
let close = () => {}

beforeAll(async () => {
  const app = new Hono()
  app.use(serveStatic({ root: built, rewriteRequestPath: (path) => (/\/$|\.\w+$/.test(path) ? path : `${path}.html`) }))
  url = await new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    close = () => server.close()
  })
})

afterAll(async () => {
  close()
  if (hasBrowser) await (await browserOfWorker()).close()
})

describe.skipIf(!hasBrowser)('the site', () => {
  it.each(pages)('shows %s without overflow or accessibility violations at all widths and themes', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await (await browserOfWorker()).newContext({ colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      expect((await page.goto(url + path))?.status()).toBe(200)
      for (const width of [1280, 400]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} pixels`).toBeLessThanOrEqual(
          width,
        )
      }
      expect(await violationsAsShown(page, 'main')).toEqual([])
      await context.close()
    }
  })

  it('stacks the rows of tables on the page of an endpoint at 400 pixels', async () => {
    const context = await (await browserOfWorker()).newContext({ viewport: { width: 400, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${url}/docs/reference/endpoints/messages/send`)
    const [name, type] = await page.locator('tr:has-text("topic") td').all()
    const [above, below] = [await name?.boundingBox(), await type?.boundingBox()]
    expect(below?.x).toBe(above?.x)
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY)
    await context.close()
  })

  it('opens the group of the current page in the sidebar, and scrolls to the page', async () => {
    const context = await (await browserOfWorker()).newContext({ viewport: { width: 1280, height: 700 } })
    const page = await context.newPage()
    await page.goto(`${url}/docs/reference/endpoints/users/list`)
    const current = page.locator('.VPSidebar').getByRole('link', { name: 'list', exact: true }).first()
    await expect.poll(() => current.evaluate((link) => link.getBoundingClientRect().bottom)).toBeLessThanOrEqual(700)
    expect(await page.locator('.VPSidebar').getByRole('link', { name: 'Commands', exact: true }).count()).toBe(0)
    await context.close()
  })

  it('shows transcripts in colour', async () => {
    const context = await (await browserOfWorker()).newContext()
    const page = await context.newPage()
    await page.goto(`${url}/docs/reference/transcripts`)
    const words = page.locator('.language-chat').first().locator('.line span')
    const colours = await words.evaluateAll((spans) => spans.map((span) => span.getAttribute('style')))
    expect(new Set(colours).size).toBeGreaterThanOrEqual(4)
    await context.close()
  })

  it('shows a line of text with each hit of a search, the page in question first', async () => {
    const context = await (await browserOfWorker()).newContext({ viewport: { width: 400, height: 900 } })
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill('wait for an answer')
    const hits = page.getByRole('option')
    await hits.first().waitFor()
    expect(await hits.first().locator('a').getAttribute('href')).toContain('/docs/guides/conversations')
    for (const hit of (await hits.all()).slice(0, 5))
      expect((await hit.locator('.line').innerText()).length).toBeGreaterThan(20)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400)
    await context.close()
  })
})

describe('the search of the site', async () => {
  const { search } = await inDocs('.vitepress/search.ts')
  const { otherWords } = await inDocs('.vitepress/otherWords.ts')
  const { default: MiniSearch } = await inDocs('node_modules/minisearch/dist/es/index.js')
  const { options, searchOptions } = search.miniSearch
  const index = MiniSearch.loadJSON(indexAsJson(), { ...options, searchOptions })

  it.each(searches)('finds "%s" first in %s', (text, ...pages) => {
    const [first] = index.search(text)
    const place = String(first?.id).replace('/docs/', '')
    expect(pages).toContain(pages.find((page) => place === page || place.startsWith(`${page}#`)) ?? place)
  })

  it('knows other words only for pages and headings that exist', () => {
    const known = new Set(Object.values(JSON.parse(indexAsJson()).documentIds))
    const pages = new Set([...known].map((id) => String(id).split('#')[0]))
    const missing = Object.keys(otherWords).filter(
      (place) => !(place.includes('#') ? known : pages).has(`/docs/${place}`),
    )
    expect(missing).toEqual([])
  })
})

describe('the built site', () => {
  it('has an index for the search of at most 92 KB, compressed', () => {
    expect(gzipSync(indexAsJson()).length).toBeLessThan(92 * 1024)
  })

  it('lists existing pages in llms.txt, the endpoints too', () => {
    const links = [...readFileSync(join(built, 'llms.txt'), 'utf8').matchAll(/^- \[.*?\]\((.*?)\)/gm)].map(
      ([, link = '']) => link,
    )
    expect(links).toContain('/docs/reference/endpoints/messages/send.md')
    expect(new Set(links).size).toBe(links.length)
    for (const link of links) expect(readFileSync(join(built, link), 'utf8'), link).toMatch(/^# /)
  })
})
