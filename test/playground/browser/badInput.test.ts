import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { columnOf } from './chat.js'
import { connected, inOnePage, it, openPlayground } from './playground.js'

const itInOnePage = inOnePage()

const rows = (page: Page) => page.locator('.org-list').getByRole('option')

describe.skipIf(!hasBrowser)('a page that is open while', () => {
  it('a message of 10 MB is delivered shows its beginning, and goes on', async ({ playground }) => {
    const { simulator, chat } = playground
    const page = await playground.open('#/deliveries')
    simulator.faults.add('the next delivery carries 10000000 characters of content')
    await chat.as('hamlet').say('@**Echo** flour')
    await page.getByRole('option').first().waitFor()
    for (const tab of ['', 'request', 'response', 'diff']) {
      await page.evaluate(`location.hash = '#/deliveries?d=1&tab=${tab}'`)
      await page.getByRole('heading', { name: 'Delivery 1 to Echo' }).waitFor()
      const length = await page.evaluate<number>('document.body.innerText.length')
      expect([tab, length < 500_000]).toEqual([tab, true])
    }
    await page.evaluate(`location.hash = '#/deliveries?d=1&tab=request'`)
    await page
      .getByRole('button', { name: /more characters/ })
      .first()
      .waitFor()
    await page.evaluate(`location.hash = '#/chat?c1=10:channel/2/lunch'`)
    await columnOf(page).say('and salt')
    await columnOf(page).message('and salt').waitFor()
  })

  it('a message of 10 MB is written shows its beginning, and goes on', async ({ browser }) => {
    const playground = await openPlayground(browser, {
      simulator: { assumptions: { messageLength: 20_000_000 } },
    })
    const { simulator } = playground
    const page = await playground.open('#/chat?c1=10:channel/2/lunch')
    simulator.say('iago', { channel: 'kitchen', topic: 'lunch' }, 'flour '.repeat(1_700_000))
    await page.getByText('This message is too long to be formatted').waitFor()
    expect(await page.evaluate<number>('document.body.innerText.length')).toBeLessThan(10_000)
    await columnOf(page).say('and salt')
    await columnOf(page).message('and salt').waitFor()
    await page.reload()
    await page.getByText('This message is too long to be formatted').waitFor()
    await columnOf(page).message('and salt').waitFor()
    await playground.close()
  })

  it('the organisation is replaced goes on with the new one', async ({ playground }) => {
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

  itInOnePage('a bot that acts gets another key goes on with that', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    await goTo('#/organisation?tab=channels&as=21')
    await rows(page).first().waitFor()
    const caller = simulator.realm.account('iago')
    simulator.realm.call('bots.regenerateKey', caller, { bot_id: 21 }, { client: 'website' })
    await page.getByRole('link', { name: 'Users' }).click()
    await rows(page).filter({ hasText: 'Hamlet' }).waitFor()
  })

  itInOnePage('deliveries are held says so on every screen', async ({ shared: { playground, page, goTo } }) => {
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
