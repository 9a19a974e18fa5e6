import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { inOnePage } from './playground.js'

const it = inOnePage()

const place = (tab: string, id?: number | 'new') =>
  `#/organisation?${new URLSearchParams({ tab, ...(id !== undefined && { id: String(id) }) })}`
const rows = (page: Page) => page.locator('.org-list').getByRole('option')
const detail = (page: Page) => page.getByRole('region', { name: 'What is chosen' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const told = (page: Page, text: string | RegExp) => page.locator('.notices').getByText(text)
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

describe.skipIf(!hasBrowser)('the organisation in the playground', () => {
  it('shows details of each listed row', async ({ shared: { page, goTo } }) => {
    for (const tab of ['users', 'bots', 'channels']) {
      await goTo(place(tab))
      await rows(page).first().waitFor()
      for (const row of await rows(page).all()) {
        await row.click()
        await detail(page).getByRole('heading', { level: 2 }).waitFor()
        expect(await detail(page).getByRole('heading', { level: 2 }).textContent()).not.toBe('')
      }
    }
  })

  it('can be searched', async ({ shared: { page, goTo } }) => {
    await goTo(`${place('users')}&q=owner`)
    await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringContaining('Desdemona')])
    await page.getByRole('heading', { name: /^Users 1 of \d+/ }).waitFor()
    await page.getByRole('searchbox').fill('nobody at all')
    await page.getByText('Nothing matches nobody at all.').waitFor()
  })

  it("shows the service's error in a form", async ({ shared }) => {
    const { page, playground, goTo } = shared
    playground.expectProblem(/400 \(Bad Request\)/)
    await goTo(place('bots', 'new'))
    const form = page.getByRole('form', { name: 'Add a bot' })
    await form.getByLabel('Name', { exact: true }).fill('Second Echo')
    await form.getByLabel('Short name').fill('@')
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByRole('alert').filter({ hasText: 'Bad name or username' }).waitFor()
  })

  it('proposes a short name for a bot, and names a missing field before anything is sent', async ({
    shared: { page, goTo },
  }) => {
    await goTo(place('users'))
    await goTo(place('bots', 'new'))
    const form = page.getByRole('form', { name: 'Add a bot' })
    const short = form.getByLabel('Short name')
    await form.getByLabel('Name', { exact: true }).fill('')
    await short.fill('')
    await form.getByLabel('Name', { exact: true }).pressSequentially('Öfen & Co.')
    expect(await short.inputValue()).toBe('ofen-co')
    await short.fill('')
    await form.getByRole('button', { name: 'Add' }).click()
    await form.getByRole('alert').filter({ hasText: 'Fill in “Short name”.' }).waitFor()
    await short.and(page.locator(':focus')).fill('ovens')
    await form.getByLabel('Name', { exact: true }).fill('Ovens of the night')
    expect(await short.inputValue()).toBe('ovens')
    await form.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { level: 2, name: 'Ovens of the night' }).waitFor()
  })

  it('keeps the input for a row while another is shown', async ({ shared: { page, goTo } }) => {
    await goTo(place('bots', 20))
    const address = page.getByRole('form', { name: 'Webhook address' }).getByLabel('Webhook address')
    await address.fill('http://half.written')
    await rows(page).filter({ hasText: 'Yeast Counter' }).click()
    await detail(page).getByRole('heading', { level: 2, name: 'Yeast Counter' }).waitFor()
    expect(await address.count()).toBe(0)
    await rows(page).filter({ hasText: 'Echo' }).click()
    await detail(page).getByRole('heading', { level: 2, name: 'Echo' }).waitFor()
    expect(await address.inputValue()).toBe('http://half.written')
  })

  it("says that a row doesn't exist instead of offering a form for a new one", async ({ shared: { page, goTo } }) => {
    await goTo(place('channels', 99))
    await detail(page).getByRole('heading', { name: 'It no longer exists' }).waitFor()
    expect(await page.getByRole('form', { name: 'Create a channel' }).count()).toBe(0)
  })

  it("has a bot's probe, credentials to copy, and a link to message it", async ({
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
    await detail(page).getByRole('combobox').selectOption('earshotrc')
    await button(page, 'Copy earshotrc').click()
    await told(page, 'earshotrc is on the clipboard.').waitFor()
    expect(await copied()).toBe(`[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\ntoken=${token}\n`)
    await page.getByRole('link', { name: 'Message it' }).click()
    await page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus')).waitFor()
  })

  it('undoes changes', async ({ shared: { page, goTo } }) => {
    await goTo(place('bots', 21))
    await button(page, 'Deactivate').click()
    await button(page, 'Reactivate').waitFor()
    await undo(page)
    await button(page, 'Deactivate').waitFor()
    await goTo(place('channels', 2))
    await button(page, 'Archive').click()
    await button(page, 'Unarchive').waitFor()
    await undo(page)
    await button(page, 'Archive').waitFor()
    await button(page, 'Remove Hamlet').click()
    await told(page, 'Hamlet is out.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await told(page, 'Hamlet is in.').waitFor()
  })

  it('has no axe violations with everything open, an error and a notice', async ({ shared }) => {
    const { page, playground, goTo } = shared
    playground.expectProblem(/400 \(Bad Request\)/)
    const found: Record<string, readonly string[]> = {}
    for (const [tab, id] of [
      ['users', 10],
      ['bots', 20],
      ['channels', 2],
    ] as const) {
      await goTo(place(tab, id))
      await detail(page).getByRole('heading', { level: 2 }).waitFor()
      await page.evaluate(`for (const fold of document.querySelectorAll('details')) fold.open = true`)
      found[tab] = await violationsOf(page)
    }
    await goTo(place('channels', 'new'))
    await page.getByRole('form', { name: 'Create a channel' }).getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').first().waitFor()
    await rows(page).filter({ hasText: '#suppliers' }).click()
    await button(page, 'Archive').click()
    await page.locator('.notice').first().waitFor()
    found.refused = await violationsOf(page)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((tab) => [tab, []])))
  })

  it('adds people, bots and channels, and shows each', async ({ shared: { page, goTo } }) => {
    const made = [
      ['users', 'Add a person', 'Add', { Name: 'Portia' }, 'Portia'],
      ['bots', 'Add a bot', 'Add', { Name: 'Scale', 'Short name': 'new-scale' }, 'Scale'],
      ['channels', 'Create a channel', 'Create', { Name: 'attic' }, '#attic'],
    ] as const
    for (const [tab, title, submit, fields, heading] of made) {
      await goTo(place(tab, 'new'))
      const form = page.getByRole('form', { name: title })
      for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
      await form.getByRole('button', { name: submit }).click()
      await detail(page).getByRole('heading', { level: 2, name: heading }).waitFor()
    }
  })
})
