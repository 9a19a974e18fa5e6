import type { Page } from 'playwright-core'
import type { Playground } from './playground.js'

/** Something of the service's API that is done in the page, as a reader does it. */
export interface Operation {
  readonly endpoint: string
  readonly does: string
  /** Where in the page it is done. */
  readonly place: string
  /** Does it, and waits until the page shows what came of it. */
  steps(page: Page, playground: Playground): Promise<unknown>
}

const organisation = (tab: string, id?: number) => `#/organisation?tab=${tab}${id === undefined ? '' : `&id=${id}`}`
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const openPart = (page: Page, title: string) => page.locator('summary').filter({ hasText: title }).click()
const row = (page: Page, name: string) => page.getByRole('listbox').getByRole('option').filter({ hasText: name })

/** Operations of the spec; what takes something away comes after those that need it. */
export const operations: readonly Operation[] = [
  {
    endpoint: 'scheduledMessages.edit',
    does: 'another time and text for a message that failed',
    place: organisation('scheduled', 2),
    async steps(page) {
      await page.getByRole('textbox', { name: 'Message' }).fill('Lock the front door')
      await button(page, 'Save').click()
      await row(page, 'Lock the front door').waitFor()
    },
  },
  {
    endpoint: 'linkifiers.list',
    does: 'linkifiers seen in the order in which they are applied',
    place: organisation('linkifiers'),
    steps: (page) => page.getByRole('list', { name: 'Linkifiers in order' }).getByRole('listitem').nth(2).waitFor(),
  },
  {
    endpoint: 'attachments.delete',
    does: 'a file deleted',
    place: organisation('files', 1),
    async steps(page) {
      await button(page, 'Delete').click()
      await row(page, 'oven-manual.txt').waitFor({ state: 'detached' })
    },
  },
  {
    endpoint: 'presence.list',
    does: 'presence of all people seen',
    place: organisation('users'),
    steps: (page) => row(page, 'Iago').getByRole('img', { name: 'active' }).waitFor(),
  },
  {
    endpoint: 'userGroups.deactivate',
    does: 'a group deactivated',
    place: organisation('groups', 22),
    async steps(page) {
      await button(page, 'Deactivate').click()
      await page.getByText('drivers is deactivated.').waitFor()
    },
  },
  {
    endpoint: 'linkifiers.reorder',
    does: 'another order for linkifiers, by keyboard',
    place: organisation('linkifiers'),
    async steps(page) {
      await page.getByRole('button', { name: /^ORDER-/ }).press('Alt+ArrowUp')
      await page.getByText(/ORDER-.* is now number 1 of 3\./).waitFor()
    },
  },
  {
    endpoint: 'emoji.list',
    does: "the organisation's own emoji seen",
    place: organisation('emoji'),
    steps: (page) => row(page, ':croissant_dance:').waitFor(),
  },
  {
    endpoint: 'streams.deleteTopic',
    does: 'a topic deleted',
    place: organisation('channels', 2),
    async steps(page) {
      await button(page, 'Delete the topic lunch').click()
      await page.getByText('The topic lunch is deleted.').waitFor()
      await button(page, 'Delete the topic lunch').waitFor({ state: 'detached' })
    },
  },
  {
    endpoint: 'users.deactivate',
    does: 'somebody deactivated, and what they wrote deleted',
    place: organisation('users', 12),
    async steps(page) {
      await openPart(page, 'Deactivate')
      await page.getByRole('checkbox', { name: 'Delete their messages in public channels' }).check()
      await button(page, 'Deactivate').click()
      await page.getByText('Othello is deactivated.').waitFor()
      await page.getByRole('heading', { name: 'Othello deactivated' }).waitFor()
    },
  },
]
