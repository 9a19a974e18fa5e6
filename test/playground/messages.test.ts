import type { Message } from 'earshot/protocol'
import type { TestBotOptions } from 'earshot/testing'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { columnOf } from './chat.js'
import { it as inBrowser, type Playground } from './playground.js'

const it = inBrowser.extend<{ options: TestBotOptions }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing else is needed.
  options: async ({}, use) => use({ simulator: { assumptions: { uploadMebibytes: 1 } } }),
})

const lunch = { channel: 'kitchen', topic: 'lunch' }
const asHamlet = '#/chat?c1=10:channel/2/lunch'

describe.skipIf(!hasBrowser)('files in the playground', () => {
  it('are uploaded by being dropped where one writes', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    await handOver(page, 'drop', ['recipe.txt'])
    await expectUploaded(page, playground, ['recipe.txt'])
  })

  it('are uploaded by being pasted, several at once', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    await handOver(page, 'paste', ['rye.txt', 'oats.txt'])
    await expectUploaded(page, playground, ['rye.txt', 'oats.txt'])
  })

  it('that are too large are refused in the words of the service, and leave nothing behind', async ({ playground }) => {
    playground.expectProblem(/4\d\d .*user_uploads/)
    const page = await playground.open(asHamlet)
    await handOver(page, 'drop', ['flour.bin'], 2 * 1024 * 1024)
    await page
      .getByRole('alert')
      .filter({ hasText: /flour\.bin: File is larger/ })
      .waitFor()
    expect(await page.getByRole('textbox', { name: /^Message/ }).inputValue()).toBe('')
  })
})

describe.skipIf(!hasBrowser)('in the chat of the playground one', () => {
  it('writes to several people, chosen one after another', async ({ playground }) => {
    const page = await playground.open('#/chat?c1=10:all')
    const column = columnOf(page)
    const to = page.getByRole('combobox', { name: 'To', exact: true })
    for (const name of ['Cordelia', 'Othello', 'Iago']) {
      await to.fill(`@${name.slice(0, 3)}`)
      await page.getByRole('listbox').getByRole('option', { name }).first().waitFor()
      await to.press('Enter')
      await page.getByRole('button', { name: `Not to ${name}` }).waitFor()
    }
    await page.getByRole('button', { name: 'Not to Iago' }).click()
    await column.say('Cake at four?')
    await column.message('Cake at four?').waitFor()
    const [last] = playground.simulator.messages({ dm: ['hamlet', 'cordelia', 'othello'] }).slice(-1)
    expect(last?.content).toContain('Cake at four?')
    await column.messages.getByRole('button', { name: /^Cordelia, Othello$/ }).click()
    await page.getByRole('heading', { name: 'Cordelia, Othello' }).waitFor()
  })

  it('moves a message by the dialogue, with all that came after it, and takes that back', async ({ playground }) => {
    const { simulator } = playground
    for (const text of ['one', 'two', 'three']) simulator.say('hamlet', { channel: 'kitchen', topic: 'numbers' }, text)
    // Moderators may move messages from channel to channel.
    const page = await playground.open('#/chat?c1=8:channel/2/numbers')
    await choose(page, columnOf(page).message('two'), 'Move …')
    const dialogue = page.getByRole('dialog', { name: 'Move the message' })
    await dialogue.getByRole('combobox', { name: 'Channel' }).selectOption({ label: '#general' })
    await dialogue.getByRole('combobox', { name: 'Topic' }).fill('counted')
    await dialogue.getByRole('radio', { name: 'this message and all after it in the topic' }).check()
    await dialogue.getByRole('checkbox', { name: 'where it goes to' }).uncheck()
    await dialogue.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText('Moved to #general › counted.').waitFor()
    await dialogue.waitFor({ state: 'detached' })
    const counted = { channel: 'general', topic: 'counted' }
    expect(simulator.messages(counted).map(({ content }) => content)).toEqual(['two', 'three'])
    await columnOf(page).message('two').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await columnOf(page).message('three').waitFor()
    expect(simulator.messages(counted)).toEqual([])
  })

  it('stars a message and takes the star away', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const message = columnOf(page).message('Soup?')
    await choose(page, message, 'Star')
    await message.getByText('★ starred').waitFor()
    expect(flagsOf(playground, await idOf(message))).toContain('starred')
    await choose(page, message, 'Take the star away')
    await message.getByText('★ starred').waitFor({ state: 'detached' })
    expect(flagsOf(playground, await idOf(message))).not.toContain('starred')
  })

  it('has read what stands in the column that has the focus, and in no other', async ({ playground }) => {
    const page = await playground.open(`${asHamlet}&c2=12:channel/2/lunch`)
    playground.simulator.say('iago', lunch, 'Fresh rye')
    const [hamlet, othello] = [columnOf(page, 1).message('Fresh rye'), columnOf(page, 2).message('Fresh rye')]
    await othello.waitFor()
    const id = await idOf(hamlet)
    await expect.poll(() => flagsOf(playground, id, 'hamlet')).toContain('read')
    await expect.poll(() => hamlet.getAttribute('class')).not.toContain('unread')
    expect(flagsOf(playground, id, 'othello')).not.toContain('read')
    await othello.click()
    await expect.poll(() => flagsOf(playground, id, 'othello')).toContain('read')
  })

  it('marks a message as unread, which it stays until one comes back to it', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const message = columnOf(page).message('Soup?')
    const id = await idOf(message)
    await expect.poll(() => flagsOf(playground, id)).toContain('read')
    await choose(page, message, 'Mark as unread')
    await expect.poll(() => flagsOf(playground, id)).not.toContain('read')
    const inSidebar = page.getByRole('treeitem', { name: /^lunch.* 1 unread/ })
    await inSidebar.waitFor()
    // Another message is read, and this one is not.
    playground.simulator.say('iago', lunch, 'Stew')
    const stew = await idOf(columnOf(page).message('Stew'))
    await expect.poll(() => flagsOf(playground, stew)).toContain('read')
    expect(flagsOf(playground, id)).not.toContain('read')
    await page.evaluate(`location.hash = '#/deliveries'`)
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor()
    await page.goBack()
    await expect.poll(() => flagsOf(playground, id)).toContain('read')
  })

  it('deletes a message, and undo sends it anew', async ({ playground }) => {
    const { simulator } = playground
    const id = simulator.say('hamlet', lunch, 'Soup with **rye**')
    const page = await playground.open(asHamlet)
    const column = columnOf(page)
    const message = column.messages.getByRole('article').filter({ hasText: 'Soup with rye' })
    await choose(page, message, 'Delete')
    await message.waitFor({ state: 'detached' })
    expect(simulator.messages(lunch).some((one) => one.id === id)).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await message.waitFor()
    expect(simulator.messages(lunch).at(-1)?.content).toContain('Soup with')
  })

  it('is told that a message is too long, and the service cuts it', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const column = columnOf(page)
    await page.getByRole('textbox', { name: /^Message/ }).fill('🍞'.repeat(10_003))
    await page.getByText('3 characters too long: the end will be cut').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await column.messages.getByText(/\[message truncated\]$/).waitFor()
    const { content = '' } = playground.simulator.messages(lunch).at(-1) ?? {}
    expect([...content.replaceAll(/<[^>]*>/g, '')].length).toBeLessThanOrEqual(10_000)
  })
})

