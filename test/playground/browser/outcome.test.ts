import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { conversationOf } from './chat.js'
import { inOnePage, type Playground } from './playground.js'

const it = inOnePage()

const lunch = { channel: 'kitchen', topic: 'lunch' }
const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' })

/** A delivery to Echo that is answered so. */
async function answered({ simulator }: Playground, answer: () => Response) {
  simulator.connect('echo', answer)
  simulator.say('hamlet', lunch, '@**Echo** soup')
  await simulator.idle()
  return simulator.deliveries.at(-1)?.id ?? 0
}

/** What a process of Echo's does: it calls the API, and tells of the newest delivery. */
const asEcho = async ({ simulator }: Playground, path: string, body: object | URLSearchParams, client = '') => {
  const { email, apiKey } = simulator.credentials('echo')
  const isForm = body instanceof URLSearchParams
  const response = await simulator.fetch(`${simulator.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      authorization: `Basic ${btoa(`${email}:${apiKey}`)}`,
      'earshot-client': client,
    },
    body: isForm ? body : JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { readonly id: number }
}

const tellOf = (playground: Playground, log: object) =>
  asEcho(playground, '/sim/deliveries/log', { message: playground.simulator.deliveries.at(-1)?.messageId, log })

describe.skipIf(!hasBrowser)('the outcome of a delivery', () => {
  it('shows what the owner of a bot that failed was told as the owner sees it, in lines that cover none', async ({
    shared: { playground, page, goTo },
  }) => {
    const id = await answered(playground, () => new Response('no', { status: 500 }))
    await goTo(`#/deliveries?d=${id}`)
    const told = outcome(page).getByRole('region', { name: "The bot's owner was told" })
    await told.getByRole('link').first().waitFor()
    expect(await told.textContent()).not.toContain('](')
    const box = told.getByRole('blockquote')
    const { width = 0 } = (await box.boundingBox()) ?? {}
    expect(width).toBe((await outcome(page).boundingBox())?.width)
    await expect.poll(() => box.evaluate((element) => element.checkVisibility())).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  })

  it('is late, and leads to the message, if the bot sent its answer afterwards', async ({
    shared: { playground, page, goTo },
  }) => {
    const id = await answered(playground, () => Response.json({ response_not_required: true }))
    const sent = new URLSearchParams({ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'Here it is, late.' })
    await tellOf(playground, { name: 'ab12-9' })
    const message = await asEcho(playground, '/api/v1/messages', sent, 'delivery ab12-9')
    const call = { after: 11_800, endpoint: 'messages.send', duration: 200, status: 200, code: 'ok' }
    await tellOf(playground, { name: 'ab12-9', calls: [call], outcome: 'sent', duration: 12_010 })
    await goTo('#/chat?c=10:channel/2/lunch')
    await conversationOf(page)
      .messages.getByRole('button', { name: `Delivery ${id} to Echo: answered late, 12s` })
      .click()
    await outcome(page).getByText(`late answered after 12s as message ${message.id} in #kitchen › lunch`).waitFor()
    await goTo(`#/deliveries?d=${id}&q=is:late`)
    await page.getByRole('option', { name: new RegExp(`^${id} .* late$`) }).waitFor()
    await outcome(page)
      .getByRole('link', { name: `message ${message.id}` })
      .click()
    await conversationOf(page).message('Here it is, late.').and(page.locator(':focus')).waitFor()
  })

  it("names the first frame of the bot's own files if its handler threw", async ({
    shared: { playground, page, goTo },
  }) => {
    const id = await answered(playground, () => Response.json({ content: 'Something went wrong' }))
    const frames = [
      { at: 'Run.reply (/app/node_modules/earshot/dist/shared/run.js:370:11)' },
      { at: 'bake (/app/bad.ts:14:3)', source: 'throw new TypeError()' },
    ]
    await tellOf(playground, { name: 'ab12-7', errors: [{ after: 1, name: 'TypeError', message: 'no dough', frames }] })
    await goTo(`#/deliveries?d=${id}`)
    await page.getByText('TypeError: no dough bad.ts:14:3').waitFor()
  })

  it('has one duration everywhere, and a bar of its parts', async ({ shared: { playground, page, goTo } }) => {
    const { simulator } = playground
    simulator.faults.add('the next delivery to Echo is delayed by 3s')
    simulator.connect('echo', () => Response.json({ content: 'yes' }))
    simulator.say('hamlet', lunch, '@**Echo** soup')
    await simulator.advance('4s')
    const id = simulator.deliveries.at(-1)?.id
    const took = '3s'
    await goTo('#/chat?c=10:channel/2/lunch')
    const chip = conversationOf(page).messages.getByRole('button', { name: new RegExp(`Delivery ${id} to Echo`) })
    expect(await chip.textContent()).toContain(`· ${took}`)
    await goTo(`#/deliveries?d=${id}&tab=attempts`)
    const panel = page.getByRole('tabpanel', { name: 'Attempts' })
    await panel.getByText(`${took}: waited ${took}`).waitFor()
    await page.locator('.fact-strip').getByText(took, { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByText(`Status 200 after ${took}`).waitFor()
  })

  it('is told by one notice, and by none while the delivery is on the screen', async ({
    shared: { playground, page, goTo },
  }) => {
    const { simulator } = playground
    const notify = (text: string, about?: string) =>
      simulator.fetch(`${simulator.url}/sim/notices`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tone: 'bad', text, ...(about && { about }) }),
      })
    const id = await answered(playground, () => Response.json({ content: 'Something went wrong' }))
    const about = `message ${simulator.deliveries.at(-1)?.messageId}`
    await goTo(`#/deliveries?d=${id}`)
    await outcome(page).waitFor()
    await notify('Of what is on the screen', about)
    await notify('The first')
    await notify('The second')
    await page.locator('.notice', { hasText: 'The second' }).waitFor()
    expect(await page.locator('.notice').count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(await page.locator('.notice').count()).toBe(0)
    await goTo('#/organisation')
    await notify('Of what is elsewhere', about)
    await page.locator('.notice', { hasText: 'Of what is elsewhere' }).waitFor()
  })

  it('of the last delivery colours the dot of its bot', async ({ shared: { playground, page, goTo } }) => {
    await answered(playground, () => Response.json({ content: 'Something went wrong' }))
    await tellOf(playground, { name: 'ab12-8', errors: [{ after: 1, name: 'TypeError', message: 'no dough' }] })
    await goTo('#/chat?c=10:channel/2/lunch')
    const echo = page.getByTitle(/^Echo: Delivery/).first()
    await echo.locator('.dot.bad').waitFor()
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    playground.simulator.connect('echo', () => isReleased.then(() => Response.json({ content: 'at last' })))
    playground.simulator.say('hamlet', lunch, '@**Echo** soup')
    await echo.locator('.dot.warn').waitFor()
    expect(await echo.getAttribute('title')).toMatch(/under way, attempt 1/)
    release()
    await echo.locator('.dot.good').waitFor()
  })
})
