import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { bodyEditor, bodyText } from './bodyEditor.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { tabTo } from './keys.js'
import { it, type Playground } from './playground.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const asHamlet = '#/chat?c=10:channel/2/lunch'
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
const body = (page: Page) => page.getByRole('textbox', { name: 'The body' })

/** Edits the body of a delivery of "soup". */
async function editing({ chat, open }: Playground) {
  await chat.as('hamlet').say('@**Echo** soup', lunch)
  const page = await open('#/deliveries?d=1&tab=request', clipboard)
  await page.getByRole('button', { name: /^Edit\b/ }).click()
  await bodyEditor(page).and(page.locator(':focus')).waitFor()
  return page
}

describe.skipIf(!hasBrowser)('code in the playground', () => {
  it('is coloured, read by keyboard, wrapped as last time, and copied whole', async ({ playground }) => {
    await playground.chat.as('hamlet').say('@**Echo** soup', lunch)
    const page = await playground.open('#/deliveries?d=1&tab=request', clipboard)
    await body(page).locator('.code-key', { hasText: '"bot_email"' }).waitFor()
    expect(await violationsOf(page)).toEqual([])

    await tabTo(page, body(page))
    await page.keyboard.press('Tab')
    await body(page).and(page.locator(':focus')).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Wrap', pressed: true }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Wrap', pressed: false }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('is on the clipboard').waitFor()
    expect(JSON.parse(await copied(page))).toMatchObject({ data: '@**Echo** soup' })
  })

  it('is folded in the third level of a long document', async ({ playground }) => {
    const { chat, simulator } = playground
    await chat.as('hamlet').say('@**Echo** soup', lunch)
    const rows = Array.from({ length: 40 }, (_, row) => ({ row }))
    const headers = { 'content-type': 'application/json' }
    const resend = `${simulator.url}/sim/deliveries/1/resend`
    const text = JSON.stringify({ outer: { rows, after: 'the rows' } })
    await simulator.fetch(resend, { method: 'POST', headers, body: JSON.stringify({ body: text }) })
    const page = await playground.open('#/deliveries?d=2&tab=request')
    await body(page).getByText('"the rows"').waitFor()
    expect(await body(page).getByText('"row"').count()).toBe(0)
    await body(page).getByTitle('unfold').click()
    await body(page).getByText('"row"').first().waitFor()
  })

  it('is plain where what colours it cannot be loaded', async ({ playground }) => {
    playground.expectProblem(/ERR_FAILED/)
    await playground.chat.as('hamlet').say('@**Echo** soup', lunch)
    const page = await playground.blank()
    await page.route('**/codeMirror-*.js', (route) => route.abort())
    await page.goto(`${playground.simulator.url}/#/deliveries?d=1&tab=request`)
    await page.locator('pre', { hasText: '"bot_email": "echo-bot@example.com"' }).waitFor()
    await page.getByRole('button', { name: /^Edit\b/ }).click()
    await bodyEditor(page).fill((await bodyEditor(page).inputValue()).replaceAll('soup', 'stew'))
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Delivery 2 to Echo' }).waitFor()
  })

  it('shows what differs from the delivery before', async ({ playground }) => {
    for (const dish of ['soup', 'stew']) await playground.chat.as('hamlet').say(`@**Echo** ${dish}`, lunch)
    const page = await playground.open('#/deliveries?d=2&tab=diff')
    const request = page.getByLabel('The request', { exact: true })
    const of = (path: string) => request.locator('div', { has: page.getByText(path, { exact: true }) })
    await of('body.data').locator('mark').first().waitFor()
    expect(await of('body.data').locator('mark').allTextContents()).toEqual(['soup', 'stew'])
    // Most of it differs, so no word is marked.
    expect(await of('body.message.id').locator('mark').count()).toBe(0)
    expect(await of('body.trigger').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
  })

  it('in a message is coloured and can be copied', async ({ playground }) => {
    const page = await playground.open(asHamlet, clipboard)
    playground.simulator.say('iago', lunch, '```ts\nconst soup = 1\n```')
    await conversationOf(page).messages.locator('.code-key', { hasText: 'const' }).waitFor()
    await conversationOf(page).messages.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText('is on the clipboard').waitFor()
    expect(await copied(page)).toBe('const soup = 1\n')
  })

  it('in a message of a language by a hostile name stays as it is', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    for (const name of ['constructor', '__proto__', 'json']) {
      playground.simulator.say('iago', lunch, `\`\`\`${name}\n{"of": "${name}"}\n\`\`\``)
    }
    await conversationOf(page).messages.locator('.code-key').waitFor()
    await conversationOf(page).messages.getByText('{"of": "__proto__"}').waitFor()
  })
})

describe.skipIf(!hasBrowser)('the editor of a body', () => {
  it('marks the lines with problems, and each problem leads to its line', async ({ playground }) => {
    const page = await editing(playground)
    await bodyEditor(page).fill((await bodyText(page)).replace('"trigger": "mention"', '"trigger": 7'))
    await bodyEditor(page).locator('.refused', { hasText: '"trigger": 7' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page
      .getByRole('button', { name: /trigger/ })
      .first()
      .click()
    await page.keyboard.type('x')
    await bodyEditor(page).getByText('x"trigger"').waitFor()
  })

  it('is left with Tab, and closed with Escape', async ({ playground }) => {
    const page = await editing(playground)
    await page.keyboard.press('Tab')
    await bodyEditor(page).and(page.locator(':focus')).waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+Tab')
    await bodyEditor(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await bodyEditor(page).waitFor({ state: 'detached' })
  })

  it('takes, keeps and sends a megabyte that is pasted', async ({ playground }) => {
    const page = await editing(playground)
    const text = JSON.stringify({ data: 'flour '.repeat(170_000) })
    await page.keyboard.press('Control+a')
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page.keyboard.press('Control+v')
    await page.getByText('is not checked').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('heading', { name: 'Delivery 2 to Echo' }).waitFor()
    expect(playground.simulator.deliveries.at(-1)?.request.body).toHaveLength(text.length)
  })
})

describe.skipIf(!hasBrowser)('a draft', () => {
  it('that is too long for the browser to keep is kept in the field', async ({ playground }) => {
    const page = await playground.open(asHamlet)
    const field = page.getByRole('textbox', { name: /^Message/ })
    await field.fill('flour')
    await page.evaluate(`sessionStorage.setItem('other', 'x'.repeat(5_200_000))`)
    await field.fill('soup '.repeat(20_000))
    await page.getByText('90,000 characters too long: the end will be cut').waitFor()
    expect(await field.inputValue()).toHaveLength(100_000)
  })
})
