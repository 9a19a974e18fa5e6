import type { Page, ViewportSize } from 'playwright-core'
import type { Playground } from './playground.js'

/** Something of the service's API that is done in the page, as a reader does it. */
export interface Operation {
  readonly endpoint: string
  readonly does: string
  /** Where in the page it is done. */
  readonly place: string
  readonly viewport?: ViewportSize
  /** Does it, and waits until the page shows what came of it. */
  steps(page: Page, playground: Playground): Promise<unknown>
}

const organisation = (tab: string, id?: number) => `#/organisation?tab=${tab}${id === undefined ? '' : `&id=${id}`}`
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const openPart = (page: Page, title: string) => page.locator('summary').filter({ hasText: title }).click()
const row = (page: Page, name: string) => page.getByRole('listbox').getByRole('option').filter({ hasText: name })

/** Every operation of the spec, in its order. */
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
    endpoint: 'topics.setVisibility',
    does: 'a topic followed',
    place: '#/chat?c1=10:channel/2/lunch',
    async steps(page) {
      await page.getByRole('button', { name: 'lunch', exact: true }).click()
      await page.getByRole('menu').getByText('Follow', { exact: true }).click()
      await page.getByText('followed', { exact: true }).first().waitFor()
    },
  },
  {
    endpoint: 'topics.setMuted',
    does: 'a topic muted, as old servers have it',
    place: '#/chat?c1=10:channel/2/lunch',
    async steps(page, { simulator, expectProblem }) {
      expectProblem(/404 \(Not Found\)/)
      simulator.setFeatureLevel(100)
      await page.getByRole('link', { name: 'level 100' }).waitFor()
      await page.getByRole('button', { name: 'lunch', exact: true }).click()
      await page.getByRole('menu').getByText('Mute', { exact: true }).click()
      await page.getByText('topic muted', { exact: true }).first().waitFor()
    },
  },
  {
    endpoint: 'users.getByEmail',
    does: 'somebody looked up by address',
    place: organisation('users'),
    async steps(page) {
      await page.getByRole('form', { name: 'Look somebody up' }).getByRole('textbox').fill('hamlet@example.com')
      await button(page, 'Look up').click()
      await page.getByRole('heading', { name: 'Hamlet' }).waitFor()
    },
  },
  {
    endpoint: 'users.setStatus',
    does: 'a status for somebody else',
    place: organisation('users', 10),
    async steps(page) {
      await openPart(page, 'Set the status')
      await page.getByRole('textbox', { name: 'Text' }).fill('proofing')
      await button(page, 'Set').click()
      await row(page, 'proofing').waitFor()
    },
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
  {
    endpoint: 'userGroups.isMember',
    does: 'the question whether somebody is in a group',
    place: organisation('groups', 20),
    async steps(page) {
      await openPart(page, 'Is somebody a member?')
      await page.getByRole('combobox', { name: 'Who', exact: true }).selectOption({ label: 'Othello' })
      await button(page, 'Ask').click()
      await page.getByText('Othello is a member of bakers.').waitFor()
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
    endpoint: 'users.mute',
    does: 'somebody muted',
    place: '#/chat?c1=10:channel/2/lunch',
    async steps(page) {
      await page.getByRole('button', { name: 'About Othello' }).first().click()
      await page.getByRole('button', { name: 'Mute', exact: true }).click()
      await page.getByText('Othello is muted.').waitFor()
      await page.getByText('Soup?', { exact: true }).waitFor({ state: 'detached' })
    },
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
    endpoint: 'profileFields.reorder',
    does: 'another order for profile fields, by keyboard',
    place: organisation('fields'),
    async steps(page) {
      await page.getByRole('button', { name: /^Phone/ }).press('Alt+ArrowDown')
      await page.getByText('Phone is now number 2 of 4.').waitFor()
    },
  },
  {
    endpoint: 'channelFolders.list',
    does: 'folders seen in their order, archived ones too',
    place: organisation('folders'),
    steps: (page) => page.getByRole('button', { name: /^Closed branch archived/ }).waitFor(),
  },
  {
    endpoint: 'calls.create',
    does: 'a link to a video call',
    place: organisation('calls'),
    async steps(page) {
      await page.getByRole('textbox', { name: 'Name of the room' }).fill('Early shift')
      await button(page, 'Make a link').click()
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Early shift' })
        .getByText(/^https?:/)
        .waitFor()
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
    endpoint: 'outgoingWebhook.latest',
    does: 'what was last posted to a bot, asked as the bot',
    place: organisation('bots', 20),
    async steps(page, { chat }) {
      await chat.as('hamlet').say('@**Echo** soup')
      await openPart(page, 'Latest notification')
      await button(page, 'Ask as Echo').click()
      await page.getByText('"@**Echo** soup"').first().waitFor()
    },
  },
  {
    endpoint: 'server.settings',
    does: 'what the server says of itself',
    place: organisation('server'),
    steps: (page) => page.getByText('svc_feature_level', { exact: true }).waitFor(),
  },
]
