import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { it } from './playground.js'
import { screensOf, show } from './screens.js'

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
