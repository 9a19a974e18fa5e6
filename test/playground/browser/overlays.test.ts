import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it as inBrowser, openPlayground, type Playground } from './playground.js'
import { goTo } from './screens.js'

interface Overlay {
  readonly what: string
  readonly place: string
  readonly width?: number
  open(page: Page, playground: Playground): Promise<unknown>
}

const chat = '#/chat?c=10:channel/2/lunch'
/** What lies over the screen, which is tried by itself. */
const overlaid = 'dialog[open], :popover-open:not(.notices), .message-edit, .suggestions'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()
const dialogue = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name }).waitFor()

async function fromMenu(page: Page, item: RegExp, text = 'Soup.'): Promise<void> {
  const message = conversationOf(page).message(text)
  await message.hover()
  await message.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const overlays: readonly Overlay[] = [
  {
    what: 'the menu of a message',
    place: chat,
    async open(page) {
      await conversationOf(page).message('Soup.').hover()
      await conversationOf(page).message('Soup.').getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    what: 'editing a message',
    place: chat,
    open: (page) =>
      fromMenu(page, /^Edit\b/).then(() => page.getByRole('form', { name: 'Edit the message' }).waitFor()),
  },
  {
    what: 'the emoji picker',
    place: chat,
    open: (page) => fromMenu(page, /^React/).then(() => page.getByRole('group', { name: 'Emoji' }).waitFor()),
  },
  {
    what: 'the suggestions for a mention',
    place: chat,
    async open(page) {
      await page.getByRole('textbox', { name: /^Message/ }).pressSequentially('@o')
      await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
    },
  },
  {
    what: 'the dialogue for saving a test',
    place: chat,
    open: (page) => button(page, 'Save as a test').then(() => dialogue(page, 'Save as a test')),
  },
  {
    what: 'the conversations on a narrow screen',
    place: chat,
    width: 400,
    open: (page) => button(page, /Conversations/).then(() => dialogue(page, 'Conversations')),
  },
  {
    what: 'checkpoints',
    place: chat,
    async open(page) {
      await button(page, 'Checkpoints')
      await button(page, 'Save a checkpoint')
      await page.getByRole('button', { name: /^Restore/ }).waitFor()
    },
  },
  {
    what: 'the version of the server',
    place: chat,
    open: (page) => button(page, /^Server \d/).then(() => page.getByPlaceholder(/0 to \d+$/).waitFor()),
  },
  { what: 'the pending timers', place: chat, open: (page) => button(page, /^Next timer in/) },
  {
    what: 'the menu for holding deliveries',
    place: '#/deliveries',
    open: (page) => button(page, 'Hold').then(() => page.getByRole('checkbox', { name: 'Echo' }).waitFor()),
  },
]

/** Pages by their width, which all tests of the file share: each is left with nothing open, and gone to anew from elsewhere. */
const it = inBrowser.extend<{ pageOf: (overlay: Overlay) => Promise<{ page: Page; playground: Playground }> }>({
  pageOf: [
    async ({ browser }, use) => {
      const playground = await openPlayground(browser)
      const pages = new Map<number, Page>()
      await use(async ({ place, width = 1440 }) => {
        const viewport = { width, height: width < 500 ? 800 : 900 }
        const page = pages.get(width) ?? (await playground.open('#/faults', { viewport }))
        pages.set(width, page)
        await page.keyboard.press('Escape')
        await goTo(page, { hash: '#/faults', shown: () => page.getByRole('heading', { level: 1, name: 'Faults' }) })
        await page.locator('dialog[open], :popover-open:not(.notices)').waitFor({ state: 'detached' })
        await goTo(page, { hash: place, shown: () => conversation(page).or(page.getByRole('listbox')) })
        return { page, playground }
      })
      await playground.close()
    },
    { scope: 'file' },
  ],
})

const conversation = (page: Page) => page.getByRole('region', { name: /^Conversation, / })

describe.skipIf(!hasBrowser)('overlays of the playground have no axe violations in both themes:', () => {
  for (const overlay of overlays) {
    it(overlay.what, async ({ pageOf }) => {
      const { page, playground } = await pageOf(overlay)
      await overlay.open(page, playground)
      expect(await violationsOf(page, overlaid)).toEqual([])
    })
  }
})
