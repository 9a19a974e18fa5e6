import type { Message } from 'earshot/protocol'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { columnOf } from './chat.js'
import { inOnePage, type Playground } from './playground.js'

const it = inOnePage({ simulator: { assumptions: { uploadMebibytes: 1 } } })

const lunch = { channel: 'kitchen', topic: 'lunch' }
const asHamlet = '#/chat?c1=10:channel/2/lunch'

describe.skipIf(!hasBrowser)('files in the playground', () => {
  it('are uploaded by being dropped where one writes', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    await handOver(page, 'drop', ['recipe.txt'])
    await expectUploaded(page, playground, ['recipe.txt'])
  })

  it('are uploaded by being pasted, several at once', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    await handOver(page, 'paste', ['rye.txt', 'oats.txt'])
    await expectUploaded(page, playground, ['rye.txt', 'oats.txt'])
  })

  it('that are too large are refused in the words of the service, and leave nothing behind', async ({
    shared: { playground, page, goTo },
  }) => {
    playground.expectProblem(/4\d\d .*user_uploads/)
    await goTo(asHamlet)
    await handOver(page, 'drop', ['flour.bin'], 2 * 1024 * 1024)
    await page
      .getByRole('alert')
      .filter({ hasText: /flour\.bin: File is larger/ })
      .waitFor()
    expect(await page.getByRole('textbox', { name: /^Message/ }).inputValue()).toBe('')
  })
})

describe.skipIf(!hasBrowser)('in the chat of the playground one', () => {
  it('writes to several people, added one after another', async ({ shared: { playground, page, goTo } }) => {
    await goTo('#/chat?c1=10:dm/11')
    await page.getByRole('combobox', { name: 'Add somebody' }).selectOption('Othello')
    await page.getByRole('heading', { name: /^Cordelia, Othello/ }).waitFor()
    const column = columnOf(page)
    await column.say('Cake at four?')
    await column.message('Cake at four?').waitFor()
    const [last] = playground.simulator.messages({ dm: ['hamlet', 'cordelia', 'othello'] }).slice(-1)
    expect(last?.content).toContain('Cake at four?')
  })

  it('has read what stands in the column that has the focus, and in no other', async ({
    shared: { playground, page, goTo },
  }) => {
    await goTo(`${asHamlet}&c2=12:channel/2/lunch`)
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

  it('has read all of a conversation once it is looked at, however much there is, or everything at once', async ({
    shared: { playground, page, goTo },
  }) => {
    const { simulator } = playground
    await goTo('#/chat?c1=10:channel/1/greetings')
    for (let at = 1; at <= 150; at += 1) simulator.say('iago', { channel: 'kitchen', topic: 'stock' }, `sack ${at}`)
    const line = page.getByRole('button', { name: /^stock/ })
    await line.getByText('150 unread').waitFor()
    await line.click()
    await line.getByText('unread').waitFor({ state: 'detached' })
    simulator.say('iago', { to: ['hamlet'] }, 'psst')
    await page.getByRole('button', { name: /^Mark all \d+ as read/ }).click()
    await page.getByRole('button', { name: /^Mark all/ }).waitFor({ state: 'detached' })
  })

  it('stays at the newest message when the list grows while it goes there', async ({ shared: { page, goTo } }) => {
    await goTo(asHamlet)
    await columnOf(page).message('Soup?').waitFor()
    const below = await page.evaluate(`(() => {
      const list = document.querySelector('.messages')
      const filler = list.firstElementChild.appendChild(document.createElement('div'))
      filler.style.height = '2000px'
      // Browsers tell of a movement before they tell of a size.
      list.dispatchEvent(new Event('scroll'))
      const left = list.scrollHeight - list.clientHeight - list.scrollTop
      filler.remove()
      return left
    })()`)
    expect(below).toBeLessThan(1)
    expect(await page.getByRole('button', { name: 'To the newest' }).count()).toBe(0)
  })

  it('deletes a message, and undo sends it anew', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    const id = simulator.say('hamlet', lunch, 'Soup with **rye**')
    await goTo(asHamlet)
    const column = columnOf(page)
    const message = column.messages.getByRole('article').filter({ hasText: 'Soup with rye' })
    await choose(page, message, 'Delete')
    await message.waitFor({ state: 'detached' })
    expect(simulator.messages(lunch).some((one) => one.id === id)).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await message.waitFor()
    expect(simulator.messages(lunch).at(-1)?.content).toContain('Soup with')
  })

  it('is told that a message is too long, and the service cuts it', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
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
  it('leads to it, however far back it is', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    const first = simulator.say('iago', { channel: 'kitchen', topic: 'long' }, 'Where it began')
    for (let at = 1; at <= 450; at += 1) simulator.say('iago', { channel: 'kitchen', topic: 'long' }, `number ${at}`)
    simulator.say('iago', lunch, `See [this](#narrow/channel/2-kitchen/topic/long/near/${first})`)
    await goTo(asHamlet)
    await columnOf(page).messages.getByRole('link', { name: 'this' }).click()
    const message = columnOf(page).message('Where it began').and(page.locator(':focus'))
    await message.waitFor()
    expect(await isInSight(message)).toBe(true)
    expect(await columnOf(page).message('number 450').count()).toBe(0)
  })

  it('leads to it from outside too', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    for (let at = 1; at <= 60; at += 1) simulator.say('iago', { to: ['hamlet'] }, `number ${at}`)
    await goTo('#/chat?c1=10:dm/8')
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
