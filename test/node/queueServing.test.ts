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
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
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

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 10 })

const echo = () => new Bot().onMention((ctx) => `You said ${ctx.text}`)

describe('a bot that is served with a queue in SQLite', () => {
  it('acknowledges a delivery as soon as it is on the disk, and answers by a message', async () => {
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

  it('works on what was left when it starts again, whoever left it', async () => {
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

  it('leaves the work to others when it is told to, which remember in the same file', async () => {
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

  it('gives back what does not end in time, so that it is answered the next time', async () => {
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

  it('lets handlers end that do so in time', async () => {
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

  it('puts into the dead letters what it can not deal with', async () => {
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

describe('a queue', () => {
  it('is named by the environment', async () => {
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

  it('stays open when it is somebody else’s', async () => {
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
      'a password',
      { environment: { EARSHOT_QUEUE: 'redis//me:hush@cache' } },
      /EARSHOT_QUEUE is not a known kind of queue/,
    ],
    ['only receiving', { work: false }, /`work: false` nobody would handle what is taken/],
    ['a queue that is none', { queue: {} as Queue }, /`queue` is not a queue/],
    ['one that is being opened', { queue: Promise.resolve() as unknown as Queue }, /Add `await` where it is opened/],
    ['a folder that is not there', { queue: sqlite('nowhere/at/all/bots.db') }, /Check that its folder exists/],
    ['no sense', { queue: sqlite(':memory:', { capacity: -1 }) }, /capacity/],
  ])('is refused before anything listens: %s', async (_name, options, says) => {
    const { options: account } = common(await started())
    const failing = serve(echo(), { ...account, port: 0, ...options })
    await expect(failing).rejects.toThrow(says)
    await expect(failing).rejects.not.toThrow('hush')
  })

  it('is needed by who works', async () => {
    const { options } = common(await started())
    await expect(work(echo(), options)).rejects.toThrow('there is nothing to take deliveries from')
    await expect(work(echo(), { ...options, queue: 'inline' })).rejects.toMatchObject({ option: 'queue' })
  })

  it('is closed again when the port can not be had', async () => {
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
  it('says at its own port how it is, and takes no deliveries there', async () => {
    const simulator = await started()
    const { healthUrl = '' } = await working(simulator, echo(), { queue: sqlite(newFile()), healthPort: 0 })
    expect((await fetch(`${healthUrl}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${healthUrl}/readyz`)).json()).toMatchObject({ status: 'ready' })
    expect(await (await fetch(`${healthUrl}/metrics`)).text()).toContain('queue')
    expect((await fetch(healthUrl, { method: 'POST', body: '{}' })).status).toBe(404)
  })

  it('takes a handler of any kind, and several bots', async () => {
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

describe.skipIf(!hasRedis)('a bot that is served with a queue in Redis', () => {
  it('has receivers and workers that share nothing else', async () => {
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
    const restarted = server.restart(700)
    const { lines } = await serving(simulator, echo(), { queue: redis(server.address), storeTimeout: 15_000 })
    await restarted
    expect(lines.map(({ message }) => message)).toContain('Waiting for the store, which is not reachable yet')
    simulator.say('Iago', kitchen, '@**Echo** buns')
    await eventually(() => expect(answers(simulator)).toEqual(['You said buns']))
  })

  it('does not start without it, and says where it was looked for', async () => {
    const { options } = common(await started())
    const queue = redis('redis://me:hush@127.0.0.1:1')
    const failing = serve(echo(), { ...options, port: 0, queue, storeTimeout: 0 })
    await expect(failing).rejects.toThrow("Redis can't be reached: 127.0.0.1:1")
    await expect(failing).rejects.not.toThrow('hush')
  })
})
