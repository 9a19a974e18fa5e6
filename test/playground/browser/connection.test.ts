import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { type Cable, layCable } from './cable.js'
import { connected, it as inBrowser, openPlayground } from './playground.js'

/** The page comes by a cable of its own. */
const it = inBrowser.extend<{ cable: Cable }>({
  cable: async ({ playground }, use) => {
    const cable = await layCable(playground.simulator.url)
    await use(cable)
    await cable.close()
  },
})

describe.skipIf(!hasBrowser)('the connection of the playground', () => {
  it('is shown as connected only after the first answer', async ({ playground }) => {
    const page = await playground.blank()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const asked = new Promise<void>((resolve) => {
      void page.route('**/sim/health', async (route) => {
        resolve()
        await held
        await route.continue()
      })
    })
    await page.goto(playground.simulator.url)
    await asked
    expect(await chip(page)).toBe('connecting …')
    answer()
    await connected(page).waitFor()
  })

  it('is shown as lost, and restored automatically', async ({ playground, cable }) => {
    playground.expectProblem(/net::ERR_/)
    const page = await playground.blank({}, cable.url)
    await page.goto(cable.url)
    await connected(page).waitFor()
    cable.cut()
    await page.getByRole('status').filter({ hasText: 'connection lost' }).waitFor()
    cable.mend()
    await connected(page).waitFor()
  })

  it('reloads the page when another simulator answers', async ({ playground, cable, browser }) => {
    // The page gives its queues back as it goes, and this simulator knows of none.
    playground.expectProblem(/400 .*\/api\/v1\/events/)
    playground.expectProblem(/net::ERR_/)
    const other = await openPlayground(browser)
    const page = await playground.blank({}, cable.url)
    await page.goto(cable.url)
    await connected(page).waitFor()
    cable.cut()
    await page.getByRole('status').filter({ hasText: 'connection lost' }).waitFor()
    const loaded = page.waitForEvent('load')
    cable.mend(other.simulator.url)
    await loaded
    await connected(page).waitFor()
    await page.getByText(`Another simulator answers at ${other.simulator.url} now`).waitFor()
    await other.close()
  })
})

const chip = (page: Parameters<typeof connected>[0]) => page.locator('.connection').textContent()
