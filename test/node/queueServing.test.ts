import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Bot, session } from 'earshot'
import { redis, type ServeOptions, serve, sqlite, sqliteQueue, type WorkOptions, work } from 'earshot/node'
import type { Queue } from 'earshot/queue'
import { memoryQueue } from 'earshot/queue'
import type { Delivery } from 'earshot/receiver'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { eventually } from '../eventually.js'
import { gate, recordingLog } from '../receiver/kit.js'
import { hasRedis, startRedis } from '../storage/redisServer.js'

let folder = ''
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-durable-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const newFile = () => join(folder, `bots-${++files}.db`)

const kitchen = { channel: 'kitchen', topic: 'lunch' }

async function started(): Promise<Simulator> {
  const simulator = createSimulator()
  await simulator.serve()
  onTestFinished(() => simulator.close())
  return simulator
}

/** What every process of a test has: the account, and nothing of the surroundings. */
function common(simulator: Simulator) {
  const { token = '', ...credentials } = simulator.credentials('Echo')
  const { log, lines } = recordingLog()
  return { lines, options: { credentials: { ...credentials, token }, environment: {}, handleSignals: false, log } }
}

async function serving(simulator: Simulator, bot: Bot, options: Partial<ServeOptions>) {
  const { options: account, lines } = common(simulator)
  const running = await serve(bot, { ...account, port: 0, ...options })
  onTestFinished(() => running.close())
  simulator.connect('Echo', running.url)
  return { ...running, lines }
}

async function working(simulator: Simulator, bot: Bot, options: Partial<WorkOptions>) {
  const { options: account, lines } = common(simulator)
  const running = await work(bot, { ...account, ...options })
  onTestFinished(() => running.close())
  return { ...running, lines }
}

const answers = (simulator: Simulator) =>
  simulator
    .messages(kitchen)
    .filter(({ sender_full_name }) => sender_full_name === 'Echo')
    .map(({ content }) => content)

const echo = () => new Bot().onMention((ctx) => `You said ${ctx.text}`)

