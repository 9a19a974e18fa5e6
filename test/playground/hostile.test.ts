import type { TestBotOptions } from 'earshot/testing'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { hostile, hostileBakery } from './hostile.js'
import { it as inBrowser } from './playground.js'
import { screensOf, show } from './screens.js'

const it = inBrowser.extend<{ options: TestBotOptions }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing else is needed.
  options: async ({}, use) => use({ simulator: { organisation: hostileBakery } }),
})

describe.skipIf(!hasBrowser)('hostile content', () => {
  it('stays text on every screen, runs nothing and asks nobody for anything', async ({ playground }) => {
    const { simulator } = playground
    for (const [name, text] of Object.entries(hostile)) {
      simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, text)
      simulator.say(
        'hamlet',
        { channel: 'kitchen', topic: text.slice(0, 50) },
        `@**Echo** ${name}: ${text}`.slice(0, 10_000),
      )
    }
    simulator.say('hamlet', { to: ['echo'] }, 'HACK-1 TAG-2')
    await simulator.idle()

    for (const viewport of [undefined, { width: 400, height: 800 }]) {
      const page = await playground.open('', viewport && { viewport })
      for (const screen of await screensOf(page)) {
        await show(page, screen)
        await expectHarmless(page)
        for (const option of await page.getByRole('option').all()) {
          if (!(await option.isVisible())) continue
          await option.click()
          await expectHarmless(page)
          break
        }
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport?.width ?? 1440)
    }
  })
})

/** Nothing in the page is of the hostile's making: nothing ran, and there is no element or address to press. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate<readonly string[]>(`[
    ...('pwned' in globalThis ? ['it ran'] : []),
    ...[...document.querySelectorAll('#app script, #app style, #app iframe, #app object, #app base, #app foreignObject')]
      .map((element) => element.outerHTML),
    ...[...document.querySelectorAll('#app *')].flatMap((element) => [...element.attributes]
      .filter(({ name, value }) => /^on/.test(name) || /^\\s*(javascript|data:text)/i.test(value) && /href|src|action/.test(name))
      .map(({ name, value }) => element.tagName + ' ' + name + '=' + value)),
  ]`)
  expect(found).toEqual([])
}
