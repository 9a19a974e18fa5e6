import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { bodyEditor, bodyText } from './bodyEditor.js'
import { hasBrowser } from './browser.js'
import { tabTo } from './keys.js'
import { it } from './playground.js'

describe.skipIf(!hasBrowser)('deliveries in the playground', () => {
  it('can be resent, edited or unchanged, and are answered', async ({ playground }) => {
    const { chat, simulator } = playground
    await chat.as('hamlet').say('@**Echo** soup', { channel: 'kitchen', topic: 'lunch' })
    const page = await playground.open('#/deliveries')
    await row(page, 1).click()
    await page.getByRole('button', { name: /^Resend/ }).click()
    await page.getByRole('heading', { name: 'Delivery 2 to Echo' }).waitFor()

    await page.getByRole('button', { name: /^Edit\b/ }).click()
    await bodyEditor(page).fill((await bodyText(page)).replaceAll('soup', 'stew'))
    await page.getByText('A notification as a server of level').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Delivery 3 to Echo' }).waitFor()
    await row(page, 3).waitFor()

    await simulator.idle()
    const said = simulator.messages({ channel: 'kitchen', topic: 'lunch' }).slice(-3)
    expect(said.map(({ content }) => content)).toEqual(['soup', 'soup', 'stew'])
  })

  it('have their mistakes listed before they are sent', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    const page = await playground.open('#/deliveries?d=1')
    await page.getByRole('button', { name: /^Edit\b/ }).click()
    await bodyEditor(page).fill((await bodyText(page)).replace('"trigger": "mention"', '"trigger": 7'))
    await page.getByRole('button', { name: /trigger/ }).waitFor()
  })

  it('can be held and released', async ({ playground }) => {
    const { chat, simulator } = playground
    const page = await playground.open('#/deliveries')
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    // It is ticked when the simulator has said so, which may be after the click.
    await page.getByRole('checkbox', { name: 'Echo' }).click()
    await page.getByRole('button', { name: 'Holding Echo' }).waitFor()
    simulator.say('hamlet', { to: ['echo'] }, 'are you there?')
    await row(page, 1).click()
    await page.getByRole('button', { name: /^Release/ }).click()
    await page.getByText('on its way').waitFor()
    await simulator.idle()
    expect(chat.conversation({ dm: ['hamlet', 'echo'] }).map(({ content }) => content)).toEqual([
      'are you there?',
      'are you there?',
    ])
  })

  it('can be searched, and a link shows the same search', async ({ playground }) => {
    const { chat } = playground
    await chat.as('hamlet').say('@**Echo** soup')
    await chat.as('hamlet').dm('bread')
    const page = await playground.open('#/deliveries')
    await page.keyboard.press('/')
    await page.keyboard.type('trigger:mention -is:held')
    await row(page, 1).waitFor()
    await row(page, 2).waitFor({ state: 'detached' })
    const other = await playground.open(new URL(page.url()).hash)
    await row(other, 1).waitFor()
    expect(await row(other, 2).count()).toBe(0)
    await page.keyboard.type(' colour:red')
    await page.getByText('Unknown field colour').waitFor()
  })

  it('show the text of the message without the mention', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** is the rye proofed?')
    const page = await playground.open('#/deliveries')
    await row(page, 1).getByText('is the rye proofed?', { exact: true }).waitFor()
  })

  it('can be browsed, resent and edited by keyboard alone', async ({ playground }) => {
    const { chat } = playground
    for (const text of ['one', 'two', 'three']) await chat.as('hamlet').dm(text)
    const page = await playground.open('#/deliveries')
    await row(page, 3).waitFor()
    await tabTo(page, page.getByRole('listbox', { name: 'Deliveries' }))
    await page.keyboard.press('Home')
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'Delivery 2 to Echo' }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: 'Delivery 4 to Echo' }).waitFor()
    await page.keyboard.press('e')
    await bodyEditor(page).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Delivery 5 to Echo' }).waitFor()
  })
})

const row = (page: Page, delivery: number) => page.getByRole('option', { name: new RegExp(`^${delivery} `) })
