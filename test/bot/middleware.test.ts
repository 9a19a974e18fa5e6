import { describe, expect, it } from 'vitest'
import { Bot, Composer } from '../../src/bot/index.js'
import { replyTo, type Said, say } from './fixture.js'

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

  it('stands around what is declared after it, and around what the bot answers by itself', async () => {
    const ran: string[] = []
    const layer = (name: string) => async (_: unknown, next: () => Promise<void>) => {
      ran.push(name)
      await next()
    }
    const told = { description: 'Do it' }
    const bot = new Bot()
      .command('first', told, () => 'first')
      .hears('one', () => 'one')
      .hears(/^1$/, () => '1')
      .onTrigger('unasked', () => 'unasked')
      .use(layer('early'))
      .use(new Composer({ prefix: 'module' }).command('go', told, () => 'gone'))
      .on('direct:group', () => 'group')
      .use(layer('late'))
      .command('last', told, () => 'last')
    const around = async (text: string, said: Said = {}) => {
      ran.length = 0
      await say(bot, text, said)
      return ran
    }
    expect(await around('first')).toEqual([])
    expect(await around('one')).toEqual([])
    expect(await around('1')).toEqual([])
    expect(await around('whatever', { trigger: 'unasked' })).toEqual([])
    expect(await around('module go')).toEqual(['early'])
    expect(await around('last')).toEqual(['early', 'late'])
    expect(await around('help')).toEqual(['early', 'late'])
    expect(await around('first and more')).toEqual(['early', 'late'])
    expect(await around('like nothing')).toEqual(['early', 'late'])
    expect(await around('nobody takes it', { trigger: 'something' })).toEqual(['early', 'late'])
  })

  it('of a module stands around the commands that are declared after it', async () => {
    const told = { description: 'Do it' }
    const module = new Composer()
      .command('open', told, () => 'open')
      .use(async (_, next) => {
        await next()
        return 'behind'
      })
      .command('guarded', told, () => 'guarded')
    const bot = new Bot().use(module)
    expect(await replyTo(bot, 'open')).toBe('open')
    expect(await replyTo(bot, 'guarded')).toBe('guarded\n---\nbehind')
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
