import { fileURLToPath } from 'node:url'
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
  '/CHANGELOG',
]

let url = ''
let close = () => {}

beforeAll(async () => {
  const root = fileURLToPath(new URL('../../docs/.vitepress/dist', import.meta.url))
  const app = new Hono()
  app.use(serveStatic({ root, rewriteRequestPath: (path) => (/\/$|\.\w+$/.test(path) ? path : `${path}.html`) }))
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

  it('finds methods and commands in its search', async () => {
    const context = await (await browserOfWorker()).newContext()
    const page = await context.newPage()
    await page.goto(url)
    for (const text of ['onMention', 'earshot explore']) {
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('searchbox').fill(text)
      const first = page.getByRole('option').first()
      await first.waitFor()
      expect((await first.textContent())?.toLowerCase()).toContain(text.split(' ').at(-1)?.toLowerCase())
      await page.keyboard.press('Escape')
    }
    await context.close()
  })
})
