import { describe, expect, it } from 'vitest'
import { Bot } from '../../src/bot/index.js'
import { replyTo, say } from './fixture.js'

describe('middleware', () => {
  it('stands around the handler, the first outermost', async () => {
    const order: string[] = []
    const layer = (name: string) => async (_: unknown, next: () => Promise<void>) => {
      order.push(`${name} in`)
      await next()
      order.push(`${name} out`)
    }
    const bot = new Bot()
      .use(layer('a'))
      .use(layer('b'))
      .hears('hi', () => {
        order.push('handler')
      })
    await say(bot, 'hi')
    expect(order).toEqual(['a in', 'b in', 'handler', 'b out', 'a out'])
  })

  it('stops the message by not going on, with a reply or without', async () => {
    const bot = new Bot()
      .use(async (ctx, next) => {
        if (ctx.text === 'closed') return 'We are closed.'
        if (ctx.text !== 'quiet') await next()
        return undefined
      })
      .onDirectMessage(() => 'handled')
    expect(await replyTo(bot, 'closed')).toBe('We are closed.')
    expect((await say(bot, 'quiet')).replies).toEqual([])
    expect(await replyTo(bot, 'hello')).toBe('handled')
  })

  it('runs for a message that nobody takes', async () => {
    let seen = 0
    const bot = new Bot().use(async (_, next) => {
      seen += 1
      await next()
    })
    await say(bot, 'hi')
    expect(seen).toBe(1)
  })

  it('says its own after what the handler said', async () => {
    const bot = new Bot()
      .use(async (_, next) => {
        await next()
        return 'after'
      })
      .hears('hi', () => 'handler')
    expect((await say(bot, 'hi')).replies).toEqual(['handler', 'after'])
  })

  it('sees what a layer further in threw, and goes on', async () => {
    const bot = new Bot()
      .use(async (ctx, next) => {
        expect(ctx.error).toBeUndefined()
        await next()
        ctx.log.info({}, `saw ${ctx.error}`)
      })
      .hears('hi', () => {
        throw new Error('burnt')
      })
    const { lines, replies } = await say(bot, 'hi')
    expect(lines.map(({ message }) => message)).toContain('saw Error: burnt')
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
  })

  it('is waited for in full, though a layer does not wait for the next', async () => {
    const bot = new Bot()
      .use((_, next) => {
        next()
      })
      .hears('hi', async () => {
        await new Promise((done) => setImmediate(done))
        return 'handled'
      })
    expect(await replyTo(bot, 'hi')).toBe('handled')
  })

  it('may go on once: the second time is an error, and the handler runs once', async () => {
    let ran = 0
    const twice = [
      new Bot().use(async (_, next) => {
        await next()
        await next()
      }),
      new Bot().use((_, next) => {
        next()
        next()
      }),
      new Bot().use(async (_, next) => {
        await next()
        await next().catch(() => {})
      }),
    ]
    for (const bot of twice) {
      ran = 0
      bot.hears('hi', () => {
        ran += 1
      })
      const { lines, replies } = await say(bot, 'hi')
      expect(ran).toBe(1)
      expect(replies).toEqual(['Something went wrong; delivery d-1.'])
      expect(lines.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toEqual([
        expect.objectContaining({ error: expect.objectContaining({ code: 'next_called_twice' }) }),
      ])
    }
  })

  it('shares the context with the handler, and knows no arguments before it', async () => {
    const bot = new Bot()
      .use(async (ctx, next) => {
        expect(ctx).not.toHaveProperty('args')
        await next()
        expect(ctx).toHaveProperty('args', { text: 'bread' })
      })
      .command('echo <text>', { description: 'Say it back' }, () => 'ok')
    expect((await say(bot, 'echo bread')).replies).toEqual(['ok'])
  })
})
