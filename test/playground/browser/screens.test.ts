import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { it } from './playground.js'
import { goTo, placesOf } from './screens.js'

describe.skipIf(!hasBrowser)('each screen of the playground', () => {
  it('has no axe violations in both themes', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    const page = await playground.open()
    const found: Record<string, readonly string[]> = {}
    for (const place of await placesOf(page)) {
      await goTo(page, place)
      const violations = await violationsOf(page)
      if (violations.length > 0) found[place.hash] = violations
    }
    expect(found).toEqual({})
  })

  it('has no axe violations with the list of keys or the palette open', async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything, or run a command' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('fits 400 pixels without horizontal scrolling', async ({ playground }) => {
    await playground.chat.as('hamlet').say(`@**Echo** ${'Donaudampfschifffahrt'.repeat(40)}`)
    const page = await playground.open('', { viewport: { width: 400, height: 800 } })
    const wide: Record<string, number> = {}
    for (const place of await placesOf(page)) {
      await goTo(page, place)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (width > 400) wide[place.hash] = width
    }
    expect(wide).toEqual({})
  })
})
