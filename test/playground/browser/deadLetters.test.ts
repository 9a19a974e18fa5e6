import { Bot, silent } from 'earshot'
import { createWorker, memoryQueue } from 'earshot/queue'
import { createReceiver } from 'earshot/receiver'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from './axe.js'
import { hasBrowser } from './browser.js'
import { tabTo } from './keys.js'
import { it, type Playground } from './playground.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }

/** Puts a queue before Echo, whose handler does what it is told to; its failures are no better the next time. */
function queueBeforeEcho({ simulator }: Playground) {
  const { token = '', ...credentials } = simulator.credentials('echo')
  const queue = memoryQueue()
  let isBroken = true
  const bot = new Bot().on('mention', async (ctx) => {
    if (isBroken) await ctx.client.messages.send({ type: 'stream', to: 'the pantry', topic: 'x', content: 'x' })
    return `Served: ${ctx.text}`
  })
  const options = { bots: [{ bot, credentials, tokens: [token] }], queue, log: silent }
  const receiver = createReceiver(options)
  simulator.connect('echo', async (request) => receiver.fetch(request))
  const working = createWorker({ ...options, fetch: simulator.fetch }).start()
  return {
    queue,
    mend() {
      isBroken = false
    },
    /** Says something to it. */
    async say(text: string) {
      simulator.say('hamlet', lunch, `@**Echo** ${text}`)
      await simulator.idle()
    },
    async close() {
      await working.stop()
      await queue.close()
    },
  }
}

/** Presses a button, and answers the question that comes then; gives its text. */
async function pressAndAnswer(page: Page, name: string, answer: 'accept' | 'dismiss'): Promise<string> {
  const asked = page.waitForEvent('dialog')
  const pressed = page.getByRole('button', { name }).click()
  const question = await asked
  await question[answer]()
  await pressed
  return question.message()
}

describe.skipIf(!hasBrowser)('dead letters in the playground', () => {
  it('are listed with their reason, replayed to the repaired bot, and purged', async ({ playground }) => {
    const { simulator } = playground
    const echo = queueBeforeEcho(playground)
    await echo.say('soup')
    simulator.showQueue(echo.queue)
    const page = await playground.open('#/deliveries')
    const letters = page.getByRole('listbox', { name: 'Dead letters' }).getByRole('option')
    await page.getByRole('button', { name: 'Dead letters: 1' }).click()
    await echo.say('bread')
    await letters.nth(1).waitFor()

    await letters.filter({ hasText: 'soup' }).click()
    await page.getByRole('heading', { name: /^Message \d+ to Echo failed/ }).waitFor()
    const detail = page.getByRole('region', { name: 'Dead letter' })
    for (const text of ['Its handler failed', 'the pantry', 'reply failure', '#kitchen › lunch', 'trigger'])
      await detail.getByText(text).first().waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 400, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400)

    echo.mend()
    await tabTo(page, page.getByRole('button', { name: 'Replay' }))
    await page.keyboard.press('Enter')
    // The list comes back, is asked for anew, and has one letter less.
    await expect.poll(() => letters.count()).toBe(1)
    await expect.poll(() => simulator.messages(lunch).at(-1)?.content).toContain('Served: soup')

    await letters.click()
    playground.expectProblem(/^dialogue: Purge/)
    expect(await pressAndAnswer(page, 'Purge', 'dismiss')).toContain('Purge the dead letter?')
    expect((await echo.queue.status()).dead).toBe(1)
    await pressAndAnswer(page, 'Purge', 'accept')
    await page.getByText('every delivery was handled').waitFor()
    expect((await echo.queue.status()).dead).toBe(0)
    await page.getByRole('button', { name: 'Deliveries', exact: true }).click()
    await page.getByRole('button', { name: 'Dead letters: 0' }).waitFor()
    // It asks for the dead letters every now and then, and a queue that is closed has no answer.
    await page.goto('about:blank')
    await echo.close()
  })

  it('that are uncertain are replayed only after a confirmation', async ({ playground }) => {
    const queue = memoryQueue()
    const entry = { id: 'a/b', key: 'a', bot: 'echo-bot@example.com', conversation: 'a', message: 1, sender: 'b' }
    await queue.put({ ...entry, notification: 'no JSON', arrived: 7 })
    const working = queue.work(({ settle }) => settle({ kind: 'dead', reason: 'uncertain', error: '<b>?</b>' }), {
      concurrency: 1,
    })
    await working.idle()
    await working.stop()
    playground.simulator.showQueue(queue)
    playground.expectProblem(/^dialogue: Replay/)
    const page = await playground.open('#/deliveries?dead=a%2Fb')
    await page.getByText('between sending something and knowing').waitFor()
    expect(await pressAndAnswer(page, 'Replay', 'dismiss')).toContain('so it could answer twice')
    expect((await queue.status()).dead).toBe(1)
    await pressAndAnswer(page, 'Replay', 'accept')
    await page.getByText('It is in the queue again.').waitFor()
    expect(await queue.status()).toMatchObject({ dead: 0, waiting: 1 })
  })

  it('are not mentioned if there is no queue', async ({ playground }) => {
    const page = await playground.open('#/deliveries?dead=all')
    await page.getByRole('listbox', { name: 'Deliveries' }).waitFor()
    expect(await page.getByText('Dead letters').count()).toBe(0)
  })
})
