import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it, openPlayground } from './playground.js'

const storm = { channel: 'kitchen', topic: 'storm' }
/** Many times what is drawn, which is 240 messages or 60 rows, in either size. */
const many = process.env.EARSHOT_TESTS === 'full' ? 5_000 : 1_200

describe.skipIf(!hasBrowser)('under load', () => {
  it('the chat draws few of many messages, shows the last, and can be written in', async ({ playground }) => {
    const { simulator } = playground
    const page = await playground.open('#/chat?c=10:channel/2/storm')
    const { messages, message, say } = conversationOf(page)
    for (let count = 1; count <= many; count += 1) simulator.say('iago', storm, `drop ${count}`)
    await message(`drop ${many}`).waitFor()
    expect(await messages.getByRole('article').count()).toBeLessThanOrEqual(240)
    await say('@**Echo** umbrella')
    await message('umbrella').waitFor()

    for (let page_ = 0; page_ < 12; page_ += 1) await messages.evaluate((view) => view.scrollTo(0, 0))
    expect(await messages.getByRole('article').count()).toBeLessThanOrEqual(240)
    await page.getByRole('button', { name: 'To the newest' }).click()
    await message('umbrella').waitFor()
  })

  it('the open topic draws each of 1,000 messages at most once, few at a time', async ({ playground }) => {
    const { simulator } = playground
    const page = await playground.open('#/chat?c=10:channel/2/storm')
    const { messages, message } = conversationOf(page)
    simulator.say('iago', storm, 'the first drop')
    await message('the first drop').waitFor()
    await page.evaluate(countDrawn)
    for (let count = 1; count <= 1_000; count += 1) simulator.say('iago', storm, `drop ${count}`)
    await message('drop 1000').waitFor()
    const { drawn, renders, most } = await page.evaluate<Counts>('counts')
    expect(drawn).toBeLessThanOrEqual(1_000)
    expect(renders).toBeLessThanOrEqual(200)
    // What a frame has to draw is what a long task would be made of.
    expect(most).toBeLessThanOrEqual(30)
    expect(await messages.getByRole('article').count()).toBeLessThanOrEqual(240)
  })

  it('the list of deliveries draws those in sight, counts all, and finds one', async ({ playground }) => {
    const { simulator } = playground
    const page = await playground.open('#/deliveries')
    for (let count = 1; count <= many; count += 1) simulator.say('iago', { to: ['echo'] }, `drop ${count}`)
    await simulator.idle()
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${many}$`) })
      .waitFor()
    expect(await rows(page).count()).toBeLessThanOrEqual(60)
    // The newest stay in sight.
    await page.getByRole('option', { name: new RegExp(`^${many} `) }).waitFor()

    await page.getByRole('searchbox', { name: 'Search deliveries' }).fill(`"drop ${many - 55}"`)
    await page
      .getByRole('status')
      .filter({ hasText: `1 of ${many}` })
      .waitFor()
    await rows(page).click()
    await page.getByRole('heading', { name: `Delivery ${many - 55} to Echo` }).waitFor()
  })

  it('the list of calls draws those in sight, and counts all', async ({ playground }) => {
    const { simulator } = playground
    const page = await playground.open('#/calls')
    for (let count = 1; count <= many; count += 1) simulator.say('iago', storm, `drop ${count}`)
    await page
      .getByRole('status')
      .filter({ hasText: new RegExp(`^${many}$`) })
      .waitFor()
    expect(await rows(page).count()).toBeLessThanOrEqual(60)
  })
})

describe.skipIf(!hasBrowser)('a message of 10 MB', () => {
  it('in a delivery is shown truncated', async ({ playground }) => {
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
    await page.getByRole('textbox', { name: 'The body' }).getByText('@**Echo** flour').first().waitFor()
    await page.evaluate(`location.hash = '#/chat?c=10:channel/2/lunch'`)
    await conversationOf(page).say('and salt')
    await conversationOf(page).message('and salt').waitFor()
  })

  it('in the chat is shown truncated', async ({ browser }) => {
    const playground = await openPlayground(browser, {
      simulator: { assumptions: { messageLength: 20_000_000 } },
    })
    const { simulator } = playground
    const page = await playground.open('#/chat?c=10:channel/2/lunch')
    simulator.say('iago', { channel: 'kitchen', topic: 'lunch' }, 'flour '.repeat(1_700_000))
    await page.getByText('This message is too long to be formatted').waitFor()
    expect(await page.evaluate<number>('document.body.innerText.length')).toBeLessThan(50_000)
    await conversationOf(page).say('and salt')
    await conversationOf(page).message('and salt').waitFor()
    await page.reload()
    await page.getByText('This message is too long to be formatted').waitFor()
    await conversationOf(page).message('and salt').waitFor()
    await playground.close()
  })
})

const rows = (page: Page) => page.getByRole('listbox').getByRole('option')

interface Counts {
  readonly drawn: number
  /** In how many goes, and how many in one of them at most. */
  readonly renders: number
  readonly most: number
}

/** Begins to count the messages that the page draws. */
const countDrawn = `
  globalThis.counts = { drawn: 0, renders: 0, most: 0 }
  new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ addedNodes }) => [...addedNodes])
    const added = nodes.filter((node) => node.tagName === 'ARTICLE').length
    counts.drawn += added
    counts.renders += 1
    counts.most = Math.max(counts.most, added)
  }).observe(document.querySelector('[role=log]'), { childList: true, subtree: true })
`
