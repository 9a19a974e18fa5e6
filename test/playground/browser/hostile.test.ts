import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestBotOptions } from 'earshot/testing'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hasBrowser } from './browser.js'
import { hostile, hostileBakery, hostileHtml } from './hostile.js'
import { connected, it as inBrowser } from './playground.js'
import { goTo, type Place, placesOf } from './screens.js'

const it = inBrowser.extend<{ options: TestBotOptions }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing else is needed.
  options: async ({}, use) => use({ simulator: { organisation: hostileBakery } }),
})

describe.skipIf(!hasBrowser)('hostile content', () => {
  it('stays text on every screen, and runs and requests nothing', async ({ playground }) => {
    const { simulator } = playground
    for (const [name, text] of Object.entries(hostile)) {
      simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, text)
      simulator.say(
        'hamlet',
        { channel: 'kitchen', topic: text.slice(0, 50) },
        `@**Echo** ${name}: ${text}`.slice(0, 10_000),
      )
    }
    simulator.say('hamlet', { to: ['iago'] }, 'HACK-1 TAG-2')
    await simulator.idle()

    for (const viewport of [undefined, { width: 400, height: 800 }]) {
      const page = await playground.open('', viewport && { viewport })
      for (const place of [...(await placesOf(page)), ...said, ...named]) {
        await goTo(page, place)
        await expectHarmless(page)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport?.width ?? 1440)
      }
    }
  })

  it("is removed from a server's HTML, and the rest is shown", async ({ playground }) => {
    const { simulator } = playground
    const lunch = { channel: 'kitchen', topic: 'lunch' }
    for (const at of hostileHtml.keys()) simulator.say('hamlet', lunch, `message ${at}`)
    await simulator.idle()

    // What counts is what the page does. Which of the inert attributes a browser complains of while it parses them differs by version.
    playground.expectProblem(/violates the following Content Security Policy directive/)
    const page = await playground.blank()
    await page.route(/\/messages\?/, async (route) => {
      const response = await route.fetch()
      const body: { messages?: { content: string }[] } = await response.json()
      for (const message of body.messages ?? []) {
        const [, at] = /message (\d+)/.exec(message.content) ?? []
        if (at !== undefined) message.content = hostileHtml[Number(at)] ?? ''
      }
      await route.fulfill({ response, json: body })
    })
    await page.goto(`${simulator.url}/#/chat?c=10:channel/2/lunch`)
    await page.locator('strong', { hasText: 'bold' }).waitFor()

    expect(await page.getByRole('link', { name: 'seen' }).getAttribute('rel')).toBe('noopener noreferrer')
    expect(await page.getByText('deep', { exact: true }).count()).toBe(1)
    expect(await page.locator('.rendered').count()).toBeGreaterThanOrEqual(hostileHtml.length)
    await expectHarmless(page)
    expect(await page.evaluate(foreign)).toEqual([])
    expect(await page.getByRole('link', { name: 'address' }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('another site', () => {
  it("can't send a message by a form, even with a valid key", async ({ playground }) => {
    const { simulator } = playground
    const { email, apiKey } = simulator.credentials('desdemona')
    const target = new URL(simulator.url)
    target.username = email
    target.password = apiKey
    const evil = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<form method="post" action="${target.href}api/v1/messages">
        <input name="type" value="stream"><input name="to" value="kitchen"><input name="topic" value="lunch">
        <input name="content" value="@**Echo** stolen"><button>Win a prize</button></form>
        <a href="${simulator.url}/">The playground</a>`)
    })
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
    const home = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
    try {
      const lunch = { channel: 'kitchen', topic: 'lunch' }
      const before = simulator.messages(lunch)
      playground.expectProblem(/^request: |403 \(Forbidden\)|favicon\.ico/)
      const page = await playground.blank(undefined, home)
      await page.goto(`${home}/`)
      const posted = page.waitForResponse(/\/api\/v1\/messages/)
      await page.getByRole('button').click()
      const answer = await posted
      expect(answer.request().method()).toBe('POST')
      expect(answer.status()).toBe(403)
      await page.getByText('foreign_origin').waitFor()
      expect(simulator.messages(lunch)).toEqual(before)
      expect(simulator.deliveries).toEqual([])

      // A link is only looked at.
      await page.goto(`${home}/`)
      await page.getByRole('link').click()
      await connected(page).waitFor()
    } finally {
      evil.closeAllConnections()
      evil.close()
    }
  })
})

/** In messages: what no message is made of, and attributes that do anything. */
const foreign = `[...document.querySelectorAll('.rendered *')].flatMap((element) => [
  ...element.matches('svg, svg *, template, noscript, style, form, input, button, textarea, dialog, iframe, link, meta, :not(:defined)')
    ? [element.tagName] : [],
  ...[...element.attributes]
    .filter(({ name, value }) => /^(on|id|name|style|xlink|srcset|action|formaction|ping)/.test(name)
      || /^(src|href)$/.test(name) && !/^(https:\\/\\/example\\.com|\\/x)/.test(value))
    .map(({ name, value }) => element.tagName + ' ' + name + '=' + value),
])`

/** Where the hostile messages are read. */
const said: readonly Place[] = [
  { hash: '#/chat?c=10:channel/2/lunch', shown: (page) => page.getByText(/0123456789 the end\.$/) },
  { hash: '#/chat?c=8:channel/2', shown: (page) => page.getByText(/0123456789 the end\.$/).last() },
  { hash: '#/chat?c=8:dm/10', shown: (page) => page.getByText('HACK-1') },
]

/** Where the hostile names are shown at length. */
const named: readonly Place[] = (
  [
    ['users&id=11', hostile.image],
    ['users&id=12', hostile.longWord.slice(0, 100)],
    ['users&id=13', 'gnitirw desrever'],
    ['bots&id=21', hostile.script],
    ['channels&id=3', hostile.image],
  ] as const
).map(([place, name]) => ({
  hash: `#/organisation?tab=${place}`,
  shown: (page) => page.getByRole('heading', { level: 2 }).filter({ hasText: name }),
}))

/** Nothing in the page is of the hostile's making: nothing ran, and there is no element or address to press. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate<readonly string[]>(`[
    ...('pwned' in globalThis ? ['it ran'] : []),
    ...[...document.querySelectorAll('#app script, #app style, #app iframe, #app object, #app base, #app foreignObject')]
      .map((element) => element.outerHTML),
    ...[...document.querySelectorAll('#app *')].flatMap((element) => [...element.attributes]
      .filter(({ name, value }) => /^on/.test(name) || /^\\s*(javascript|data:text)/i.test(value) && /href|src|action/.test(name))
      .map(({ name, value }) => element.tagName + ' ' + name + '=' + value)),
  ]`)
  expect(found).toEqual([])
}
