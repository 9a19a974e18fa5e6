import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { layCable } from './cable.js'
import { conversationOf } from './chat.js'
import { fromPalette } from './keys.js'
import { connected, it } from './playground.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const asHamlet = '#/chat?c=10:channel/2/lunch'

/** Has the page keep how many messages it draws in one go. */
const watchDrawing = `{
  globalThis.drawnAtOnce = []
  const isMessage = (node) => node.querySelector?.('[data-message]') || node.dataset?.message
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isMessage)
    if (added.length > 0) drawnAtOnce.push(added.length)
  }).observe(document.querySelector('[role=log]'), { childList: true, subtree: true })
}`

/** Counts the frames in which a message is drawn as unread. */
const watchUnread = `{
  globalThis.unreadFrames = 0
  const look = () => {
    if (document.querySelector('.message.unread')) unreadFrames += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

describe.skipIf(!hasBrowser)('the chat of the playground', () => {
  it('shows messages between two pages with different accounts live', async ({ playground }) => {
    const [hamlet, iago] = [await playground.open(asHamlet), await playground.open('#/chat?c=8:channel/2/lunch')]
    await conversationOf(hamlet).say('@**Echo** soup')
    await conversationOf(iago).message('soup').waitFor()
    await conversationOf(iago).say('There is.')
    await conversationOf(hamlet).message('There is.').waitFor()
  })

  it('never shows as unread what arrives while the conversation is open', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const { messages, message } = conversationOf(page)
    await messages.getByText('Soup?').waitFor()
    // What was there before is read after a second.
    await page.locator('.message.unread').first().waitFor({ state: 'detached' })
    await page.evaluate(watchUnread)
    for (const text of ['one', 'two', 'three']) {
      playground.simulator.say('iago', lunch, text)
      await message(text).waitFor()
    }
    expect(await page.evaluate('unreadFrames')).toBe(0)
  })

  it('draws a burst of 1,000 messages in small parts, up to the newest', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const { messages, message } = conversationOf(page)
    await messages.getByText('Soup?').waitFor()
    await page.evaluate(watchDrawing)
    for (let number = 1; number <= 1_000; number += 1) playground.simulator.say('iago', lunch, `loaf ${number}`)
    await message('loaf 1000').waitFor()
    const drawn = await page.evaluate<number[]>('drawnAtOnce')
    expect(Math.max(...drawn)).toBeLessThanOrEqual(60)
    expect(drawn.length).toBeLessThan(1_000)
    expect(await messages.locator('[data-message]').count()).toBeLessThan(300)
  })

  it('shows each message once after a lost connection', async ({ playground }) => {
    playground.expectProblem(/net::ERR_/)
    const { simulator } = playground
    const cable = await layCable(simulator.url)
    const page = await playground.blank({}, cable.url)
    await page.goto(`${cable.url}/${asHamlet}`)
    await connected(page).waitFor()
    const { messages, message } = conversationOf(page)
    simulator.say('iago', lunch, 'number 1')
    await message('number 1').waitFor()
    cable.cut()
    await page.getByRole('status').filter({ hasText: 'connection lost' }).waitFor()
    for (const count of [2, 3, 4]) simulator.say('iago', lunch, `number ${count}`)
    cable.mend()
    await connected(page).waitFor()
    simulator.say('iago', lunch, 'number 5')
    await message('number 5').waitFor()
    const shown = await messages.getByText(/^number \d$/).allTextContents()
    expect(shown).toEqual([1, 2, 3, 4, 5].map((count) => `number ${count}`))
    await cable.close()
  })

  it('can be used by keyboard alone', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const { message } = conversationOf(page)
    await message('Soup?').waitFor()
    await page.getByRole('textbox', { name: 'Message #kitchen › lunch' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('@ech')
    await page.getByRole('option', { name: /Echo/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('by hand')
    await page.keyboard.press('Enter')
    await message('by hand').waitFor()
    await page.keyboard.press('Escape')
    await fromPalette(page, 'deliveries')
    await page.getByRole('option', { name: /^1 / }).waitFor()
  })
})
