import { describe, expect, it } from 'vitest'
import { Bot, silent, UserError } from '../../src/bot/index.js'
import { type Line, replyTo, say } from './fixture.js'

const failing = (error: unknown = new Error('the secret recipe')) =>
  new Bot().onDirectMessage(() => {
    throw error
  })

const errorLines = (lines: readonly Line[]) => lines.filter(({ level }) => level === 'error')

describe('an error of a handler', () => {
  it('is told to the sender in a plain sentence, without what happened', async () => {
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

  it('reaches the error handlers, whose text is the reply in its place', async () => {
    const bot = failing()
      .catch(() => {})
      .catch((error, ctx) => `${ctx.sender.name}, ${error instanceof Error && error.message.length} letters`)
      .catch(() => 'too late')
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['Iago, 17 letters'])
    expect(errorLines(lines)).toHaveLength(1)
  })

  it('is told of all the same where the error handlers say nothing, and not where they say so', async () => {
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

  it('is told of all the same where an error handler fails itself', async () => {
    const bot = failing().catch(async () => {
      throw new Error('again')
    })
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
    expect(errorLines(lines)).toHaveLength(2)
  })

  it('is told once, though several layers fail', async () => {
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

  it('after a first reply comes as another', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => {
      await ctx.reply('Baking…')
      throw new Error('burnt')
    })
    expect((await say(bot, 'hi')).replies).toEqual(['Baking…', 'Something went wrong; delivery d-1.'])
  })
})

describe('a UserError', () => {
  it('is told as it is, and reaches neither the error handlers nor the errors in the log', async () => {
    const bot = failing(new UserError('No such topic.')).catch(() => 'caught')
    const { lines, replies } = await say(bot, 'hi')
    expect(replies).toEqual(['No such topic.'])
    expect(errorLines(lines)).toEqual([])
  })
})

describe('a handler that is told to stop', () => {
  it('is no failure; the sender is told that it stopped', async () => {
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

describe('a delivery', () => {
  const refused = async () => {
    throw new Error('not sent')
  }

  it('never fails, though no reply can be sent', async () => {
    const { lines } = await say(
      new Bot().onDirectMessage(() => 'hello'),
      'hi',
      { onReply: refused },
    )
    expect(errorLines(lines).length).toBeGreaterThan(0)
  })

  it('logs a reply that could not be sent, though the handler did not wait for it', async () => {
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

  it('never fails, though the log does', async () => {
    const broken = () => {
      throw new Error('disk full')
    }
    const log = { debug: broken, info: broken, warn: broken, error: broken }
    await expect(say(failing(), 'hi', { log })).resolves.toBeDefined()
  })

  it('needs no log that keeps anything', async () => {
    expect(await replyTo(failing(), 'hi', { log: silent })).toBe('Something went wrong; delivery d-1.')
  })
})