describe.skipIf(!hasBrowser)('a link to a message', () => {
  it('leads to it, however far back it is', async ({ playground }) => {
    const { simulator } = playground
    const first = simulator.say('iago', { channel: 'kitchen', topic: 'long' }, 'Where it began')
    for (let at = 1; at <= 450; at += 1) simulator.say('iago', { channel: 'kitchen', topic: 'long' }, `number ${at}`)
    simulator.say('iago', lunch, `See [this](#narrow/channel/2-kitchen/topic/long/near/${first})`)
    const page = await playground.open(asHamlet)
    await columnOf(page).messages.getByRole('link', { name: 'this' }).click()
    const message = columnOf(page).message('Where it began').and(page.locator(':focus'))
    await message.waitFor()
    expect(await isInSight(message)).toBe(true)
    expect(await columnOf(page).message('number 450').count()).toBe(0)
  })

  it('leads to it from outside too', async ({ playground }) => {
    const { simulator } = playground
    for (let at = 1; at <= 60; at += 1) simulator.say('iago', { to: ['hamlet'] }, `number ${at}`)
    const page = await playground.open('#/chat?c1=10:dm/8')
    const message = columnOf(page).message('number 7')
    const address = `#narrow/dm/8,10-pm/near/${await idOf(message)}`
    const other = await playground.open(address)
    const there = columnOf(other).message('number 7').and(other.locator(':focus'))
    await there.waitFor()
    expect(await isInSight(there)).toBe(true)
  })
})

/** Hands files over as a browser does to where one writes: dropped onto it, or pasted into it. */
async function handOver(page: Page, how: 'drop' | 'paste', names: readonly string[], size = 20): Promise<void> {
  await page.getByRole('textbox', { name: /^Message/ }).waitFor()
  const event = how === 'drop' ? 'DragEvent' : 'ClipboardEvent'
  const types = how === 'drop' ? ['dragover', 'drop'] : ['paste']
  await page.evaluate(`{
    const data = new DataTransfer()
    for (const name of ${JSON.stringify(names)}) data.items.add(new File(['a'.repeat(${size})], name))
    for (const type of ${JSON.stringify(types)}) {
      const given = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }
      document.querySelector('form textarea').dispatchEvent(new ${event}(type, given))
    }
  }`)
}

/** Sends what links the files, and has the page show the links. */
async function expectUploaded(page: Page, { simulator }: Playground, names: readonly string[]): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message/ })
  for (const name of names) await expect.poll(() => field.inputValue()).toContain(`[${name}](/user_uploads/`)
  await field.press('Control+Enter')
  for (const name of names) {
    const link = columnOf(page).messages.getByRole('link', { name, exact: true })
    await link.waitFor()
    const response = await simulator.fetch(`${simulator.url}${await link.getAttribute('href')}`, {
      headers: { authorization: `Basic ${btoa(credentialsOf(simulator))}` },
    })
    expect(await response.text()).toBe('a'.repeat(20))
  }
}

function credentialsOf(simulator: Playground['simulator']): string {
  const { email, apiKey } = simulator.credentials('hamlet')
  return `${email}:${apiKey}`
}

/** Chooses from a message's menu, by keyboard. */
async function choose(page: Page, message: Locator, item: string): Promise<void> {
  await message.hover()
  await message.getByRole('button', { name: 'More to do with this message' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${item}`) }).click()
}

const idOf = async (message: Locator) => Number(await message.getAttribute('data-message'))

function flagsOf({ simulator: { realm } }: Playground, id: number, who = 'hamlet'): readonly string[] {
  const { message } = realm.call('messages.get', realm.account(who), {
    message_id: id,
    apply_markdown: true,
    allow_empty_topic_name: true,
  })
  return (message as Message).flags ?? []
}

async function isInSight(message: Locator): Promise<boolean> {
  return message.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const list = element.closest('[role=log]')?.getBoundingClientRect()
    return list !== undefined && box.top >= list.top && box.bottom <= list.bottom
  })
}
