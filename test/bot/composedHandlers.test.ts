import { Bot, Composer } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { replyTo } from './fixture.js'

describe('a composer in a bot', () => {
  it('may have every kind of handler for messages; each kind keeps its turn, wherever it was declared', async () => {
    const fallbacks = new Composer()
      .onDirectMessage(() => 'the direct message')
      .onMention(() => 'the mention')
      .onTrigger('tea', () => 'the trigger')
    const more = new Composer()
      .on('direct:alone', (ctx) => (ctx.text === 'x' ? undefined : 'the filter'))
      .hears(/^h/, (ctx) => `heard ${ctx.match[0]}`)
      .command('go', { description: 'Go' }, () => 'the command')
    const bot = new Bot().use(fallbacks).use(more)
    expect(await replyTo(bot, 'go')).toBe('the command')
    expect(await replyTo(bot, 'hi')).toBe('heard h')
    expect(await replyTo(bot, 'else')).toBe('the filter')
    expect(await replyTo(bot, 'else', { where: 'channel', trigger: 'mention' })).toBe('the mention')
    expect(await replyTo(bot, 'else', { where: 'channel', trigger: 'tea' })).toBe('the trigger')
  })

  it('gets the errors of its own handlers and middleware first, and not those of what is around it', async () => {
    const inner = new Composer()
      .use((ctx, next) => {
        if (ctx.text === 'inner') throw new Error(ctx.text)
        return next()
      })
      .hears(/.*/, () => Promise.reject(new Error('handler')))
      .catch((error) => `inner saw ${error}`)
    const outer = new Composer()
      .use((ctx, next) => {
        if (ctx.text === 'outer') throw new Error(ctx.text)
        return next()
      })
      .use(inner)
      .catch((error) => `outer saw ${error}`)
    const bot = new Bot()
      .use((ctx, next) => {
        if (ctx.text === 'bot') throw new Error(ctx.text)
        return next()
      })
      .use(outer)
      .catch((error) => `bot saw ${error}`)
    expect(await replyTo(bot, 'inner')).toBe('inner saw Error: inner')
    expect(await replyTo(bot, 'handler')).toBe('inner saw Error: handler')
    expect(await replyTo(bot, 'outer')).toBe('outer saw Error: outer')
    expect(await replyTo(bot, 'bot')).toBe('bot saw Error: bot')
  })

  it("can't bring a fallback that is there already", () => {
    const second = new Composer().onMention(() => 'second')
    const twice = () => new Bot().onMention(() => 'first').use(second)
    expect(twice).toThrow(/^onMention is declared twice, at \S+:\d+:\d+ and at \S+:\d+:\d+, and the first handler/)
    expect(twice).toThrow(expect.objectContaining({ code: 'duplicate_handler' }))
  })

  it('adds nothing if something that it declares is there already', async () => {
    const second = new Composer().hears('hi', () => 'hello').onDirectMessage(() => 'second')
    const bot = new Bot().onDirectMessage(() => 'first')
    expect(() => bot.use(second)).toThrow(expect.objectContaining({ code: 'duplicate_handler' }))
    expect(await replyTo(bot, 'hi')).toBe('first')
  })

  it('gets a prefix from another composer, and guards all that it declares by its access', async () => {
    const list = new Composer().command('list', { description: 'List' }, () => 'all')
    const bot = new Bot().use(new Composer({ prefix: 'topics' }).use(list))
    expect(await replyTo(bot, 'topics list')).toBe('all')
    const guarded = new Composer({ access: 'moderator' }).hears('open', () => 'opened')
    const member = { server: { 'GET /users/8': { user: { user_id: 8, role: 400, is_active: true } } } }
    expect(await replyTo(new Bot().use(guarded), 'open', member)).not.toContain('opened')
  })

  it('tells what was given in its place', () => {
    for (const [given, said] of [
      [undefined, 'use was given undefined. Give middleware, or a Composer.'],
      [{ name: 'x' }, 'use was given object. Give middleware, or a Composer.'],
      [new (class Composer {})(), /^use was given a Composer of another copy of Earshot\. .*peer dependency/],
    ] as const) {
      expect(() => new Bot().use(given as never)).toThrow(said)
    }
  })

  it('runs its schedules, whose errors it gets before the bot', async () => {
    const errors: string[] = []
    const composer = new Composer()
      .every('every 15 minutes', {}, () => Promise.reject(new Error('burnt')))
      .catchScheduled((error) => errors.push(`composer: ${error}`))
    const bot = new Bot().use(composer).catchScheduled((error) => errors.push(`bot: ${error}`))
    await using chat = await testBot(bot)
    await chat.advance('16m')
    expect(errors).toEqual(['composer: Error: burnt', 'bot: Error: burnt'])
    expect(() => new Bot().use(composer).use(composer)).toThrow(expect.objectContaining({ code: 'duplicate_schedule' }))
  })
})
