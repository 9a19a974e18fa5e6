import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violationsAsShown } from '../playground/browser/axe.js'
import { browserOfWorker, hasBrowser } from '../playground/browser/browser.js'

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

  it.each([
    ['rate limit', '/docs/guides/'],
    ['retry', '/docs/guides/'],
    ['ask a question', '/docs/guides/conversations'],
    ['mention', '/docs/guides/'],
    ['onMention', '/docs/guides/'],
    ['earshot explore', '/docs/guides/explore'],
    ['messages.send', '/docs/reference/endpoints/messages/send'],
  ])('finds "%s" first in %s', async (text, place) => {
    const context = await (await browserOfWorker()).newContext()
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('searchbox').fill(text)
    const first = page.getByRole('option').first()
    await first.waitFor()
    expect(await first.getByRole('link').or(first.locator('a')).first().getAttribute('href')).toContain(place)
    await context.close()
  })
})

describe('the built site', () => {
  it('has an index for the search of at most 150 KB, compressed', () => {
    const chunks = join(built, 'assets/chunks')
    const index = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndex')) ?? ''
    expect(gzipSync(readFileSync(join(chunks, index))).length).toBeLessThan(150 * 1024)
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
