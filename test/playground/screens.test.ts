import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { connected, it } from './playground.js'

describe.skipIf(!hasBrowser)('every screen of the playground', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is accessible as far as axe can tell, in the ${colorScheme} theme`, async ({ playground }) => {
      await playground.chat.as('hamlet').say('@**Echo** soup')
      const page = await playground.open('', { colorScheme })
      const found: Record<string, readonly string[]> = {}
      for (const screen of await screensOf(page)) {
        await show(page, screen)
        const violations = await violationsOf(page)
        if (violations.length > 0) found[screen] = violations
      }
      expect(found).toEqual({})
    })
  }

  it('fits into 400 pixels without scrolling sideways', async ({ playground }) => {
    await playground.chat.as('hamlet').say(`@**Echo** ${'Donaudampfschifffahrt'.repeat(40)}`)
    const page = await playground.open('', { viewport: { width: 400, height: 800 } })
    const widths: Record<string, number> = {}
    for (const screen of await screensOf(page)) {
      await show(page, screen)
      widths[screen] = await page.evaluate<number>('document.documentElement.scrollWidth')
    }
    expect(Object.values(widths).length).toBeGreaterThan(1)
    expect(Object.entries(widths).filter(([, width]) => width > 400)).toEqual([])
  })
})

/** Where the navigation leads. */
async function screensOf(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  return (await links.all()).length > 0 ? links.allTextContents() : []
}

async function show(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await connected(page).waitFor()
}
