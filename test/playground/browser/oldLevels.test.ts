import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it } from './playground.js'
import { goTo } from './screens.js'

/** What there is to see of each part of the organisation, or the words in which it is said that there is nothing. */
const parts: Readonly<Record<string, string | RegExp>> = {
  users: 'Desdemona',
  bots: 'Yeast Counter',
  channels: '#kitchen',
}

describe.skipIf(!hasBrowser)('the playground with an old server', () => {
  it('shows the chat and the lists at each level', async ({ playground }) => {
    const page = await playground.open('#/chat?c=10:channel/2/lunch')
    for (const featureLevel of [0, 100, 200, 300]) {
      playground.simulator.setFeatureLevel(featureLevel)
      await goTo(page, { hash: '#/chat?c=10:channel/2/lunch', shown: () => conversationOf(page).message('Soup?') })
      await page.getByTitle(`Feature level ${featureLevel}`, { exact: true }).waitFor()
      await conversationOf(page).say(`@**Echo** bread of ${featureLevel}`)
      await conversationOf(page).message(`bread of ${featureLevel}`).waitFor()
      for (const [tab, seen] of Object.entries(parts)) {
        const hash = `#/organisation?tab=${tab}`
        await goTo(page, { hash, shown: () => page.getByRole('main').getByText(seen).filter({ visible: true }) })
      }
      expect(await page.getByText('undefined').count()).toBe(0)
    }
  })
})
