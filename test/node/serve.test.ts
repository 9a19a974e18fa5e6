import { createServer } from 'node:net'
import { Bot, Composer, cooldown, idempotence, type Storage, session, typing } from 'earshot'
import { ConfigurationError, ServeError, type ServeOptions, serve } from 'earshot/node'
import type { Delivery } from 'earshot/receiver'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '../eventually.js'
import { everythingToHappen, gate, manualClock, recordingLog } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'
import { fetchOnce, served, wire } from './serving.js'

const bot = { handle: async () => {} }
const credentials = { ...echoBot, token: echoToken }
const quietly = { environment: {}, handleSignals: false, log: { debug() {}, info() {}, warn() {}, error() {} } }

describe('serve', () => {
  it('responds over HTTP at its URL', async () => {
    const { url, port, post } = await served(({ reply }) => reply('warm'))
    expect(url).toBe(`http://127.0.0.1:${port}`)
    const answer = await post()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual({ content: 'warm' })
    expect(await (await fetchOnce(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  })

  it('responds to each of many simultaneous requests, even if others disconnect', async () => {
    const { port, delivered } = await served(({ notification, reply }) => reply(`no. ${notification.message.id}`))
    const wires = await Promise.all(Array.from({ length: 30 }, () => wire(port)))
    await Promise.all(
      wires.map(async ({ socket, write }, id) => {
        const body = JSON.stringify(mention({ id }))
        await write(
          `POST / HTTP/1.1\r\nhost: bakery\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
        if (id % 3 === 0) socket.destroy()
      }),
    )
    const staying = wires.map((wire, id) => ({ wire, id })).filter(({ id }) => id % 3 > 0)
    const answers = await Promise.all(staying.map(({ wire }) => wire.answer()))
    expect(answers.map((answer) => answer.slice(answer.indexOf('{')))).toEqual(
      staying.map(({ id }) => JSON.stringify({ content: `no. ${id}` })),
    )
    expect(delivered.length).toBeGreaterThanOrEqual(staying.length)
  })

  it('responds while a test uses fake timers', async () => {
    const { post } = await served(({ reply }) => reply('warm'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'setInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await (await post()).json()).toEqual({ content: 'warm' })
  })

  it('logs its URL and bots, and no secret', async () => {
    const { url, lines } = await served()
    expect(lines[0]).toMatchObject({ message: 'Serving', fields: { url, bots: ['echo-bot@example.com'] } })
    expect(JSON.stringify(lines)).not.toContain(echoToken)
  })

  it('serves several bots at one URL', async () => {
    const seen: string[] = []
    const listening = await serve({
      bots: [
        { bot: { handle: async () => void seen.push('echo') }, credentials },
        {
          bot: { handle: async () => void seen.push('timer') },
          credentials: { ...echoBot, email: 'timer-bot@example.com', token: ['s'.repeat(32), 'n'.repeat(32)] },
        },
      ],
      port: 0,
      ...quietly,
    })
    onTestFinished(() => listening.close())
    const toTimer = mention({}, { bot_email: 'timer-bot@example.com', token: 'n'.repeat(32) })
    for (const body of [toTimer, mention()]) {
      await fetchOnce(listening.url, { method: 'POST', body: JSON.stringify(body) })
    }
    expect(seen).toEqual(['timer', 'echo'])
  })

  it('passes the given storage to its bots and leaves it open', async () => {
    const storage = memoryStorage()
    const noting = { handle: async (delivery: Delivery) => void (await delivery.storage.set('menu', 'buns')) }
    const environment = { EARSHOT_STORAGE: 'redis://nowhere.invalid' }
    const listening = await serve(noting, { ...quietly, environment, credentials, port: 0, storage })
    await fetchOnce(listening.url, { method: 'POST', body: JSON.stringify(mention()) })
    await listening.close()
    expect(await storage.get('menu')).toMatchObject({ value: 'buns' })
  })

  it('rejects a storage that is a promise', async () => {
    const storage = Promise.resolve(memoryStorage()) as unknown as Storage
    await expect(serve(bot, { ...quietly, credentials, port: 0, storage })).rejects.toMatchObject({
      code: 'receiver_option',
      option: 'storage',
    })
  })

  it('takes port and hostname from the environment by default', async () => {
    const listening = await serve(bot, {
      ...quietly,
      credentials,
      environment: { PORT: '0', HOST: '0.0.0.0' },
    })
    onTestFinished(() => listening.close())
    expect(listening.url).toBe(`http://localhost:${listening.port}`)
    expect((await fetchOnce(`http://127.0.0.1:${listening.port}/healthz`)).status).toBe(200)
  })

  it.each(['http', '-1', '65536', '8080.5', '1e3'])('rejects PORT=%s with the name of the variable', async (PORT) => {
    const serving = serve(bot, { ...quietly, credentials, environment: { PORT } })
    await expect(serving).rejects.toThrow(ConfigurationError)
    await expect(serving).rejects.toMatchObject({ option: 'PORT' })
  })

  it.each([-1, 65_536, 1.5, Number.NaN])('rejects the port %d', async (port) => {
    await expect(serve(bot, { ...quietly, credentials, port })).rejects.toMatchObject({ option: 'port' })
  })

  it('rejects with advice if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const serving = serve(bot, { ...quietly, credentials, port })
    await expect(serving).rejects.toThrow(ServeError)
    await expect(serving).rejects.toMatchObject({ code: 'port_in_use', port, hostname: '127.0.0.1' })
    await expect(serving).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use. Stop what listens there, or choose`)
  })

  it("rejects with advice if the machine doesn't have the address", async () => {
    const serving = serve(bot, { ...quietly, credentials, port: 0, hostname: '192.0.2.1' })
    await expect(serving).rejects.toThrow(
      /192\.0\.2\.1 can't be opened: this machine has no such address\. Choose another/,
    )
  })
})

describe('serve without storage', () => {
  const basket = session({ name: 'basket', key: 'user', schema: z.number(), initial: () => 0 })
  const help = { description: 'Help' }
  const warnings = async (served: Bot, options: Partial<ServeOptions> = {}) => {
    const { log, lines } = recordingLog()
    const listening = await serve(served, { ...quietly, credentials, port: 0, log, ...options })
    await listening.close()
    return lines.filter(({ level }) => level === 'warn').map(({ message }) => message)
  }

  it.each([
    ['sessions', new Bot().use(basket)],
    ['sessions', new Bot().use(new Composer().use(basket).command('order', help, () => 'Ordered'))],
    ['the last runs of schedules', new Bot().every('every day at 9:00', {}, () => {})],
    ['cool-downs', new Bot().command('order', { ...help, cooldown: '1m' }, () => 'Ordered')],
    ['cool-downs', new Bot().use(cooldown('1m'))],
    ['cool-downs', new Bot().use(new Composer({ cooldown: '1m' }).command('order', help, () => 'Ordered'))],
    ['which messages were handled', new Bot().use(idempotence())],
    ['sessions, cool-downs', new Bot().use(basket).command('order', { ...help, cooldown: '1m' }, () => 'Ordered')],
  ])('warns once at start that the bot would lose %s', async (lost, kept) => {
    expect(await warnings(kept)).toEqual([
      expect.stringMatching(`so lost when this process ends: ${lost}\\. To keep it, set EARSHOT_STORAGE`),
    ])
  })

  it("doesn't warn about a bot that stores nothing", async () => {
    const kept = new Bot()
      .use(typing())
      .command('order <what>', { ...help, access: 'member' }, (ctx) => `You asked for ${ctx.args.what}.`)
      .onDirectMessage(({ text }) => `Storage is full, ask tomorrow: ${text}`)
    expect(await warnings(kept)).toEqual([])
  })

  it.each([
    ['a storage', { storage: memoryStorage() }],
    ['the word memory', { storage: 'memory' }],
    ['the environment', { environment: { EARSHOT_STORAGE: 'memory' } }],
  ])("doesn't warn if %s is given", async (_, options) => {
    expect(await warnings(new Bot().use(basket), options)).toEqual([])
  })
})

describe('close()', () => {
  it('refuses new connections and finishes running handlers', async () => {
    const { opened, open } = gate()
    const { post, close, url, delivered } = await served(async ({ reply }) => {
      await opened
      await reply('warm')
    })
    const answer = post()
    await waitFor(() => delivered.length === 1)
    const closed = close()
    await expect(fetch(url)).rejects.toThrow()
    open()
    expect(await (await answer).json()).toEqual({ content: 'warm' })
    await closed
  })

  it('waits for handlers that continue after their response', async () => {
    const { opened, open } = gate()
    const { post, close, sent } = await served(
      async ({ reply }) => {
        await opened
        await reply('warm')
      },
      { answerBy: 1 },
    )
    expect(await (await post()).json()).toEqual({ response_not_required: true })
    const closed = close()
    open()
    await closed
    expect(sent).toMatchObject([{ content: 'warm' }])
  })

  it('aborts handlers after closeTimeout and sends their last replies', async () => {
    const clock = manualClock()
    const { post, close, sent, lines } = await served(
      async ({ signal, reply }) => {
        await reply('one')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        await reply(String(signal.reason.message))
      },
      { clock, closeTimeout: 5_000 },
    )
    const answer = post()
    await waitFor(() => clock.waiting > 0)
    const closed = close()
    await clock.advance(5_000)
    expect(await (await answer).json()).toEqual({ response_not_required: true })
    await closed
    expect(sent.map(({ content }) => content)).toEqual(['one', 'The process shuts down.'])
    expect(lines.map(({ message }) => message)).toContain('Handlers are still running; aborting their signals')
  })

  it('drops replies that wait for the rate limit, and logs them', async () => {
    const clock = manualClock()
    const sent: string[] = []
    const { post, close, lines } = await served(
      async ({ reply, duration }) => {
        await reply('first')
        await reply(`second, after ${duration} ms`)
      },
      {
        clock,
        closeTimeout: 5_000,
        fetch: async (url) => {
          sent.push(new URL(String(url)).pathname)
          const refusal = { result: 'error', msg: 'Slow down', code: 'RATE_LIMIT_HIT', 'retry-after': 45 }
          return Response.json(refusal, { status: 429 })
        },
      },
    )
    const answer = post()
    await waitFor(() => sent.length > 0)
    await clock.advance(8_000)
    await answer
    const closed = close()
    await clock.advance(6_000)
    await closed
    expect(clock.waiting).toBe(0)
    expect(sent.filter((path) => path === '/api/v1/messages')).toHaveLength(1)
    expect(lines.map(({ fields }) => String(Object(fields.error).message))).toContainEqual(
      expect.stringMatching(/^messages\.send was not sent again: .* and the process shuts down\./),
    )
  })

  it('disconnects requests whose handlers ignore the abort', async () => {
    const clock = manualClock()
    const { post, close, delivered } = await served(() => new Promise(() => {}), { clock, closeTimeout: 5_000 })
    const answer = post().catch((error: unknown) => error)
    await waitFor(() => delivered.length === 1)
    const closed = close()
    await clock.advance(5_000)
    await clock.advance(1_000)
    await closed
    expect(await answer).toBeInstanceOf(Error)
  })

  it('waits only briefly for silent connections', async () => {
    const { close, port } = await served()
    const silent = await wire(port)
    const idle = await wire(port)
    await idle.write('GET /healthz HTTP/1.1\r\nhost: bakery\r\n\r\n')
    expect(await idle.answer()).toContain('200 OK')
    await close()
    await Promise.all([silent.closed, idle.closed])
  })

  it('answers requests on idle connections and then closes these', async () => {
    const { opened, open } = gate()
    const { close, port, delivered } = await served(async ({ notification, reply }) => {
      await opened
      await reply(`no. ${notification.message.id}`)
    })
    const idle = await Promise.all([1, 2, 3].map(() => wire(port)))
    for (const { write, socket } of idle) {
      const answered = new Promise((resolve) => socket.once('data', resolve))
      await write('GET /healthz HTTP/1.1\r\nhost: bakery\r\n\r\n')
      await answered
    }
    const closed = close()
    for (const [at, { write }] of idle.entries()) {
      const body = JSON.stringify(mention({ id: at + 1 }))
      await write(`POST / HTTP/1.1\r\nhost: bakery\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    }
    await waitFor(() => delivered.length === 3)
    open()
    for (const [at, { answer, closed }] of idle.entries()) {
      await closed
      expect(await answer()).toMatch(new RegExp(`connection: close[^{]*\\{"content":"no\\. ${at + 1}"\\}$`, 'i'))
    }
    await closed
  })

  it('has no further effect the second time', async () => {
    const { close, lines } = await served()
    await Promise.all([close(), close()])
    await close()
    expect(lines.filter(({ message }) => message === 'Closed')).toHaveLength(1)
  })
})

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await everythingToHappen()
}

describe('a request whose connection closes before its response', () => {
  it('has its reply sent as a message', async () => {
    const { opened, open } = gate()
    const clock = manualClock()
    const handle = async ({ reply }: Delivery) => {
      await opened
      await reply('warm')
    }
    const { port, delivered, lines, sent } = await served(handle, { clock })
    const { socket, write } = await wire(port)
    const body = JSON.stringify(mention())
    await write(`POST / HTTP/1.1\r\nhost: bakery\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    await eventually(() => expect(delivered).toHaveLength(1))
    socket.destroy()
    await eventually(() => expect(lines.map(({ message }) => message).join()).toContain('The connection closed'))
    open()
    await everythingToHappen()
    await clock.advance(5_000)
    await eventually(() => expect(sent).toEqual([expect.objectContaining({ topic: 'oven #12', content: 'warm' })]))
  })
})
