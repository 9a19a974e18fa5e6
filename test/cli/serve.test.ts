import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sqlite } from 'earshot/node'
import { createSimulator } from 'earshot/simulator'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fetchOnce } from '../node/serving.js'
import * as inProcess from './inProcess.js'
import { earshot, endAll, startEarshot } from './process.js'
import { createProject, type Project } from './project.js'

let project: Project
let folder = ''
beforeEach(() => {
  project = createProject()
  folder = project.folder
})
afterEach(() => {
  endAll()
  project.remove()
})

const counting = `
import { Bot, session } from 'earshot'
import { z } from 'zod'
const count = session({ name: 'count', key: 'user', schema: z.number(), initial: () => 0 })
export const bot: Bot = new Bot().use(count).on('direct', async (ctx) => String(await ctx.count.update((old) => old + 1)))
`
/** The same without types, for where a compiler would only be loaded. */
const plainly = counting.replace(': Bot', '')
const twoBots = `
import { Bot } from 'earshot'
export const bots = { echo: new Bot().on('direct', () => 'I am Echo'), night: new Bot().on('direct', () => 'I am Night') }
`

const file = (name: string, text: string) => project.write(name, text)

type Simulator = ReturnType<typeof createSimulator>

/** It keeps no connection, which a bot's process would wait for as it ends. */
const simulatedServer = (): Simulator => createSimulator({ fetch: fetchOnce })

function environmentOf(simulator: Simulator): Record<string, string> {
  const { site, email, apiKey, token = '' } = simulator.credentials('echo')
  return { EARSHOT_SITE: site, EARSHOT_EMAIL: email, EARSHOT_API_KEY: apiKey, EARSHOT_TOKEN: token }
}

const urlIn = (out: string) => /"url":"([^"]+)"/.exec(out)?.[1] ?? ''

async function ask(simulator: Simulator, bot: string, text: string): Promise<string | undefined> {
  const sent = simulator.say('iago', { to: [bot] }, text)
  await simulator.idle()
  return simulator
    .messages({ dm: ['iago', bot] })
    .find(({ id, sender_full_name }) => id > sent && sender_full_name !== 'Iago')?.content
}

describe('a .env in the working directory', () => {
  it('has the credentials for serve, listen and doctor, below those of the environment', async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const { EARSHOT_TOKEN: token = '', ...rest } = environmentOf(simulator)
    const bot = file('bot.mjs', plainly)
    const dotEnv = (all: object) =>
      file(
        '.env',
        Object.entries({ GREETING: 'hi', ...all })
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      )
    dotEnv({ ...rest, EARSHOT_TOKEN: 'w'.repeat(32) })
    // What is set already counts.
    const running = startEarshot(['serve', bot, '--port', '0'], { folder, environment: { EARSHOT_TOKEN: token } })
    simulator.connect('echo', urlIn(await running.until('"Serving"')))
    expect(await ask(simulator, 'echo', 'more')).toBe('1')
    const doctor = await earshot(['doctor', '--json'], { folder, environment: { EARSHOT_TOKEN: token } })
    expect(doctor.out).toContain(rest.EARSHOT_EMAIL)
    running.child.kill('SIGTERM')
    await running.ended
    dotEnv({ ...rest, EARSHOT_TOKEN: token })
    const listening = startEarshot(['listen', bot], { folder })
    expect(await listening.until('"Started"')).toContain(rest.EARSHOT_EMAIL)
  })

  it('may be missing, or a folder, and is named if it is unreadable', async () => {
    const bot = file('bot.mjs', plainly)
    const { err } = await earshot(['serve', bot], { folder })
    expect(err).not.toContain('.env can')
    mkdirSync(join(folder, '.env'))
    expect((await earshot(['serve', bot], { folder })).err).toBe(err)
  })
})

