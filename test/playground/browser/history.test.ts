import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { it } from './playground.js'

const isAt = (text: string) => `location.hash.includes(${JSON.stringify(text)})`

describe.skipIf(!hasBrowser)('going back in the browser', () => {
  it('leads through the conversations that were open, one by one', async ({ playground }) => {
    const page = await playground.open()
    await page.getByRole('textbox', { name: 'Message Echo' }).waitFor()
    const sidebar = page.getByRole('navigation').filter({ hasText: 'Channels' })
    await sidebar.getByRole('button', { name: 'kitchen' }).first().click()
    await page.getByRole('heading', { name: 'kitchen' }).waitFor()
    await sidebar.getByRole('button', { name: 'suppliers' }).first().click()
    await page.getByRole('heading', { name: 'suppliers' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'kitchen' }).waitFor()
    await page.goBack()
    await page.getByRole('textbox', { name: 'Message Echo' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'kitchen' }).waitFor()
  })

  it('leads through chosen rows, and skips what the arrows passed and what was typed', async ({ playground }) => {
    for (const text of ['one', 'two', 'three', 'four']) await playground.chat.as('hamlet').say(`@**Echo** ${text}`)
    const page = await playground.open('#/deliveries')
    const row = (text: string) => page.getByRole('option').filter({ hasText: text })
    await row('one').click()
    await page.waitForFunction(isAt('d=1'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(isAt('d=3'))
    await row('four').click()
    await page.waitForFunction(isAt('d=4'))
    await page.getByRole('searchbox').fill('echo')
    await page.getByRole('searchbox').pressSequentially(' f')
    await page.waitForFunction(isAt('q='))
    await page.goBack()
    await page.waitForFunction(isAt('d=3'))
    expect(await page.evaluate(isAt('q='))).toBe(false)
    await page.goBack()
    await page.waitForFunction(`!${isAt('d=')}`)
  })
})

describe.skipIf(!hasBrowser)('a topic', () => {
  it("can be renamed, moved and resolved by hand, and the bot's next answer follows", async ({ playground }) => {
    const { chat, simulator } = playground
    const [user] = simulator.realm.accounts().filter(({ full_name }) => full_name === 'Iago')
    await chat.as('iago').say('@**Echo** one', { channel: 'kitchen', topic: 'rye' })
    const page = await playground.open(`#/chat?c=${user?.id}:channel/2/rye`)
    const conversation = conversationOf(page)
    await conversation.message('@Echo one').waitFor()
    const dialogue = page.getByRole('dialog', { name: 'Rename or move the topic' })
    const change = () => page.getByRole('button', { name: 'Rename, move or resolve the topic' }).click()

    await change()
    await dialogue.getByRole('textbox', { name: 'Topic' }).fill('spelt')
    await dialogue.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'general' })
    await dialogue.getByRole('button', { name: 'Move', exact: true }).click()
    await dialogue.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: /general › spelt/ }).waitFor()
    await conversation.say('@**Echo** two')
    await conversation.message('two').last().waitFor()
    expect(chat.conversation({ channel: 'general', topic: 'spelt' }).map(({ content }) => content)).toEqual(
      expect.arrayContaining(['@**Echo** one', 'one', '@**Echo** two', 'two']),
    )

    await change()
    await dialogue.getByRole('button', { name: 'Mark as resolved' }).click()
    await page.getByRole('heading', { name: /general › ✔ spelt/ }).waitFor()
  })

  it('can lose a single message to another topic', async ({ playground }) => {
    const { chat } = playground
    await chat.as('hamlet').say('@**Echo** one', { channel: 'kitchen', topic: 'rye' })
    const page = await playground.open('#/chat?c=10:channel/2/rye')
    const conversation = conversationOf(page)
    await conversation.message('@Echo one').hover()
    await conversation.message('@Echo one').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move …' }).click()
    const dialogue = page.getByRole('dialog', { name: 'Move the message' })
    await dialogue.getByRole('textbox', { name: 'Topic' }).fill('oats')
    await dialogue.getByRole('button', { name: 'Move', exact: true }).click()
    await dialogue.waitFor({ state: 'detached' })
    await expect
      .poll(() => chat.conversation({ channel: 'kitchen', topic: 'oats' }).map(({ content }) => content))
      .toContain('@**Echo** one')
  })
})
