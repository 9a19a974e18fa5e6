import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { it } from './playground.js'
import { goTo, placesOf } from './screens.js'

describe.skipIf(!hasBrowser)('by keyboard alone', () => {
  it('one goes from screen to screen, and finds out by which keys', async ({ page }) => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.getByText('Deliveries', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Chat' }).waitFor()
  })

  it('each key does one thing on a screen, and not two', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    const page = await playground.open()
    for (const place of await placesOf(page)) {
      await goTo(page, place)
      const keys = await keysOf(page)
      expect(keys.length).toBeGreaterThan(8)
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
      // One that others begin with would act before they are complete.
      expect(keys.filter((key) => keys.some((other) => other.startsWith(`${key} `)))).toEqual([])
    }
  })

  it('the palette does whatever has a name', async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What to do' }).waitFor()
    await page.keyboard.type('deliver')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('what is focused first leads past everything that is on each screen', async ({ page }) => {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the contents')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })

  it('single keys are switched off for whoever speaks to a computer', async ({ page }) => {
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: 'Single keys do something' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Do anything' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await page.evaluate('location.hash')).not.toContain('deliveries')
  })
})

/** The keys that the sheet of a screen shows. */
async function keysOf(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await sheet.locator('dt').first().waitFor()
  const keys = await sheet.locator('dt').allTextContents()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  return keys
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
