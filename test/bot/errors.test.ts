import { describe, expect, it } from 'vitest'
import { Bot, silent, UserError } from '../../src/bot/index.js'
import { type Line, replyTo, say } from './fixture.js'

const failing = (error: unknown = new Error('the secret recipe')) =>
  new Bot().onDirectMessage(() => {
    throw error
  })

const errorLines = (lines: readonly Line[]) => lines.filter(({ level }) => level === 'error')

describe('an error thrown by a handler', () => {
  it('is reported to the sender without its details', async () => {
    expect(await replyTo(failing(), 'hi')).toBe('Something went wrong; delivery d-1.')
  })

  it('is logged with the delivery, its code and its stack', async () => {
    const { lines } = await say(failing(Object.assign(new TypeError('burnt'), { code: 'OVEN' })), 'hi')
    expect(errorLines(lines)).toEqual([
      expect.objectContaining({
        fields: expect.objectContaining({
          delivery: 'd-1',
          error: { name: 'TypeError', code: 'OVEN', message: 'burnt', stack: expect.stringContaining('burnt') },
        }),
      }),
    ])
  })

  it.each([
    ['a text', 'burnt'],
    ['undefined', undefined],
    ['null', null],
    ['an object', { reason: 'burnt' }],
    ['an object that can not be shown', Object.create(null)],
  ])('may be %s', async (_, thrown) => {
    const { lines, replies } = await say(failing(thrown), 'hi')
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
    expect(errorLines(lines)).toHaveLength(1)
  })

  it('goes to the error handlers, whose text replaces the default reply', async () => {
    const bot = failing()
      .catch(() => {})
      .catch((error, ctx) => `${ctx.sender.name}, ${error instanceof Error && error.message.length} letters`)
      .catch(() => 'too late')
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['Iago, 17 letters'])
    expect(errorLines(lines)).toHaveLength(1)
  })

  it('gets the default reply if error handlers return nothing, and none if they return an empty string', async () => {
    expect(
      await replyTo(
        failing().catch(() => {}),
        'hi',
      ),
    ).toBe('Something went wrong; delivery d-1.')
    expect(
      (
        await say(
          failing().catch(() => ''),
          'hi',
        )
      ).replies,
    ).toEqual([])
  })

  it('gets the default reply if an error handler throws', async () => {
    const bot = failing().catch(async () => {
      throw new Error('again')
    })
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
    expect(errorLines(lines)).toHaveLength(2)
  })

  it('gets one reply even if several layers fail', async () => {
    const bot = new Bot()
      .use(async (_, next) => {
        await next()
        throw new Error('and the oven, too')
      })
      .hears('hi', () => {
        throw new Error('burnt')
      })
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
    expect(errorLines(lines)).toHaveLength(2)
  })

  it('is reported in a second message if a reply was already sent', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => {
      await ctx.reply('Baking…')
      throw new Error('burnt')
    })
    expect((await say(bot, 'hi')).replies).toEqual(['Baking…', 'Something went wrong; delivery d-1.'])
  })
})

describe('a UserError', () => {
  it('is sent to the sender as it is, and is neither logged as an error nor passed to error handlers', async () => {
    const bot = failing(new UserError('No such topic.')).catch(() => 'caught')
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['No such topic.'])
    expect(errorLines(lines)).toEqual([])
  })
})

describe('an aborted handler', () => {
  it("isn't logged as an error, and the sender is notified", async () => {
    const controller = new AbortController()
    const bot = new Bot().onDirectMessage(async (ctx) => {
      controller.abort()
      ctx.signal.throwIfAborted()
    })
    const { lines, replies } = await say(bot, 'hi', { signal: controller.signal })
    expect(replies).toEqual(['I had to stop before I was done with that; delivery d-1.'])
    expect(errorLines(lines)).toEqual([])
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })
})

describe('handling a delivery', () => {
  const refused = async () => {
    throw new Error('not sent')
  }

  it("never rejects if a reply can't be sent", async () => {
    const { lines } = await say(
      new Bot().onDirectMessage(() => 'hello'),
      'hi',
      { onReply: refused },
    )
    expect(errorLines(lines).length).toBeGreaterThan(0)
  })

  it("logs a failed reply that the handler didn't await", async () => {
    const bot = new Bot().onDirectMessage((ctx) => {
      ctx.reply('hello')
    })
    const { lines } = await say(bot, 'hi', { onReply: refused })
    expect(errorLines(lines)).toEqual([expect.objectContaining({ message: 'Failed to send a reply' })])
  })

  it('logs each failure once', async () => {
    const { lines } = await say(failing(), 'hi', { onReply: refused })
    expect(errorLines(lines).map(({ message }) => message)).toEqual(['The handler failed'])
    const told = lines.find(({ message }) => message === 'Failed to tell the sender')
    expect(told).toMatchObject({ level: 'warn', fields: { error: { message: 'not sent' } } })
    expect(told?.fields).not.toHaveProperty('error.stack')
  })

  it('never rejects if the log throws', async () => {
    const broken = () => {
      throw new Error('disk full')
    }
    const log = { debug: broken, info: broken, warn: broken, error: broken }
    await expect(say(failing(), 'hi', { log })).resolves.toBeDefined()
  })

  it('works with a silent log', async () => {
    expect(await replyTo(failing(), 'hi', { log: silent })).toBe('Something went wrong; delivery d-1.')
  })
})