describe('a bot with an SQLite queue', () => {
  it('acknowledges a delivery once it is stored, and replies with a message', async () => {
    const simulator = await started()
    const { opened, open } = gate()
    const bot = new Bot().onMention(async (ctx) => {
      await opened
      return `You said ${ctx.text}`
    })
    await serving(simulator, bot, { queue: sqlite(newFile()) })
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await simulator.idle()
    expect(simulator.deliveries.at(-1)).toMatchObject({ outcome: 'quiet', attempts: [{}] })
    expect(answers(simulator)).toEqual([])
    open()
    await eventually(() => expect(answers(simulator)).toEqual(['You said buns']))
  })

  it('handles at start what an earlier process left', async () => {
    const simulator = await started()
    const file = newFile()
    const receiver = await serving(simulator, echo(), { queue: sqlite(file), work: false })
    for (const text of ['one', 'two', 'three']) simulator.say('Iago', kitchen, `@**Echo** ${text}`)
    await simulator.idle()
    await receiver.close()
    const queue = await sqliteQueue(file)
    expect(await queue.status()).toMatchObject({ waiting: 3, working: 0 })
    await queue.close()
    expect(answers(simulator)).toEqual([])
    await serving(simulator, echo(), { queue: sqlite(file) })
    await eventually(() => expect(answers(simulator)).toEqual(['You said one', 'You said two', 'You said three']))
  })

  it('leaves the work to a worker that shares the file with `work: false`', async () => {
    const simulator = await started()
    const store = sqlite(newFile())
    const counting = () =>
      new Bot()
        .use(session({ name: 'count', key: 'user', schema: z.number(), initial: () => 0 }))
        .onMention(async (ctx) => String(await ctx.count.update((old) => old + 1)))
    await serving(simulator, counting(), { queue: store, work: false })
    const first = await working(simulator, counting(), { queue: store })
    simulator.say('Iago', kitchen, '@**Echo** more')
    await eventually(() => expect(answers(simulator)).toEqual(['1']))
    await first.close()
    await working(simulator, counting(), { queue: store })
    simulator.say('Iago', kitchen, '@**Echo** more')
    await eventually(() => expect(answers(simulator)).toEqual(['1', '2']))
  })

  it('returns a handler that exceeds closeTimeout to the queue, for the next start', async () => {
    const simulator = await started()
    const file = newFile()
    const begun = gate()
    const stubborn = new Bot().onMention(async (ctx) => {
      begun.open()
      await new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)))
    })
    const first = await serving(simulator, stubborn, { queue: sqlite(file), closeTimeout: 50 })
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await begun.opened
    await first.close()
    const queue = await sqliteQueue(file)
    expect(await queue.status()).toMatchObject({ waiting: 1, working: 0, dead: 0 })
    await queue.close()
    await serving(simulator, echo(), { queue: sqlite(file) })
    await eventually(() => expect(answers(simulator)).toEqual(['You said buns']))
  })

  it('finishes handlers that end before closeTimeout', async () => {
    const simulator = await started()
    const file = newFile()
    const [begun, ending] = [gate(), gate()]
    const bot = new Bot().onMention(async () => {
      begun.open()
      await ending.opened
      return 'warm'
    })
    const { close } = await serving(simulator, bot, { queue: sqlite(file) })
    simulator.say('Iago', kitchen, '@**Echo** buns')
    simulator.say('Iago', kitchen, '@**Echo** more buns')
    await begun.opened
    await simulator.idle()
    const closed = close()
    ending.open()
    await closed
    expect(answers(simulator)).toEqual(['warm'])
    const queue = await sqliteQueue(file)
    expect(await queue.status()).toMatchObject({ waiting: 1, working: 0 })
    await queue.close()
  })

  it('moves a delivery to the dead letters after its last attempt', async () => {
    const simulator = await started()
    const file = newFile()
    const bot = new Bot().onMention(() => {
      throw new Error('The oven is cold.')
    })
    await serving(simulator, bot, { queue: sqlite(file), attempts: 1 })
    simulator.say('Iago', kitchen, '@**Echo** buns')
    const queue = await sqliteQueue(file)
    onTestFinished(() => queue.close())
    await eventually(async () => expect(await queue.status()).toMatchObject({ dead: 1, waiting: 0, working: 0 }))
    expect(await queue.dead.list()).toMatchObject([{ reason: 'failed', error: expect.stringContaining('cold') }])
    expect(answers(simulator)).toHaveLength(1)
  })
})

describe('a queue of serve or work', () => {
  it('can be set in the environment', async () => {
    const simulator = await started()
    const file = newFile()
    const environment = { EARSHOT_QUEUE: `sqlite:${file}` }
    const receiver = await serving(simulator, echo(), { environment, work: false })
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await simulator.idle()
    await receiver.close()
    const { close } = await working(simulator, echo(), { environment })
    await eventually(() => expect(answers(simulator)).toEqual(['You said buns']))
    await close()
  })

  it("isn't closed if it was given as an object", async () => {
    const simulator = await started()
    const queue = memoryQueue()
    const { close } = await serving(simulator, echo(), { queue })
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await eventually(() => expect(answers(simulator)).toEqual(['You said buns']))
    await close()
    expect(await queue.status()).toMatchObject({ waiting: 0, dead: 0 })
    await queue.close()
  })

  it.each([
    ['EARSHOT_QUEUE', { environment: { EARSHOT_QUEUE: 'disk' } }, /EARSHOT_QUEUE is not a known kind of queue/],
    [
      'a misspelled address with a password',
      { environment: { EARSHOT_QUEUE: 'redis//me:hush@cache' } },
      /EARSHOT_QUEUE is not a known kind of queue/,
    ],
    ['only receiving without a queue', { work: false }, /`work: false` nobody would handle what is taken/],
    ['an object that is no queue', { queue: {} as Queue }, /`queue` is not a queue/],
    ['a promise of a queue', { queue: Promise.resolve() as unknown as Queue }, /Add `await` where it is opened/],
    ['a missing folder', { queue: sqlite('nowhere/at/all/bots.db') }, /Check that its folder exists/],
    ['an invalid capacity', { queue: sqlite(':memory:', { capacity: -1 }) }, /capacity/],
  ])('is rejected before the port is opened: %s', async (_name, options, says) => {
    const { options: account } = common(await started())
    const failing = serve(echo(), { ...account, port: 0, ...options })
    await expect(failing).rejects.toThrow(says)
    await expect(failing).rejects.not.toThrow('hush')
  })

  it('is required by work', async () => {
    const { options } = common(await started())
    await expect(work(echo(), options)).rejects.toThrow('there is nothing to take deliveries from')
    await expect(work(echo(), { ...options, queue: 'inline' })).rejects.toMatchObject({ option: 'queue' })
  })

  it('is closed again if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    let isClosed = false
    const store = {
      ...sqlite(newFile()),
      openQueue: async () => ({
        ...memoryQueue(),
        async close() {
          isClosed = true
        },
      }),
    }
    const { options } = common(await started())
    const port = (other.address() as AddressInfo).port
    await expect(serve(echo(), { ...options, port, queue: store })).rejects.toMatchObject({ code: 'port_in_use' })
    expect(isClosed).toBe(true)
  })
})

