import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { inOnePage } from './playground.js'
import { goTo as go, placesOf } from './screens.js'

const it = inOnePage()

const lunch = '#/chat?c=10:channel/2/lunch'
const isCut = (one: { readonly scrollWidth: number; readonly clientWidth: number }) => one.scrollWidth > one.clientWidth
const leftOf = async (one: Locator) => Math.round((await one.boundingBox())?.x ?? -1)
const ofChosen = `getComputedStyle(document.querySelector('.row-list-row[aria-selected=true]')).backgroundColor`

describe.skipIf(!hasBrowser)('the layout of the playground', () => {
  it('never scrolls the page itself, at 1366 by 768 pixels', async ({ shared: { playground, page } }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    await page.setViewportSize({ width: 1366, height: 768 })
    const scrolled: string[] = []
    for (const place of await placesOf(page)) {
      await go(page, place)
      const [height, width] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
      )
      if (height > 768 || width > 1366) scrolled.push(`${place.hash}: ${width} by ${height}`)
    }
    expect(scrolled).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('has four pixels above and below each message', async ({ shared: { page, goTo } }) => {
    await goTo(lunch)
    const message = page.getByRole('article').first()
    await message.waitFor()
    const paddings = await message.evaluate((one) =>
      ['padding-top', 'padding-bottom'].map((side) => one.computedStyleMap().get(side)?.toString()),
    )
    expect(paddings).toEqual(['4px', '4px'])
  })

  it('has controls of one height, 24 pixels, above each list', async ({ shared: { playground, page, goTo } }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    const lists = ['deliveries', 'deliveries?of=events', 'calls', 'organisation?tab=users', 'organisation?tab=channels']
    for (const list of lists) {
      await goTo(`#/${list}`)
      const controls = page.getByRole('main').locator('.head').last().locator('button, input, select')
      await controls.first().waitFor()
      const heights = await controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect([list, ...new Set(heights)]).toEqual([list, 24])
    }
  })

  it('cuts no name of the organisation, also beside what is chosen, and says which bots are not posted to', async ({
    shared: { page, goTo },
  }) => {
    const cut: (string | null)[] = []
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 768 })
      for (const place of ['users', 'bots', 'channels', 'bots&id=20', 'channels&id=2']) {
        await goTo(`#/organisation?tab=${place}`)
        const names = page.getByRole('main').getByRole('option').locator(':scope > :first-child')
        await names.first().waitFor()
        for (const name of await names.all()) if (await name.evaluate(isCut)) cut.push(await name.textContent())
      }
    }
    expect(cut).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo('#/organisation?tab=bots')
    await page
      .getByRole('option', { name: /generic calls the API only$/ })
      .first()
      .waitFor()
  })

  it('has one head above a delivery beside the chat, whose facts never end a line with their separator', async ({
    shared: { playground, page, goTo },
  }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup', { channel: 'kitchen', topic: 'lunch' })
    await goTo(lunch)
    const panel = page.getByRole('complementary', { name: 'Inspector' })
    await panel.getByRole('heading', { name: /^Delivery/ }).waitFor()
    expect(await panel.locator('header').count()).toBe(1)
    expect(await panel.textContent()).not.toMatch(/Follows this conversation|It is a reply/)
    await page.setViewportSize({ width: 1024, height: 768 })
    const strip = panel.locator('.fact-strip')
    // That of the first in a line is what is cut away.
    const { cut, lines } = await strip.evaluate((list) => {
      const { left } = list.getBoundingClientRect()
      const facts = [...list.children].map((one) => one.getBoundingClientRect())
      const firsts = facts.filter((fact, at) => fact.top > (facts[at - 1]?.top ?? -1))
      const isCut = firsts.every((fact) => fact.left === left)
      return { cut: isCut && list.computedStyleMap().get('clip-path')?.toString(), lines: firsts.length }
    })
    expect([cut, lines > 1]).toEqual(['inset(0px 0px 0px 12px)', true])
    await page.setViewportSize({ width: 1440, height: 900 })
    const clock = page.getByRole('combobox', { name: 'Clock' })
    const colour = await clock.evaluate((one) => one.computedStyleMap().get('border-top-color')?.toString())
    expect(colour).toBe('rgba(0, 0, 0, 0)')
  })

  it('shows a chosen bot at 400 pixels, and the list again when it is closed', async ({ shared: { page, goTo } }) => {
    await page.setViewportSize({ width: 400, height: 800 })
    await goTo('#/organisation?tab=bots')
    await page.getByRole('listbox').getByRole('option', { name: /^Echo/ }).click()
    const chosen = page.getByRole('region', { name: 'What is chosen' })
    const box = await chosen.boundingBox()
    expect(box?.y).toBeLessThan(200)
    expect(box?.width).toBe(400)
    await chosen.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('listbox').getByRole('option', { name: /^Echo/ }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('keeps the titles of a long list above its columns, and a chosen row marked under the pointer', async ({
    shared: { playground, page, goTo },
  }) => {
    for (let count = 1; count <= 60; count += 1) playground.simulator.say('iago', { to: ['echo'] }, `loaf ${count}`)
    await playground.simulator.idle()
    await goTo('#/deliveries')
    const row = page.getByRole('listbox').getByRole('option').last()
    await row.waitFor()
    const titles = page.locator('.row-list-head > span')
    const cells = row.locator(':scope > span')
    for (const column of [0, 3, 5]) expect(await leftOf(cells.nth(column))).toBe(await leftOf(titles.nth(column)))
    await row.click()
    const chosen = page.getByRole('listbox').getByRole('option', { selected: true })
    await page.mouse.move(0, 0)
    const before = await page.evaluate<string>(ofChosen)
    await chosen.hover()
    expect(await page.evaluate<string>(ofChosen)).toBe(before)
  })

  it('moves no tab when another is chosen', async ({ shared: { page, goTo } }) => {
    await goTo('#/deliveries?d=1')
    const last = page.getByRole('tab').last()
    const before = await leftOf(last)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      expect(await leftOf(last)).toBe(before)
    }
  })

  it('cuts a long topic in the heading, and never the name of its channel', async ({ shared: { page, goTo } }) => {
    await goTo(`#/chat?c=10:channel/2/${'rye bread and rolls '.repeat(3)}`)
    const where = page.getByRole('heading', { level: 2, name: /^#kitchen/ })
    await page.setViewportSize({ width: 1024, height: 768 })
    expect(await where.getByRole('button').evaluate(isCut)).toBe(false)
    expect(await where.locator('.topic').evaluate(isCut)).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('shows a notice above a dialogue', async ({ shared: { playground, page, goTo } }) => {
    await goTo(lunch)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything, or run a command' }).waitFor()
    await playground.simulator.fetch(`${playground.simulator.url}/sim/notices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tone: 'bad', text: 'The oven is cold.' }),
    })
    const notice = page.locator('.notice').filter({ hasText: 'The oven is cold.' })
    await notice.waitFor()
    const { x = 0, y = 0, width = 0, height = 0 } = (await notice.boundingBox()) ?? {}
    // Without its corners, behind which the page is.
    const clip = { x: x + 8, y: y + 8, width: width - 16, height: height - 16 }
    const picture = async () => (await page.screenshot({ clip })).toString('base64')
    const overDialogue = await picture()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await picture()).toBe(overDialogue)
  })

  it('gives the focus back to the field when a dialogue closes', async ({ shared: { page, goTo } }) => {
    await goTo(lunch)
    const field = page.getByRole('textbox', { name: 'Message #kitchen › lunch' }).and(page.locator(':focus'))
    await field.waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor()
  })

  it('fits 400 pixels with an armed fault and held deliveries', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    const post = (path: string, body: object) =>
      simulator.fetch(`${simulator.url}/sim${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('/faults', { fault: 'the next delivery is answered with 500' })
    await post('/deliveries/hold', {})
    await page.setViewportSize({ width: 400, height: 800 })
    await goTo('#/deliveries')
    await page.getByRole('button', { name: 'Disarm' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Disarm' }).click()
    await post('/deliveries/let-go', {})
  })

  it('has one stop for Tab in the sidebar, and arrows that move in it', async ({ shared: { page, goTo } }) => {
    await goTo(lunch)
    const sidebar = page.getByRole('navigation', { name: 'Conversations' })
    await sidebar.getByRole('button', { name: 'lunch' }).waitFor()
    const stops = sidebar.locator('button.line:not([tabindex="-1"])')
    expect(await stops.count()).toBe(1)
    await stops.focus()
    await page.keyboard.press('Home')
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowDown')
    const name = (await page.locator(':focus').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await page
      .getByRole('textbox', { name: /^Message/ })
      .and(page.locator(':focus'))
      .waitFor()
    await sidebar.locator('[aria-current]').filter({ hasText: name }).first().waitFor()
    expect(await conversationOf(page).messages.count()).toBe(1)
  })
})
