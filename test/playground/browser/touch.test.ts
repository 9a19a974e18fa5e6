import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it } from './playground.js'

const phone = { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true }
const places = [
  ...['#/chat?c=10:channel/2/lunch&d=off', '#/chat?c=10:dm/20&d=off', '#/deliveries', '#/deliveries?d=1'],
  ...['#/organisation?tab=bots', '#/organisation?tab=bots&id=20'],
]

/** The controls that are lower than a finger needs, by their names. */
const low = (page: Page) =>
  page.evaluate<
    string[]
  >(`[...document.querySelectorAll('button, select, input, textarea, summary, nav a, section > a, [role=option]')]
    .filter((one) => one.checkVisibility({ opacityProperty: true }) && one.type !== 'checkbox' && !one.matches('.skip, .link'))
    .filter((one) => !one.closest('.message-actions') && one.getBoundingClientRect().height < 40)
    .map((one) => one.ariaLabel || one.title || one.textContent)`)

describe.skipIf(!hasBrowser)('on a screen for fingers, 400 pixels wide', () => {
  it('every control is 40 pixels high, and a field has text of 16', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup', { channel: 'kitchen', topic: 'lunch' })
    for (const place of places) {
      const page = await playground.open(place, phone)
      // Narrow, a list makes room for what is chosen.
      await page
        .locator('[role=option]:visible, [role=tab]:visible, article, .first-steps, .card form')
        .first()
        .waitFor()
      expect(await low(page), place).toEqual([])
      const field = page.locator('textarea, input[type=search], input[type=text]').first()
      expect(await field.evaluate((one) => one.computedStyleMap().get('font-size')?.toString()), place).toBe('16px')
      expect(await violationsOf(page)).toEqual([])
    }
  })

  it('the buttons of code cover none of it', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup', { channel: 'kitchen', topic: 'lunch' })
    const page = await playground.open('#/deliveries?d=1', phone)
    const copy = page.getByRole('region', { name: 'Response' }).getByRole('button', { name: 'Copy' })
    const code = page.getByRole('region', { name: 'Response' }).getByText('{').first()
    await code.waitFor()
    const [above, below] = [await copy.boundingBox(), await code.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })

  it('a message has no buttons over its text, and a tap on it opens its menu at the bottom', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup', { channel: 'kitchen', topic: 'lunch' })
    const page = await playground.open('#/chat?c=10:channel/2/lunch&d=off', phone)
    const message = conversationOf(page).message('soup')
    const actions = message.locator('.message-actions')
    expect(await actions.evaluate((one) => one.checkVisibility({ opacityProperty: true }))).toBe(false)
    await message.getByText('soup', { exact: true }).tap()
    const menu = page.getByRole('menu', { name: 'More actions' })
    await menu.waitFor()
    const { y = 0, height = 0, width = 0 } = (await menu.boundingBox()) ?? {}
    expect([Math.round(y + height) > 780, width > 380]).toEqual([true, true])
    await menu.getByRole('menuitem', { name: 'Why?' }).tap()
    await page.getByRole('heading', { name: /^Whom message \d+ reached/ }).waitFor()
  })
})
