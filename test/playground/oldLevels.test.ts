import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { columnOf } from './chat.js'
import { it as inBrowser, openPlayground } from './playground.js'
import { goTo } from './screens.js'

/** What there is to see of each part of the organisation, or the words in which it is said that there is nothing. */
const parts: Readonly<Record<string, string | RegExp>> = {
  users: 'Desdemona',
  bots: 'Yeast Counter',
  groups: 'bakers',
  channels: '#kitchen',
  folders: /^channelFolders\.list is there from feature level 389 on.* This server is of level/,
  linkifiers: /^https:\/\/tracker\.example\.com\/issue\//,
  emoji: ':croissant_dance:',
  fields: 'Phone',
  files: 'oven-manual.txt',
  scheduled: 'Lunch in ten minutes',
  server: /^What level \d+ can.t do yet/,
}

describe.skipIf(!hasBrowser)('the playground of a server', () => {
  for (const featureLevel of [0, 100, 200, 300]) {
    inBrowser(`of level ${featureLevel} has its chat, and says what the server has not`, async ({ browser }) => {
      const playground = await openPlayground(browser, { simulator: { featureLevel } })
      playground.expectProblem(/404 \(Not Found\).*\/channel_folders/)
      playground.expectProblem(/404 \(Not Found\).*\/calls\/ext_talk\/create/)
      const page = await playground.open('#/chat?c1=10:channel/2/lunch')
      await page.getByRole('link', { name: `level ${featureLevel}`, exact: true }).waitFor()
      const column = columnOf(page)
      await column.say('@**Echo** old bread')
      await column.message('old bread').waitFor()

      for (const [tab, seen] of Object.entries(parts)) {
        const hash = `#/organisation?tab=${tab}`
        await goTo(page, { hash, shown: () => page.getByRole('main').getByText(seen).filter({ visible: true }) })
      }
      await goTo(page, { hash: '#/organisation?tab=calls', shown: () => page.getByText('Name of the room') })
      await page.getByRole('textbox', { name: 'Name of the room' }).fill('Early shift')
      await page.getByRole('button', { name: 'Make a link' }).click()
      await page
        .getByText(/is there from feature level 465 on\. This server is of level/)
        .first()
        .waitFor()
      expect(await page.getByText('undefined').count()).toBe(0)
      await playground.close()
    })
  }
})
