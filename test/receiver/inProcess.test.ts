import { Bot, type Log, memoryQueue } from 'earshot'
import { createReceiver, type ReceiverOptions } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { type InProcessHandler, inProcess } from '../../src/protocol/inProcess.js'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

function setUp(options: Partial<ReceiverOptions> = {}, bot = echo()) {
  const simulator = createSimulator({ clock: 'frozen' })
  const { token = '', ...credentials } = simulator.credentials('echo')
  const receiver = createReceiver({
    bots: [{ bot, credentials, tokens: [token] }],
    fetch: simulator.fetch,
    clock: simulator.clock,
    log: silent,
    ...options,
  })
  return { simulator, receiver, token }
}

function echo(): Bot {
  return new Bot().onMention((ctx) => {
    if (ctx.text === 'fail') throw new Error('on purpose')
    return ctx.text === 'say nothing' ? undefined : `${ctx.text}!`
  })
}

const shortWay = (receiver: { readonly fetch: object }) => Reflect.get(receiver.fetch, inProcess) as InProcessHandler

/** What a simulator writes down of a talk with a bot that is connected in one way or the other. */
async function journalOf(
  texts: readonly string[],
  connect: 'as it is' | 'by web requests',
  options = {},
  bot = echo(),
) {
  const { simulator, receiver } = setUp(options, bot)
  let webRequests = 0
  simulator.connect(
    'echo',
    connect === 'as it is'
      ? receiver.fetch
      : (request) => {
          webRequests += 1
          return receiver.fetch(request)
        },
  )
  for (const text of texts) simulator.say('hamlet', { channel: 'kitchen', topic: 'oven' }, text)
  await simulator.idle()
  const last = simulator.messages({ channel: 'kitchen', topic: 'oven' }).at(-1)?.content
  await simulator.close()
  // The receiver's own name for a delivery is another each time.
  const journal = simulator.journal.text().replaceAll(/(?<=delivery )[0-9a-f]{8}(?=-)/g, 'its name')
  return { journal, last, webRequests }
}

describe('a receiver in the process of the server', () => {
  it.each([
    ['answers', ['@**Echo** loaf'], 'loaf!'],
    ['answers the same again, and several', ['@**Echo** loaf', '@**Echo** rye', '@**Echo** loaf'], 'loaf!'],
    ['says nothing', ['@**Echo** say nothing'], '@**Echo** say nothing'],
    ['fails', ['@**Echo** fail'], undefined],
    ['answers what is more than ASCII', ['@**Echo** Käse 🥐'], 'Käse 🥐!'],
  ])('%s as by web requests, to the letter', async (_, texts, last) => {
    const direct = await journalOf(texts, 'as it is')
    const byWeb = await journalOf(texts, 'by web requests')
    expect(byWeb.webRequests).toBe(texts.length)
    expect(direct.journal).toBe(byWeb.journal)
    if (last !== undefined) expect(direct.last).toBe(last)
  })

  it('breaks down as by web requests, to the letter', async () => {
    const broken = new Bot()
    broken.handle = () => Promise.reject(new Error('on purpose'))
    const direct = await journalOf(['@**Echo** loaf'], 'as it is', {}, broken)
    expect(direct.journal).toBe((await journalOf(['@**Echo** loaf'], 'by web requests', {}, broken)).journal)
    expect(direct.last).toMatch(/^Failure! .* 500/)
  })

  it('refuses as by web requests, to the letter', async () => {
    for (const options of [{ maxBodyBytes: 100 }, { maxJsonDepth: 1 }, { signal: AbortSignal.abort() }]) {
      const direct = await journalOf(['@**Echo** loaf'], 'as it is', options)
      expect(direct.journal).toBe((await journalOf(['@**Echo** loaf'], 'by web requests', options)).journal)
      expect(direct.last).toMatch(/^Failure!/)
    }
  })

  it('puts into a queue, and has no room in it, as by web requests, to the letter', async () => {
    const texts = ['@**Echo** loaf', '@**Echo** rye']
    const withQueue = () => ({ queue: memoryQueue({ capacity: 1 }), answerBy: 1 })
    const direct = await journalOf(texts, 'as it is', withQueue())
    const byWeb = await journalOf(texts, 'by web requests', withQueue())
    expect([direct.webRequests, byWeb.webRequests]).toEqual([0, 2])
    expect(direct.journal).toBe(byWeb.journal)
    expect(direct.last).toMatch(/^Failure! .* 503/)
  })

  it('says that a queue can not be reached as by web requests, to the letter', async () => {
    const withQueue = () => {
      const queue = memoryQueue()
      void queue.close()
      return { queue, answerBy: 1 }
    }
    const direct = await journalOf(['@**Echo** loaf'], 'as it is', withQueue())
    expect(direct.journal).toBe((await journalOf(['@**Echo** loaf'], 'by web requests', withQueue())).journal)
    expect(direct.last).toMatch(/^Failure! .* 503/)
  })

  it('takes what is right, and leaves to the usual way what is to be refused', async () => {
    const { simulator, receiver } = setUp()
    simulator.connect('echo', () => Response.json({}))
    simulator.say('hamlet', { channel: 'kitchen', topic: 'oven' }, '@**Echo** loaf')
    await simulator.idle()
    const notification = simulator.realm.notificationFor({ bot: 20, message: simulator.deliveries[0]?.messageId ?? 0 })
    const right = { method: 'POST', url: 'http://bot-20.localhost/', headers: {}, body: JSON.stringify(notification) }
    const take = shortWay(receiver)
    expect(await take(right)).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"content":"loaf!"}',
    })
    const wrong = [
      { ...right, method: 'GET' },
      { ...right, url: 'http://bot-20.localhost/healthz' },
      { ...right, url: 'http://bot-20.localhost/?x' },
      { ...right, body: undefined },
      { ...right, body: 'no JSON' },
      { ...right, body: '[]' },
      { ...right, body: JSON.stringify({ ...notification, token: 'x'.repeat(32) }) },
      { ...right, body: JSON.stringify({ ...notification, bot_email: 'nobody@example.com' }) },
      { ...right, body: JSON.stringify({ ...notification, trigger: 7 }) },
      { ...right, body: JSON.stringify({ ...notification, data: 'ä' }) },
    ]
    for (const request of wrong) expect(take(request)).toBeUndefined()
    await simulator.close()
  })

  it('goes the usual way wherever somebody looks on', async () => {
    const request = { method: 'POST', url: 'http://bot-20.localhost/', headers: {}, body: '{}' }
    expect(shortWay(setUp({ observer: { request: () => undefined } }).receiver)(request)).toBeUndefined()

    const seen: string[] = []
    const { simulator, receiver } = setUp()
    receiver.use(async (c, next) => {
      seen.push(c.req.method)
      await next()
    })
    simulator.connect('echo', receiver.fetch)
    simulator.say('hamlet', { channel: 'kitchen', topic: 'oven' }, '@**Echo** loaf')
    await simulator.idle()
    expect(simulator.messages({ channel: 'kitchen', topic: 'oven' }).at(-1)?.content).toBe('loaf!')
    expect(simulator.deliveries).toMatchObject([{ outcome: 'replied' }])
    await simulator.close()
  })
})
