import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { inOnePage } from './playground.js'
import { goTo as goToPlace, placesOf } from './screens.js'

const it = inOnePage()

describe.skipIf(!hasBrowser)('by keyboard alone', () => {
  it('each key does one thing on a screen, and there are no more than fifteen', async ({
    shared: { playground, page },
  }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    const all = new Set<string>()
    for (const place of await placesOf(page)) {
      await goToPlace(page, place)
      const keys = await keysOf(page)
      expect(keys).toEqual(expect.arrayContaining(['?', expect.stringContaining('k')]))
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
      for (const key of keys) all.add(key)
    }
    expect(all.size).toBeLessThanOrEqual(15)
  })

  it('one opens a conversation and writes there at once, and no letter is taken for a command', async ({
    shared: { page, goTo },
  }) => {
    await goTo('#/chat')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lunch')
    await page.getByRole('option', { name: /^#kitchen › lunch/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Message #kitchen › lunch' })
    await field.and(page.locator(':focus')).waitFor()
    const before = await page.evaluate<string>('location.hash')
    await page.keyboard.type('new order 13 rye')
    expect([await field.inputValue(), await page.evaluate('location.hash')]).toEqual(['new order 13 rye', before])
  })

  it('one opens the menu of a message', async ({ shared: { page, goTo } }) => {
    await goTo('#/chat?c=10:channel/2/lunch')
    await page.getByRole('log').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: 'This message' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('article:focus').waitFor()
  })

  it('the palette does whatever has a name', async ({ shared: { page, goTo } }) => {
    await goTo('#/chat')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What to find or do' }).waitFor()
    await page.keyboard.type('deliveries')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('what is focused first leads past everything that is on each screen', async ({ playground }) => {
    const page = await playground.open('#/deliveries')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the contents')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })

  it('single keys are switched off for whoever speaks to a computer', async ({ playground }) => {
    const page = await playground.open('#/deliveries')
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything, or run a command' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})

/** The keys that the sheet of a screen shows. */
async function keysOf(page: Page): Promise<readonly string[]> {
  // Whoever opens a conversation writes there at once, as soon as it is there; what opens beside it changes nothing.
  if (/^#\/chat(?!.*&why=)/.test(await page.evaluate<string>('location.hash'))) {
    await page
      .getByRole('textbox', { name: /^Message / })
      .and(page.locator(':focus'))
      .waitFor()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await sheet.locator('dt').first().waitFor()
  const keys = await sheet.locator('dt').allTextContents()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  return keys
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
