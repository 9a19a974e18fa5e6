import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { adding, Bot, cooldown, idempotence, logging, timing, typing, UserError } from '../../src/bot/index.js'
import { replyTo, type Said, say } from './fixture.js'

describe('logging', () => {
  it('logs sender and conversation in one info line, and never the text of the message', async () => {
    const bot = new Bot()
      .use(logging())
      .hears('secret', () => 'fine')
      .hears('refused', () => {
        throw new UserError('No.')
      })
      .hears('burnt', () => {
        throw new TypeError('secret')
      })
    const { lines } = await say(bot, 'secret', { where: 'channel' })
    expect(lines).toContainEqual(
      expect.objectContaining({
        message: 'Received a message',
        fields: expect.objectContaining({ delivery: 'd-1', message: 1001, sender: 8, channel: 2, length: 6 }),
      }),
    )
    const messages = async (text: string) =>
      (await say(bot, text)).lines.filter(({ level }) => level !== 'debug').map(({ message }) => message)
    expect(await messages('secret')).toEqual(['Received a message'])
    expect(await messages('refused')).toEqual(['Received a message', 'The handler refused: No.'])
    expect(await messages('burnt')).toEqual(['Received a message', 'The handler failed'])
    expect(JSON.stringify(lines.filter(({ level }) => level === 'info'))).not.toContain('secret')
  })
})

describe('timing', () => {
  it('reports how long the inner layers took on the given clock, and warns above `slow`', async () => {
    let now = 0
    const times: number[] = []
    const clock = { now: () => now }
    const baking = (took: number) => () => {
      now += took
    }
    await say(new Bot().use(timing({ clock, report: (time) => times.push(time) })).hears('hi', baking(250)), 'hi')
    expect(times).toEqual([250])
    const warned = await say(new Bot().use(timing({ clock, slow: 100 })).hears('hi', baking(250)), 'hi')
    expect(warned.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ milliseconds: 250 }) }),
    )
    const quick = await say(new Bot().use(timing({ clock, slow: 100 })).hears('hi', baking(-5)), 'hi')
    expect(quick.lines.at(-1)).toMatchObject({ level: 'info', fields: { milliseconds: 0 } })
  })
})

describe('typing notifications', () => {
  /** A clock that stands still until it is told how much later it is. */
  function stillClock() {
    let now = 0
    let timers: { due: number; action: () => void }[] = []
    return {
      now: () => now,
      later(milliseconds: number, action: () => void) {
        const timer = { due: now + milliseconds, action }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      pass(milliseconds: number) {
        now += milliseconds
        const due = timers.filter((timer) => timer.due <= now)
        timers = timers.filter((timer) => timer.due > now)
        for (const { action } of due) action()
      },
      waiting: () => timers.length,
    }
  }

  const served: Said = { server: { 'POST /typing': {} } }
  const settled = () => new Promise((done) => setImmediate(done))

  async function typed(said: Said, passes: readonly number[]) {
    const clock = stillClock()
    const bot = new Bot().use(typing({ clock })).hears('hi', async () => {
      for (const time of passes) clock.pass(time)
      return 'hi!'
    })
    const heard = await say(bot, 'hi', said)
    while (heard.calls.length < passes.length + 1 && passes.length > 0) await settled()
    expect(clock.waiting()).toBe(0)
    return heard
  }

  it('start while a slow handler runs and stop afterwards', async () => {
    const { calls, replies } = await typed(served, [600])
    expect(calls).toEqual(['POST /typing', 'POST /typing'])
    expect(replies).toEqual(['hi!'])
  })

  it('are repeated while the handler keeps running, in a channel as well', async () => {
    expect((await typed({ ...served, where: 'channel' }, [600, 10_000])).calls).toHaveLength(3)
  })

  it('are not sent for a quick handler', async () => {
    expect((await typed(served, [])).calls).toEqual([])
  })

  it('fail silently if the server refuses them', async () => {
    const { replies, lines } = await typed({}, [600])
    expect(replies).toEqual(['hi!'])
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
  })
})

describe('durations of built-in middleware', () => {
  it.each([
    ['timing', () => timing({ slow: '10 parsecs' })],
    ['typing notifications', () => typing({ after: 'soon' })],
    ['cooldown', () => cooldown('10 parsecs')],
    ['idempotence', () => idempotence({ remember: 'a while' })],
  ])('throw a BotSetupError for an invalid duration: %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'BotSetupError', code: 'invalid_duration' }))
  })

  it('are measured on the clock of the context', async () => {
    const times: number[] = []
    const bot = new Bot()
      .use(timing({ report: (milliseconds) => void times.push(milliseconds) }))
      .use(typing({ after: '1s' }))
      .onDirectMessage(async (ctx) => {
        await ctx.sleep('15s')
        return 'Done.'
      })
    const chat = await testBot(bot)
    await chat.as('iago').dm('hi')
    expect(times).toEqual([15_000])
    expect(chat.effects().filter(({ parameters }) => parameters.op === 'start')).toHaveLength(2)
    await chat.close()
  })
})

describe('properties that middleware adds', () => {
  it('are available to inner layers', async () => {
    const bot = new Bot().use(adding(async (ctx) => ({ loud: ctx.text.toUpperCase() }))).hears(/./, (ctx) => ctx.loud)
    expect(await replyTo(bot, 'bread')).toBe('BREAD')
  })

  it('are added anew for each message', async () => {
    let seen = 0
    const count = () => {
      seen += 1
      return { count: seen }
    }
    const bot = new Bot().use(adding(count)).hears(/./, (ctx) => String(ctx.count))
    expect([await replyTo(bot, 'a'), await replyTo(bot, 'a')]).toEqual(['1', '2'])
  })

  it.each(['reply', 'message', 'senderRole', 'args', 'match', 'toString', 'client', 'constructor'])(
    "can't replace a property of the context: %s",
    async (name) => {
      let ran = false
      const bot = new Bot().use(adding(() => ({ [name]: 1 }))).hears('hi', () => {
        ran = true
      })
      const { lines, replies } = await say(bot, 'hi')
      expect(ran).toBe(false)
      expect(replies).toEqual(['Something went wrong; delivery d-1.'])
      expect(lines.find(({ level }) => level === 'error')?.fields).toMatchObject({ error: { code: 'reserved_name' } })
    },
  )
})
