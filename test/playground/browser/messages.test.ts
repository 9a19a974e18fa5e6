import type { Message } from 'earshot/protocol'
import { runTranscript } from 'earshot/testing'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { createEcho } from '../../../bots/echo/bot.js'
import { transcriptFailure } from '../../../src/testing/player/run.js'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { inOnePage, type Playground } from './playground.js'

/** Plays a conversation to Echo. */
async function run({ text }: { readonly text: string }) {
  const result = await runTranscript(text, { bot: createEcho })
  return { passed: result.passed, says: result.passed ? 'The bot does what it says.' : transcriptFailure(result) }
}

const it = inOnePage({ simulator: { assumptions: { uploadMebibytes: 1 }, transcripts: { run } } })

const lunch = { channel: 'kitchen', topic: 'lunch' }
const asHamlet = '#/chat?c=10:channel/2/lunch'

describe.skipIf(!hasBrowser)('files in the playground', () => {
  it('are uploaded when they are dropped on the input', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    await handOver(page, 'drop', ['recipe.txt'])
    await expectUploaded(page, playground, ['recipe.txt'])
  })

  it('are uploaded when several are pasted at once', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    await handOver(page, 'paste', ['rye.txt', 'oats.txt'])
    await expectUploaded(page, playground, ['rye.txt', 'oats.txt'])
  })

  it("that are too large are refused with the service's error, and no link is left", async ({
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

describe.skipIf(!hasBrowser)('the chat of the playground', () => {
  it('sends to several people, added one after another', async ({ shared: { playground, page, goTo } }) => {
    await goTo('#/chat?c=10:dm/11')
    await page.getByRole('combobox', { name: 'Add somebody' }).selectOption('Othello')
    await page.getByRole('heading', { name: /^Cordelia, Othello/ }).waitFor()
    const conversation = conversationOf(page)
    await conversation.say('Cake at four?')
    await conversation.message('Cake at four?').waitFor()
    const [last] = playground.simulator.messages({ dm: ['hamlet', 'cordelia', 'othello'] }).slice(-1)
    expect(last?.content).toContain('Cake at four?')
  })

  it('marks shown messages as read', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    playground.simulator.say('iago', lunch, 'Fresh rye')
    const message = conversationOf(page).message('Fresh rye')
    const id = await idOf(message)
    await expect.poll(() => flagsOf(playground, id, 'hamlet')).toContain('read')
    await expect.poll(() => message.getAttribute('class')).not.toContain('unread')
  })

  it('marks 150 messages as read when their topic is opened, and everything by a button', async ({
    shared: { playground, page, goTo },
  }) => {
    const { simulator } = playground
    await goTo('#/chat?c=10:channel/1/greetings')
    for (let at = 1; at <= 150; at += 1) simulator.say('iago', { channel: 'kitchen', topic: 'stock' }, `sack ${at}`)
    const line = page.getByRole('button', { name: /^stock/ })
    await line.getByText('150 unread').waitFor()
    await line.click()
    await line.getByText('unread').waitFor({ state: 'detached' })
    simulator.say('iago', { to: ['hamlet'] }, 'psst')
    await page.getByRole('button', { name: /^Mark all \d+ as read/ }).click()
    await page.getByRole('button', { name: /^Mark all/ }).waitFor({ state: 'detached' })
  })

  it('stays at the newest message when the list grows while it scrolls there', async ({ shared: { page, goTo } }) => {
    await goTo(asHamlet)
    await conversationOf(page).message('Soup?').waitFor()
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

  it('deletes a message', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    const id = simulator.say('hamlet', lunch, 'Soup with **rye**')
    await goTo(asHamlet)
    const conversation = conversationOf(page)
    const message = conversation.messages.getByRole('article').filter({ hasText: 'Soup with rye' })
    await choose(page, message, 'Delete')
    await message.waitFor({ state: 'detached' })
    expect(simulator.messages(lunch).some((one) => one.id === id)).toBe(false)
  })

  it('quotes a message for a reply, from its menu or by a key', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    const soup = { channel: 'kitchen', topic: 'soup' }
    const id = simulator.say('iago', soup, 'Soup?\n```\nwith *rye*\n```')
    await goTo('#/chat?c=10:channel/2/soup')
    const conversation = conversationOf(page)
    const message = conversation.messages.getByRole('article').filter({ hasText: 'with *rye*' })
    const field = page.getByRole('textbox', { name: /^Message/ }).and(page.locator(':focus'))
    const quotation = (topic: string) =>
      `@_**Iago|8** [said](#narrow/channel/2/topic/${topic}/near/${id}):\n\`\`\`\`quote\nSoup?\n\`\`\`\nwith *rye*\n\`\`\`\n\`\`\`\`\n`
    await choose(page, message, 'Quote and reply')
    await expect.poll(() => field.inputValue()).toBe(quotation('soup'))
    await page.keyboard.type('@**Echo** yes ')
    await page.keyboard.press('Enter')
    await conversation.message('yes').waitFor()
    expect(simulator.messages(soup).map(({ content }) => content)[1]).toBe(`${quotation('soup')}@**Echo** yes`)

    await page.getByRole('textbox', { name: /^Message/ }).fill('@**Echo**')
    await message.first().focus()
    await page.keyboard.press('>')
    await expect.poll(() => field.inputValue()).toBe(`@**Echo**\n${quotation('soup')}`)
    await page.keyboard.type('>')
    expect(await field.inputValue()).toBe(`@**Echo**\n${quotation('soup')}>`)
    await field.fill('')
  })

  it('fills in the topic of a message that is quoted in a channel', async ({ shared: { playground, page, goTo } }) => {
    playground.simulator.say('iago', { channel: 'kitchen', topic: 'stew' }, 'Stew?')
    await goTo('#/chat?c=10:channel/2')
    await choose(page, conversationOf(page).message('Stew?'), 'Quote and reply')
    await expect.poll(() => page.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('stew')
    await page.locator('textarea:focus').fill('')
  })

  it('shows the source of a formula', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    playground.simulator.say('iago', lunch, 'Yeast grows: $$2^{n}$$')
    await conversationOf(page).messages.getByText('2^{n}', { exact: true }).waitFor()
  })

  it('aligns the columns of a table as written', async ({ shared: { playground, page, goTo } }) => {
    await goTo(asHamlet)
    playground.simulator.say('iago', lunch, '| loaf | price |\n|:-:|--:|\n| rye | 3.20 |')
    await page.getByRole('cell', { name: 'rye' }).waitFor()
    const aligned = `[...document.querySelectorAll('td')].map((cell) => getComputedStyle(cell).textAlign)`
    expect(await page.evaluate(aligned)).toEqual(['center', 'end'])
  })

  it('warns of a message that is too long, and shows it truncated by the service', async ({
    shared: { playground, page, goTo },
  }) => {
    await goTo(asHamlet)
    const conversation = conversationOf(page)
    await page.getByRole('textbox', { name: /^Message/ }).fill('🍞'.repeat(10_003))
    await page.getByText('3 characters too long: the end will be cut').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await conversation.messages.getByText(/\[message truncated\]$/).waitFor()
    const { content = '' } = playground.simulator.messages(lunch).at(-1) ?? {}
    expect([...content.replaceAll(/<[^>]*>/g, '')].length).toBeLessThanOrEqual(10_000)
  })
})

describe.skipIf(!hasBrowser)('a widget in the chat of the playground', () => {
  const bakery = { channel: 'kitchen', topic: 'opening' }
  const address = '#/chat?c=10:channel/2/opening'

  it('with a poll records votes and new options of the acting account', async ({
    shared: { playground, page, goTo },
  }) => {
    const { simulator } = playground
    simulator.say('iago', bakery, '/poll Which bread?\nrye\nspelt')
    await goTo(address)
    const poll = page.getByRole('group', { name: 'Which bread?' })
    const rye = poll.getByRole('button', { name: /^Vote for rye/ })
    await rye.click()
    await rye.and(page.getByRole('button', { pressed: true, name: 'Vote for rye: 1' })).waitFor()
    await poll.getByText('Hamlet').waitFor()
    await rye.click()
    await page.getByRole('button', { pressed: false, name: 'Vote for rye: 0' }).waitFor()
    for (const option of ['oats', 'corn']) {
      await poll.getByRole('textbox', { name: 'New option' }).fill(option)
      await poll.getByRole('textbox', { name: 'New option' }).press('Enter')
      await poll.getByRole('button', { name: `Vote for ${option}: 0` }).waitFor()
    }
    const [{ id, submessages } = { id: 0, submessages: [] }] = simulator.messages(bakery).slice(-1)
    const said = submessages.slice(-2).map(({ sender_id, content }) => [sender_id, JSON.parse(content)])
    expect(said).toEqual([
      [10, { type: 'new_option', idx: 1, option: 'oats' }],
      [10, { type: 'new_option', idx: 2, option: 'corn' }],
    ])
    const { realm } = simulator
    const content = JSON.stringify({ type: 'vote', key: '10,2', vote: 1 })
    realm.call('submessages.send', realm.account('othello'), { message_id: id, msg_type: 'widget', content })
    await poll.getByText('Othello').waitFor()
  })

  it('with a to-do list ticks off and adds tasks', async ({ shared: { playground, page, goTo } }) => {
    playground.simulator.say('iago', bakery, '/todo Before opening\nlight the oven: 250 °C')
    await goTo(address)
    const list = page.getByRole('group', { name: 'Before opening' })
    const oven = list.getByRole('checkbox', { name: 'light the oven 250 °C' })
    await oven.click()
    await list.getByRole('checkbox', { checked: true, name: /^light/ }).waitFor()
    await list.getByRole('textbox', { name: 'New task' }).fill('rye: 12 loaves')
    await list.getByRole('textbox', { name: 'New task' }).press('Enter')
    await list.getByRole('checkbox', { checked: false, name: 'rye 12 loaves' }).click()
    await list.getByRole('checkbox', { checked: true, name: /^rye/ }).waitFor()
    await oven.click()
    await list.getByRole('checkbox', { checked: false, name: /^light/ }).waitFor()
  })

  it('with choices sends the reply of the button', async ({ shared: { playground, page, goTo } }) => {
    const { realm } = playground.simulator
    const choice = (long_name: string, reply: string) => ({ short_name: long_name[0], long_name, reply })
    const choices = [choice('Soup', '@**Echo** soup please'), choice('Stew', 'stew')]
    realm.call('messages.send', realm.account('iago'), {
      ...{ type: 'stream', to: 2, topic: 'opening', content: 'Soup or stew' },
      widget_content: JSON.stringify({
        widget_type: 'zform',
        extra_data: { type: 'choices', heading: 'What shall it be?', choices },
      }),
    })
    await goTo(address)
    const group = page.getByRole('group', { name: 'What shall it be?' })
    await group.getByRole('button', { name: 'Soup' }).click()
    await conversationOf(page).messages.getByText('soup please').last().waitFor()
    expect(
      playground.simulator.messages(bakery).find(({ content }) => content.includes('soup please'))?.sender_id,
    ).toBe(10)
    await group.getByRole('button', { name: 'Stew' }).click()
    await conversationOf(page).message('stew').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a test saved from a conversation', () => {
  it('starts at the chosen message, contains only that conversation, and can be run', async ({
    shared: { playground, page, goTo },
  }) => {
    const { simulator, chat } = playground
    const menu = { channel: 'kitchen', topic: 'menu' }
    await chat.as('hamlet').say('@**Echo** before', menu)
    await chat.as('iago').say('@**Echo** elsewhere', lunch)
    await chat.as('hamlet').say('@**Echo** rolls', menu)
    await goTo('#/chat?c=10:channel/2/menu')
    await choose(page, conversationOf(page).message('@Echo rolls').first(), 'Save as a test from here')
    const dialogue = page.getByRole('dialog', { name: 'Save as a test' })
    const text = dialogue.getByRole('textbox', { name: 'The transcript' })
    const lines = async () => (await text.locator('.cm-line').allTextContents()).join('\n')
    await expect.poll(lines).toContain('rolls')
    expect(await lines()).not.toMatch(/before|elsewhere/)
    await dialogue.getByRole('button', { name: 'Run' }).click()
    await dialogue.getByText('The bot does what it says.').waitFor()
    await dialogue.getByRole('combobox', { name: 'From' }).selectOption('the beginning')
    await dialogue.getByRole('checkbox', { name: /other conversations: \d+ actions?, left out now$/ }).click()
    await dialogue.getByRole('checkbox', { name: /other conversations: \d+ actions?$/ }).waitFor()
    await dialogue.locator('.transcript[aria-busy="false"]').waitFor()
    await dialogue.getByRole('checkbox', { name: /other conversations/ }).uncheck()
    await expect.poll(lines).toContain('rolls')
    await page.keyboard.press('Escape')

    // Nobody's bot, but for this test, says it at once.
    const echo = simulator.realm.account('echo')
    const given = { type: 'stream' as const, to: 2, topic: 'menu', content: 'by hand' }
    simulator.realm.call('messages.send', echo, given)
    await page.getByRole('button', { name: 'Save as a test' }).click()
    await dialogue.getByRole('button', { name: 'Run' }).click()
    await dialogue.getByText('it does not pass.').waitFor()
    await dialogue.getByText('- Echo: by hand').waitFor()
    expect(await violationsOf(page, 'dialog[open]')).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a link to a message', () => {
  it('opens its topic at that message, however old it is', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    const first = simulator.say('iago', { channel: 'kitchen', topic: 'long' }, 'Where it began')
    for (let at = 1; at <= 450; at += 1) simulator.say('iago', { channel: 'kitchen', topic: 'long' }, `number ${at}`)
    simulator.say('iago', lunch, `See [this](#narrow/channel/2-kitchen/topic/long/near/${first})`)
    await goTo(asHamlet)
    await conversationOf(page).messages.getByRole('link', { name: 'this' }).click()
    const message = conversationOf(page).message('Where it began').and(page.locator(':focus'))
    await message.waitFor()
    expect(await isInSight(message)).toBe(true)
    expect(await conversationOf(page).message('number 450').count()).toBe(0)
  })

  it('opens a direct conversation at that message in a new page', async ({ shared: { playground } }) => {
    const { simulator } = playground
    const ids = Array.from({ length: 60 }, (_, at) => simulator.say('iago', { to: ['hamlet'] }, `number ${at + 1}`))
    const address = `#narrow/dm/8,10-pm/near/${ids[6]}`
    const other = await playground.open(address)
    const there = conversationOf(other).message('number 7').and(other.locator(':focus'))
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
    const link = conversationOf(page).messages.getByRole('link', { name, exact: true })
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
  await message.getByRole('button', { name: 'More actions' }).click()
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
