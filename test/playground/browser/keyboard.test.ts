import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { inOnePage } from './playground.js'
import { goTo as goToPlace, placesOf } from './screens.js'

const it = inOnePage()

describe.skipIf(!hasBrowser)('keyboard control', () => {
  it('has no key with two meanings on a screen, and at most fifteen keys in all beside those that go to screens', async ({
    shared: { playground, page },
  }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup')
    const all = new Set<string>()
    for (const place of await placesOf(page)) {
      await goToPlace(page, place)
      const keys = await keysOf(page)
      expect(keys).toEqual(expect.arrayContaining(['?', expect.stringContaining('k')]))
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
      for (const key of keys) if (!key.startsWith('g ')) all.add(key)
    }
    expect(all.size).toBeLessThanOrEqual(15)
  })

  it('opens a conversation to type in at once, without taking letters as commands', async ({
    shared: { page, goTo },
  }) => {
    await goTo('#/chat')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lunch')
    await page.getByRole('option', { name: /^#kitchen › lunch/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Message #kitchen › lunch' })
    await field.and(page.locator(':focus')).waitFor()
    const before = await page.evaluate<string>('location.hash')
    await page.keyboard.type('new order 13 rye')
    expect([await field.inputValue(), await page.evaluate('location.hash')]).toEqual(['new order 13 rye', before])
  })

  it('opens the menu of a message', async ({ shared: { page, goTo } }) => {
    await goTo('#/chat?c=10:channel/2/lunch')
    await page.getByRole('log').focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('menu', { name: 'More actions' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('article:focus').waitFor()
  })

  it('edits the last own message with the arrow in an empty field', async ({ shared: { playground, page, goTo } }) => {
    const menu = { channel: 'kitchen', topic: 'menu' }
    playground.simulator.say('hamlet', menu, 'rye')
    playground.simulator.say('iago', menu, 'spelt')
    await goTo('#/chat?c=10:channel/2/menu')
    await page.getByRole('article').filter({ hasText: 'spelt' }).waitFor()
    await page.getByRole('textbox', { name: 'Message #kitchen › menu' }).press('ArrowUp')
    const field = page.getByRole('textbox', { name: 'Text of the message' }).and(page.locator(':focus'))
    await expect.poll(() => field.inputValue()).toBe('rye')
  })

  it.for([
    ['d', 'Deliveries'],
    ['a', 'API calls'],
    ['o', 'Organisation'],
    ['c', 'Chat'],
    ['f', 'Faults'],
  ] as const)('goes to a screen with g and %s', async ([key, name], { shared: { page, goTo } }) => {
    await goTo(key === 'd' ? '#/calls' : '#/deliveries')
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    if (key === 'c')
      await page
        .getByRole('textbox', { name: /^Message / })
        .and(page.locator(':focus'))
        .waitFor()
  })

  it('shows each result of the palette once, with an icon, and the newest delivery first', async ({
    shared: { playground, page, goTo },
  }) => {
    for (const dish of ['a soup that is long', 'stew']) playground.simulator.say('hamlet', { to: ['echo'] }, dish)
    await playground.simulator.idle()
    await goTo('#/deliveries')
    const newest = playground.simulator.deliveries.at(-1)?.id
    await page.getByRole('listbox').getByRole('option').last().waitFor()
    await page.keyboard.press('Control+k')
    const results = page.getByRole('dialog').getByRole('option')
    await results.first().waitFor()
    const texts = await results.allTextContents()
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
    expect(await results.locator('svg').count()).toBe(texts.length)
    await page.keyboard.type('delivery')
    await expect.poll(() => results.first().textContent()).toBe(`Delivery ${newest} to Echo: stew`)
  })

  it('runs a command by its name in the palette', async ({ shared: { page, goTo } }) => {
    await goTo('#/chat')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What to find or do' }).waitFor()
    await page.keyboard.type('deliveries')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('reaches the link that skips to the contents first', async ({ playground }) => {
    const page = await playground.open('#/deliveries')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the contents')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })

  it('can have its single-key shortcuts switched off', async ({ playground }) => {
    const page = await playground.open('#/deliveries')
    await page.keyboard.press('?')
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything, or run a command' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})

/** The keys that the sheet of a screen shows. */
async function keysOf(page: Page): Promise<readonly string[]> {
  // Whoever opens a conversation writes there at once, as soon as it is there; what opens beside it changes nothing.
  if (/^#\/chat(?!.*&why=)/.test(await page.evaluate<string>('location.hash'))) {
    await page
      .getByRole('textbox', { name: /^Message / })
      .and(page.locator(':focus'))
      .waitFor()
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await sheet.locator('dt').first().waitFor()
  const keys = await sheet.locator('dt').allTextContents()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  return keys
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
