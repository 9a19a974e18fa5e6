import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { inOnePage } from './playground.js'

const it = inOnePage()

const place = (tab: string, id?: number, as = 8) =>
  `#/organisation?${new URLSearchParams({ tab, as: String(as), ...(id !== undefined && { id: String(id) }) })}`
const rows = (page: Page) => page.locator('.org-list').getByRole('option')
const detail = (page: Page) => page.getByRole('region', { name: 'What is chosen' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const told = (page: Page, text: string | RegExp) => page.locator('.notices').getByText(text)
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

describe.skipIf(!hasBrowser)('the organisation in the playground', () => {
  it('shows each of what it lists', async ({ shared: { page, goTo } }) => {
    for (const tab of ['users', 'bots', 'groups', 'channels', 'emoji', 'files', 'scheduled']) {
      await goTo(place(tab))
      await rows(page).first().waitFor()
      for (const row of await rows(page).all()) {
        await row.click()
        await detail(page).getByRole('heading', { level: 3 }).waitFor()
        expect(await detail(page).getByRole('heading', { level: 3 }).textContent()).not.toBe('')
      }
    }
  })

  it('is searched by words', async ({ shared: { page, goTo } }) => {
    await goTo(`${place('users')}&q=owner`)
    await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringContaining('Desdemona')])
    await page.getByRole('heading', { name: /^Users 1 of \d+/ }).waitFor()
    await page.getByRole('searchbox').fill('nobody at all')
    await page.getByText('Nothing here matches nobody at all.').waitFor()
  })

  it('hides from whoever acts what the service hides, and says why where it refuses', async ({
    shared: { page, goTo },
  }) => {
    await goTo(place('users', 11, 10))
    await detail(page).getByText('hidden from Hamlet').waitFor()
    await goTo(place('users', 11, 8))
    await detail(page).getByText('cordelia').first().waitFor()
    expect(await detail(page).getByText('hidden').count()).toBe(0)
    await goTo(place('groups', undefined, 13))
    await page.getByText('Not allowed for guest users').waitFor()
  })

  it('refuses in the words of the service, at the field that it is about', async ({ shared }) => {
    const { page, playground, goTo } = shared
    playground.expectProblem(/400 \(Bad Request\)/)
    await goTo(place('linkifiers', undefined, 10))
    const form = page.getByRole('form', { name: 'Add a linkifier' })
    await form.getByLabel('Pattern').fill('x')
    await form.getByLabel('Address', { exact: true }).fill('https://example.org')
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByText('Must be an organization administrator').waitFor()
    await goTo(place('linkifiers'))
    await form.getByLabel('Pattern').fill('(')
    await form.getByLabel('Address', { exact: true }).fill('https://example.org')
    await form.getByRole('button', { name: 'Add' }).click()
    await expect.poll(() => form.getByLabel('Pattern').getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps what was typed for a row while another is looked at', async ({ shared: { page, goTo } }) => {
    await goTo(place('linkifiers', 1))
    const form = page.getByRole('form', { name: 'Edit the linkifier' })
    await form.getByLabel('Example').fill('#77')
    await page.getByRole('button', { name: /^ORDER-/ }).click()
    await expect.poll(() => form.getByLabel('Pattern').inputValue()).toContain('ORDER')
    expect(await form.getByLabel('Example').inputValue()).toBe('')
    await page.locator('[data-id="1"] .wide-button').click()
    await expect.poll(() => form.getByLabel('Example').inputValue()).toBe('#77')
  })

  it('says that a row is being read, or is no longer here, instead of offering a new one', async ({
    shared: { page, goTo },
  }) => {
    await goTo(place('channels', 99))
    await detail(page).getByRole('heading', { name: 'It is no longer here' }).waitFor()
    expect(await page.getByRole('form', { name: 'Create a channel' }).count()).toBe(0)
  })

  it('connects a bot: what it needs to copy, whether it answers, and the way to talk to it', async ({
    shared: { page, playground, goTo },
  }) => {
    const { simulator } = playground
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    simulator.connect('Echo', 'http://bot.example.com/')
    await goTo(place('bots', 20))
    await button(page, 'Does it answer?').click()
    await detail(page)
      .getByText(/Echo: .*bot\.example\.com is elsewhere/)
      .waitFor()
    simulator.connect('Echo', () => Response.json({}))
    await button(page, 'Does it answer?').click()
    await detail(page).getByText('Echo: It answers.').waitFor()

    const { email, apiKey, token } = simulator.credentials('Echo')
    const site = new URL(page.url()).origin
    await button(page, 'Copy .env').click()
    await told(page, '.env is on the clipboard.').waitFor()
    const named = { SITE: site, EMAIL: email, API_KEY: apiKey, TOKEN: token }
    const variables = Object.entries(named).map(([name, value]) => `EARSHOT_${name}=${value}\n`)
    expect(await copied()).toBe(variables.join(''))
    await button(page, 'Copy earshotrc').click()
    await told(page, 'earshotrc is on the clipboard.').waitFor()
    expect(await copied()).toBe(`[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\ntoken=${token}\n`)
    await page.getByRole('link', { name: 'Message it' }).click()
    await page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus')).waitFor()
  })

  it('takes back what was done', async ({ shared: { page, goTo } }) => {
    await goTo(place('bots', 21))
    await button(page, 'Deactivate').click()
    await button(page, 'Reactivate').waitFor()
    await undo(page)
    await button(page, 'Deactivate').waitFor()
    await goTo(place('channels', 2))
    await button(page, 'Archive').click()
    await button(page, 'Bring back from the archive').waitFor()
    await undo(page)
    await button(page, 'Archive').waitFor()
    await button(page, 'Take Hamlet out').click()
    await told(page, 'Hamlet is out.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await told(page, 'Hamlet is in.').waitFor()
  })

  it('says what uses a group that can’t be deactivated', async ({ shared: { page, playground, goTo } }) => {
    playground.expectProblem(/400 \(Bad Request\)/)
    await goTo(place('groups', 22))
    const subgroups = page.getByRole('region', { name: 'Subgroups' })
    await subgroups.getByRole('combobox').selectOption('bakers')
    await subgroups.getByRole('button', { name: 'Add' }).click()
    await subgroups.getByRole('button', { name: 'Take bakers out' }).waitFor()
    await goTo(place('groups', 20))
    await button(page, 'Deactivate').click()
    await page.getByText('bakers can’t be deactivated as long as it is used:').waitFor()
    await page.getByText('It is a subgroup of drivers: take it out there first.').waitFor()
  })

  it('is accessible with everything open, with what was refused and what is told', async ({ shared }) => {
    const { page, playground, goTo } = shared
    playground.expectProblem(/400 \(Bad Request\)/)
    const found: Record<string, readonly string[]> = {}
    for (const [tab, id] of [
      ['users', 10],
      ['bots', 20],
      ['groups', 22],
      ['channels', 2],
      ['scheduled', 2],
    ] as const) {
      await goTo(place(tab, id))
      await detail(page).getByRole('heading', { level: 3 }).waitFor()
      await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`)
      found[tab] = await violationsOf(page)
    }
    await goTo(place('groups'))
    await page.getByRole('form', { name: 'Create a group' }).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('option', { name: /^keyholders/ }).click()
    await button(page, 'Deactivate').click()
    await page.locator('.notice').first().waitFor()
    found.refused = await violationsOf(page)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((tab) => [tab, []])))
  })

  it('deletes a topic, and takes that back', async ({ shared: { page, goTo } }) => {
    await goTo(place('channels', 2))
    const topic = page.getByRole('button', { name: 'Delete the topic lunch' })
    await topic.click()
    await told(page, /^The topic lunch is deleted\./).waitFor()
    await topic.waitFor({ state: 'detached' })
    await undo(page)
    await topic.waitFor()
  })

  it('puts a linkifier back where it was', async ({ shared: { page, goTo } }) => {
    await goTo(place('linkifiers'))
    const list = page.getByRole('list', { name: 'Linkifiers in order' })
    const order = () => list.locator('.wide-button').allTextContents()
    await list.getByRole('listitem').nth(2).waitFor()
    const before = await order()
    await list.locator('.wide-button').first().click()
    await button(page, 'Remove').click()
    await expect.poll(order).toEqual(before.slice(1))
    await undo(page)
    await expect.poll(order).toEqual(before)
  })

  it('says what the linkifiers make of a text that is typed', async ({ shared: { page, goTo } }) => {
    await goTo(place('linkifiers'))
    const found = page.getByRole('list', { name: 'Links that come of it' })
    await page.getByLabel('A message').fill('It is #77.')
    await expect
      .poll(() => found.getByRole('listitem').allTextContents())
      .toEqual([expect.stringContaining('#77 → https://')])
    await page.getByLabel('A message').fill('It is nothing.')
    await found.getByText('None of them matches.').waitFor()
  })

  it('adds people, bots, channels and groups, and shows each', async ({ shared: { page, goTo } }) => {
    const made = [
      ['users', 'Add a person', 'Add', { Name: 'Portia' }, 'Portia'],
      ['bots', 'Add a bot', 'Add', { Name: 'Oven', 'Short name': 'oven' }, 'Oven'],
      ['channels', 'Create a channel', 'Create', { Name: 'attic' }, '#attic'],
      ['groups', 'Create a group', 'Create', { Name: 'millers', Description: 'They mill' }, 'millers'],
    ] as const
    for (const [tab, title, submit, fields, heading] of made) {
      await goTo(place(tab))
      const form = page.getByRole('form', { name: title })
      for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
      await form.getByRole('button', { name: submit }).click()
      await detail(page).getByRole('heading', { level: 3, name: heading }).waitFor()
    }
  })
})
