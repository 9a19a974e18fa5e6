import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { bodyEditor, bodyText } from './bodyEditor.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { inOnePage, type Playground } from './playground.js'

const it = inOnePage()

const lunch = { channel: 'kitchen', topic: 'lunch' }
const asHamlet = '#/chat?c=10:channel/2/lunch'
const panel = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
const title = (page: Page, id: number) => panel(page).getByRole('heading', { name: `Delivery ${id} to Echo` })

/** Says something to Echo, and gives the deliveries so far. */
async function mention({ simulator }: Playground, text: string) {
  simulator.say('hamlet', lunch, `@**Echo** ${text}`)
  await simulator.idle()
  return simulator.deliveries
}

/** Tells of the newest delivery, as a process of Echo's does. */
async function tellOf({ simulator }: Playground, log: object): Promise<number> {
  const { email, apiKey } = simulator.credentials('echo')
  const response = await simulator.fetch(`${simulator.url}/sim/deliveries/log`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    body: JSON.stringify({ message: simulator.deliveries.at(-1)?.messageId, log }),
  })
  return response.status
}

describe.skipIf(!hasBrowser)('the inspector in the chat', () => {
  it('shows the newest delivery until one is pinned or opened', async ({ shared: { playground, page, goTo } }) => {
    await mention(playground, 'soup')
    await goTo(asHamlet)
    await title(page, 1).waitFor()
    await mention(playground, 'stew')
    await title(page, 2).waitFor()
    await panel(page).getByRole('button', { name: 'Pin' }).click()
    await mention(playground, 'bread')
    await conversationOf(page)
      .messages.getByRole('button', { name: /Delivery 3 to Echo/ })
      .waitFor()
    expect(await title(page, 2).count()).toBe(1)
    await panel(page).getByRole('button', { name: 'Pin' }).click()
    await title(page, 3).waitFor()
    await conversationOf(page)
      .messages.getByRole('button', { name: /Delivery 1 to Echo/ })
      .click()
    await title(page, 1).waitFor()
    await mention(playground, 'rye')
    await conversationOf(page)
      .messages.getByRole('button', { name: /Delivery 4 to Echo/ })
      .waitFor()
    expect(await title(page, 1).count()).toBe(1)
  })

  it('shows the reason, request, response and outcome, and can be closed and reopened', async ({
    shared: { playground, page, goTo },
  }) => {
    await mention(playground, 'one look')
    await goTo(asHamlet)
    for (const [name, text] of [
      ['Why', 'The message mentions Echo.'],
      ['Request', 'POST'],
      ['Response', 'Status 200'],
      ['Outcome', 'replied'],
    ] as const)
      await panel(page).getByRole('region', { name }).getByText(text).first().waitFor()
    await panel(page).getByRole('button', { name: 'Close the inspector' }).click()
    await panel(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Inspector' }).click()
    await panel(page).waitFor()
  })

  it('links to the conversation of its delivery', async ({ shared: { playground, page, goTo } }) => {
    const { length } = await mention(playground, 'linked')
    await goTo(`#/deliveries?d=${length}`)
    await page.getByRole('region', { name: 'Why' }).getByRole('link', { name: '#kitchen › lunch' }).click()
    await page.getByRole('textbox', { name: 'Message #kitchen › lunch' }).and(page.locator(':focus')).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: `Delivery ${length} to Echo` }).waitFor()
  })

  it('covers a narrow screen, and closes with Escape', async ({ shared: { playground, page, goTo } }) => {
    await mention(playground, 'narrow')
    await page.setViewportSize({ width: 400, height: 800 })
    await goTo(asHamlet)
    const chip = conversationOf(page)
      .messages.getByRole('button', { name: /Delivery \d+ to Echo/ })
      .last()
    await chip.click()
    const box = await panel(page).boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 400])
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('keeps an edited body while other deliveries arrive and are opened', async ({
    shared: { playground, page, goTo },
  }) => {
    const before = (await mention(playground, 'to be edited')).length
    await goTo(asHamlet)
    await title(page, before).waitFor()
    await panel(page)
      .getByRole('button', { name: /^Edit\b/ })
      .click()
    await bodyEditor(page).fill('{"half": "written"}')
    await mention(playground, 'in between')
    await conversationOf(page)
      .messages.getByRole('button', { name: new RegExp(`Delivery ${before + 1} to Echo`) })
      .click()
    await title(page, before + 1).waitFor()
    await conversationOf(page)
      .messages.getByRole('button', { name: new RegExp(`Delivery ${before} to Echo`) })
      .click()
    expect(await bodyText(page)).toBe('{"half": "written"}')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('shows whom a message reached, with each reason once', async ({ shared: { playground, page, goTo } }) => {
    for (const full_name of ['Puck', 'Ariel']) playground.simulator.addBot({ full_name })
    playground.simulator.say('hamlet', lunch, 'to nobody')
    await goTo(asHamlet)
    await conversationOf(page).message('to nobody').hover()
    await conversationOf(page).message('to nobody').getByRole('button', { name: 'Why?' }).click()
    await panel(page)
      .getByRole('heading', { name: /^Whom message \d+ reached/ })
      .waitFor()
    const reasons = panel(page).getByRole('definition')
    await reasons.first().waitFor()
    const called = playground.simulator.realm.accounts().filter(({ bot_type }) => bot_type === 3)
    expect(await reasons.count()).toBeLessThan(called.length)
    expect(new Set(await reasons.allTextContents()).size).toBe(await reasons.count())
    expect(await violationsOf(page)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the log of a delivery in the inspector', () => {
  const log = {
    name: 'ff8eb579-1',
    handler: 'command order <dish>',
    middleware: [
      { name: 'logging', passed: true },
      { name: 'access', passed: false },
    ],
    lines: [
      { after: 0.4, level: 'info', text: 'An order came', fields: { dish: 'rye' } },
      { after: 2, level: 'warn', text: 'The oven is cold' },
    ],
    errors: [
      {
        after: 3,
        name: 'TypeError',
        message: 'dish.toUpper is not a function',
        frames: [{ at: 'order (/app/bot.ts:12:9)', source: 'return dish.toUpper()' }, { at: 'node:internal/x:1:1' }],
      },
    ],
    outcome: 'answered',
    duration: 4,
  }

  it('shows handler, middleware, lines, stack and calls, and is found by its name', async ({
    shared: { playground, page, goTo },
  }) => {
    const { simulator } = playground
    const { email, apiKey } = simulator.credentials('echo')
    await mention(playground, 'order rye')
    await simulator.fetch(`${simulator.url}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}`, 'earshot-client': 'delivery ff8eb579-1' },
    })
    await goTo(asHamlet)
    const { id } = simulator.deliveries.at(-1) ?? { id: 0 }
    await conversationOf(page)
      .messages.getByRole('button', { name: new RegExp(`Delivery ${id} to Echo: answered`) })
      .waitFor()
    expect(await tellOf(playground, log)).toBe(200)
    await conversationOf(page)
      .messages.getByRole('button', { name: new RegExp(`Delivery ${id} .*: the handler threw`) })
      .click()
    await panel(page)
      .getByRole('heading', { name: `Delivery ${id} to Echo handler threw` })
      .waitFor()
    await panel(page).getByRole('button', { name: 'Stack and log' }).click()
    for (const text of [
      'command order <dish>',
      'logging',
      'access',
      'The oven is cold',
      'dish.toUpper is not a function',
      'order (/app/bot.ts:12:9)',
      'return dish.toUpper()',
      'ff8eb579-1',
    ])
      await panel(page).getByText(text).first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await panel(page).getByRole('link', { name: 'users.me' }).click()
    await page.getByRole('region', { name: 'Call' }).getByText('delivery ff8eb579-1').waitFor()

    await goTo('#/deliveries?q=ff8eb579-1')
    await page.getByRole('option', { name: new RegExp(`^${id} .*handler threw`) }).waitFor()
    expect(await page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option').count()).toBe(1)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('ff8eb579-1')
    await page.getByRole('option', { name: new RegExp(`^Delivery ${id} to Echo`) }).click()
    await page.getByRole('heading', { name: `Delivery ${id} to Echo` }).waitFor()
  })

  it('shows the fields of a line by their names, and an error in one without the stack that is above', async ({
    shared: { playground, page, goTo },
  }) => {
    await mention(playground, 'fields')
    const stack = 'TypeError: no dough\n    at bake (/app/bad.ts:14:3)'
    const fields = { dish: 'rye', loaves: 12, error: { name: 'TypeError', message: 'no dough', stack } }
    const lines = [{ after: 2, level: 'error', text: 'The handler threw', fields }]
    expect(await tellOf(playground, { name: 'ff8eb579-2', lines })).toBe(200)
    await goTo(`${asHamlet}&tab=log`)
    const line = panel(page).getByRole('listitem').filter({ hasText: 'The handler threw' })
    await line.waitFor()
    const text = (await line.textContent()) ?? ''
    expect(text.replace(/\s+/g, ' ')).toMatch(/The handler threw dish rye loaves 12 error TypeError: no dough$/)
    expect(text).not.toMatch(/bad\.ts|[{}]/)
  })

  it('explains how to send one if there is none', async ({ shared: { playground, page, goTo } }) => {
    await mention(playground, 'untold')
    await goTo(`${asHamlet}&tab=log`)
    await panel(page).getByText('POST /sim/deliveries/log').waitFor()
  })
})

describe.skipIf(!hasBrowser)('the search by Ctrl K', () => {
  it('finds conversations, people, bots and messages', async ({ shared: { playground, page, goTo } }) => {
    playground.simulator.say('iago', { channel: 'kitchen', topic: 'cellar' }, 'The pumpernickel is in the cellar')
    await goTo(asHamlet)
    const find = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(text)
      await page.getByRole('dialog').getByRole('option', { name: option }).first().click()
    }
    await find('cellar', /^#kitchen › cellar/)
    await page.getByRole('textbox', { name: 'Message #kitchen › cellar' }).and(page.locator(':focus')).waitFor()
    await find('othello', /^Othello/)
    await page.getByRole('textbox', { name: 'Message Othello' }).and(page.locator(':focus')).waitFor()
    await find('echo', /^Echo/)
    await page.getByRole('textbox', { name: 'Message Echo' }).and(page.locator(':focus')).waitFor()
    await find('pumpernickel', /^Iago: The pumpernickel/)
    await conversationOf(page).message('The pumpernickel is in the cellar').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Find anything, or run a command' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