describe('earshot serve', () => {
  it('serves a bot with credentials of the environment and file storage', async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const args = ['serve', file('bot.ts', counting), '--port', '0', '--storage', `sqlite:${join(folder, 'bot.db')}`]
    for (const count of ['1', '2']) {
      const running = startEarshot(args, { environment: environmentOf(simulator) })
      simulator.connect('echo', urlIn(await running.until('"Serving"')))
      expect(await ask(simulator, 'echo', 'more')).toBe(count)
      running.child.kill('SIGTERM')
      const { code, out, err } = await running.ended
      expect([code, err]).toEqual([0, ''])
      const lines = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).msg)
      expect(lines.slice(-2)).toEqual(['Shutting down; waiting for running handlers', 'Closed'])
      expect(out).not.toContain(simulator.credentials('echo').apiKey)
    }
    await simulator.close()
  })

  it("reports each delivery's log to a simulator", async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const args = ['serve', file('bot.mjs', plainly), '--port', '0']
    const running = inProcess.startEarshot(args, { environment: environmentOf(simulator) })
    simulator.connect('echo', urlIn(await running.until('"Serving"')))
    await ask(simulator, 'echo', 'more')
    await expect
      .poll(() => simulator.deliveries.at(-1)?.log)
      .toMatchObject({
        handler: 'on direct',
        outcome: 'answered',
      })
    expect(await running.end('SIGTERM')).toMatchObject({ code: 0, err: '' })
    await simulator.close()
  })

  it('continues when its log is no longer read', async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const args = ['serve', file('bot.mjs', plainly), '--port', '0']
    const running = startEarshot(args, { environment: environmentOf(simulator) })
    simulator.connect('echo', urlIn(await running.until('"Serving"')))
    running.child.stdout?.destroy()
    for (const count of ['1', '2', '3']) expect(await ask(simulator, 'echo', 'more')).toBe(count)
    running.child.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 0, err: '' })
    await simulator.close()
  })

  it('serves several bots with sections of a file and a text log', async () => {
    const simulator = simulatedServer()
    const { url } = await simulator.serve()
    simulator.addBot({ full_name: 'Night' })
    const sections = ['echo', 'night'].map((name) => {
      const { email, apiKey, token } = simulator.credentials(name)
      return `[${name}]\nsite=${url}\nemail=${email}\nkey=${apiKey}\ntoken=${token}\n`
    })
    const config = file('earshotrc', sections.join('\n'))
    const args = ['serve', file('bots.mjs', twoBots), '--port', '0', '--config', config, '--log', 'text']
    const running = inProcess.startEarshot(args)
    const out = await running.until('bots=')
    expect(out).toMatch(/^\d\d:\d\d:\d\d Serving {2}url=http\S+ bots=\S+,\S+$/m)
    for (const bot of ['Echo', 'Night']) {
      simulator.connect(bot, /url=(\S+)/.exec(out)?.[1] ?? '')
      expect(await ask(simulator, bot, 'who?')).toBe(`I am ${bot}`)
    }
    expect(await running.end('SIGINT')).toMatchObject({ code: 0, err: '' })
    await simulator.close()
  })

  it('accepts deliveries at a secret path from allowed addresses, and never shows the path', async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const path = '/hook/9sKd72hQmXw4ZtRvBn8LpC3yHd6FsA1g'
    const visitors = ['--allow', '::1,127.0.0.0/8', '--trust-proxy', '::1']
    const running = inProcess.startEarshot(['serve', file('bot.mjs', plainly), '--port', '0', ...visitors], {
      environment: { ...environmentOf(simulator), EARSHOT_PATH: path },
    })
    const url = urlIn(await running.until('"Serving"'))
    simulator.connect('echo', url + path)
    expect(await ask(simulator, 'echo', 'more')).toBe('1')
    expect((await fetchOnce(url, { method: 'POST' })).status).toBe(404)
    const { out, err } = await running.end('SIGTERM')
    expect(out + err).not.toContain(path)
    await simulator.close()
  })

  it('receives in one process and handles in another that may be killed', async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const path = join(folder, 'bots.db')
    const queue = ['--queue', `sqlite:${path}`]
    const waiting = await sqlite(path).openQueue()
    onTestFinished(() => waiting.close())
    const bot = file('bot.mjs', plainly)
    const environment = environmentOf(simulator)
    const receiver = startEarshot(['serve', bot, ...queue, '--role', 'receiver', '--port', '0'], { environment })
    simulator.connect('echo', urlIn(await receiver.until('"Serving"')))
    const says = async (count: string) => {
      simulator.say('iago', { to: ['echo'] }, 'more')
      const worker = startEarshot(['serve', bot, ...queue, '--role', 'worker', '--concurrency', '2'], {
        environment: { ...environment, PORT: '0' },
      })
      await worker.until('"Handled"')
      const messages = simulator.messages({ dm: ['iago', 'echo'] })
      expect(messages.at(-1)?.content).toBe(count)
      // A worker that is killed before it has written down what it did keeps the next from the conversation for a while.
      await expect.poll(() => waiting.status()).toMatchObject({ waiting: 0, working: 0 })
      return worker
    }
    const first = await says('1')
    first.child.kill('SIGKILL')
    await first.ended
    const second = await says('2')
    for (const running of [receiver, second]) {
      running.child.kill('SIGTERM')
      expect(await running.ended).toMatchObject({ code: 0, err: '' })
    }
    const working = (await second.ended).out.split('\n').find((line) => line.includes('"Working"'))
    expect(JSON.parse(working ?? '{}')).toMatchObject({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
    await simulator.close()
  })

  it('warns of a wrong key or a server that is down, and continues', async () => {
    const simulator = simulatedServer()
    await simulator.serve()
    const bot = file('bot.mjs', plainly)
    const environment = environmentOf(simulator)
    const wrongKey = { ...environment, EARSHOT_API_KEY: 'w'.repeat(32) }
    const down = { ...environment, EARSHOT_SITE: 'http://127.0.0.1:1' }
    const running = [wrongKey, down].map((one) =>
      inProcess.startEarshot(['serve', bot, '--port', '0'], { environment: one }),
    )
    const said = await Promise.all(running.map(({ until }) => until('"problem"')))
    for (const { end } of running) expect(await end('SIGTERM')).toMatchObject({ code: 0, err: '' })
    await simulator.close()
    expect(said.every((text) => text.includes('"Serving"'))).toBe(true)
    expect(said[0]).toMatch(/users\.me was refused: .*Check the client's `email` and `apiKey`/)
    expect(said[0]).not.toContain('w'.repeat(32))
    expect(said[1]).toMatch(/users\.me got no answer: .*Check that the server is up/)
  })

  it('exits with 2 for invalid arguments before it listens', async () => {
    const bot = file('bot.mjs', "import { Bot } from 'earshot'\nexport const bot = new Bot()")
    const tried = [
      [['serve'], /missing required argument 'file'/],
      [['serve', join(folder, 'nowhere.ts')], /There is no file/],
      [['serve', file('empty.mjs', '')], /exports no bot, but nothing/],
      [['serve', bot, '--port', '65536'], /Give a number from 0 to 65535/],
      [['serve', bot, '--log', 'loud'], /Allowed choices are json, text/],
      [['serve', bot, '--storage', 'disk'], /Earshot knows no such kind of storage/],
      [['serve', bot, '--queue', 'disk'], /Earshot knows no such kind of queue/],
      [['serve', bot, '--role', 'boss'], /Allowed choices are both, receiver, worker/],
      [['serve', bot, '--config', join(folder, 'no-rc')], /no-rc/],
      [['serve', bot, '--allow', 'everyone'], /allow contains "everyone", which is neither an address nor a network/],
      [['serve', bot, '--tls-cert', 'cert.pem'], /tlsKey is missing, but the other one is given/],
    ] as const
    const ends = await Promise.all(tried.map(([args]) => inProcess.earshot(args)))
    for (const [index, { code, out, err }] of ends.entries()) {
      expect(err).toMatch(tried[index]?.[1] ?? /^$/)
      expect([code, out]).toEqual([2, ''])
    }
  })

  it('shows the place of a syntax error and exits with 2', async () => {
    const { code, out, err } = await earshot(['serve', file('wrong.ts', 'export const = 1')])
    expect(err).toMatch(/wrong\.ts:1: /)
    expect([code, out]).toEqual([2, ''])
  })

  it("exits with 1 without showing the password if the store can't be reached", async () => {
    const bot = file('bot.mjs', "import { Bot } from 'earshot'\nexport const bot = new Bot()")
    const environment = environmentOf(createSimulator())
    const EARSHOT_STORAGE = 'redis://me:hush@127.0.0.1:1'
    const running = inProcess.startEarshot(['serve', bot], { environment: { ...environment, EARSHOT_STORAGE } })
    await running.until('Waiting for the store')
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    const { code, out, err } = await running.ended
    expect(code).toBe(1)
    expect(err).toMatch(/Redis can't be reached: 127\.0\.0\.1:1/)
    expect(out + err).not.toContain('hush')
  })
})
