import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { connected, inOnePage, it } from './playground.js'

const itInOnePage = inOnePage()

const rows = (page: Page) => page.locator('.org-list').getByRole('option')

describe.skipIf(!hasBrowser)('a page that is open', () => {
  it('shows the new organisation after the seed was replaced', async ({ playground }) => {
    const { simulator } = playground
    playground.expectProblem(/401 \(Unauthorized\)/)
    const page = await playground.open('#/organisation?tab=users')
    await rows(page).filter({ hasText: 'Hamlet' }).waitFor()
    const seed = { name: 'Mill', users: [{ full_name: 'Miller', role: 'owner' }] }
    const answer = await simulator.fetch(`${simulator.url}/sim/seed`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seed }),
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
    await rows(page).filter({ hasText: 'Miller' }).waitFor()
    await rows(page).filter({ hasText: 'Hamlet' }).waitFor({ state: 'detached' })
  })

  itInOnePage('says on every screen that deliveries are held', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    await goTo('#/organisation')
    const post = (path: string) =>
      simulator.fetch(`${simulator.url}/sim/deliveries/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    await post('hold')
    await page.getByRole('link', { name: 'holding all deliveries' }).waitFor()
    await post('let-go')
    await page.getByRole('link', { name: /^holding/ }).waitFor({ state: 'detached' })
    await connected(page).waitFor()
  })
})