describe('a worker', () => {
  it('reports health and metrics at its own port, and refuses deliveries there', async () => {
    const simulator = await started()
    const { healthUrl = '' } = await working(simulator, echo(), { queue: sqlite(newFile()), healthPort: 0 })
    expect((await fetch(`${healthUrl}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${healthUrl}/readyz`)).json()).toMatchObject({ status: 'ready' })
    expect(await (await fetch(`${healthUrl}/metrics`)).text()).toContain('queue')
    expect((await fetch(healthUrl, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('accepts any handler and several bots', async () => {
    const simulator = await started()
    const { token = '', ...credentials } = simulator.credentials('Echo')
    const seen: string[] = []
    const handler = { handle: async ({ notification }: Delivery) => void seen.push(notification.data) }
    const queue = memoryQueue()
    const account = { credentials: { ...credentials, token } }
    const quiet = { environment: {}, handleSignals: false, log: recordingLog().log, queue }
    const receiver = await serve(handler, { ...quiet, ...account, port: 0, work: false })
    const worker = await work({ ...quiet, bots: [{ bot: handler, ...account }] })
    simulator.connect('Echo', receiver.url)
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await eventually(() => expect(seen).toEqual(['@**Echo** buns']))
    await receiver.close()
    await worker.close()
  })
})

describe.skipIf(!hasRedis)('a bot with a Redis queue', () => {
  it('can have receivers and workers that share only Redis', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const simulator = await started()
    await serving(simulator, echo(), { queue: redis(server.address), work: false })
    await working(simulator, echo(), { queue: redis(server.address) })
    await working(simulator, echo(), { queue: redis(server.address) })
    const texts = Array.from({ length: 10 }, (_, index) => `bun ${index}`)
    for (const text of texts) simulator.say('Iago', kitchen, `@**Echo** ${text}`)
    await eventually(() => expect(answers(simulator)).toEqual(texts.map((text) => `You said ${text}`)))
  })

  it('waits for a Redis that starts later', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const simulator = await started()
    const { log, lines } = recordingLog()
    const waiting = expect.objectContaining({ message: 'Waiting for the store, which is not reachable yet' })
    let ready: Promise<unknown> | undefined
    await server.restart(() => {
      ready = serving(simulator, echo(), { queue: redis(server.address), storeTimeout: 120_000, log })
      return eventually(() => expect(lines).toContainEqual(waiting))
    })
    await ready
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await eventually(() => expect(answers(simulator)).toEqual(['You said buns']))
  })

  it('fails to start without Redis, with its address in the error', async () => {
    const { options } = common(await started())
    const queue = redis('redis://me:hush@127.0.0.1:1')
    const failing = serve(echo(), { ...options, port: 0, queue, storeTimeout: 0 })
    await expect(failing).rejects.toThrow("Redis can't be reached: 127.0.0.1:1")
    await expect(failing).rejects.not.toThrow('hush')
  })
})
