import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { Bot, type Context } from '../../src/bot/index.js'
import type { ChannelMessage, DirectMessage, Message } from '../../src/protocol/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'
import { replyTo, say } from './fixture.js'

describe('hears', () => {
  it('matches the whole text, case-insensitively', async () => {
    const bot = new Bot().hears('Good morning', () => 'Good morning!')
    expect(await replyTo(bot, 'good MORNING')).toBe('Good morning!')
    expect(await replyTo(bot, '@**Echo** good morning', { where: 'channel' })).toBe('Good morning!')
    expect((await say(bot, 'good morning all')).replies).toEqual([])
  })

  it('matches text by a regular expression and provides the match', async () => {
    const bot = new Bot().hears(/batch (?<name>\w+)/i, (ctx) => `${ctx.match[0]}: ${ctx.match.groups?.name}`)
    expect(await replyTo(bot, 'is Batch rye done?')).toBe('Batch rye: rye')
  })

  it('matches each message from the start, even with a sticky or global expression', async () => {
    for (const expression of [/rye/g, /rye/y]) {
      const bot = new Bot().hears(expression, () => 'rye!')
      expect([await replyTo(bot, 'rye'), await replyTo(bot, 'rye')]).toEqual(['rye!', 'rye!'])
    }
  })

  it('runs only the first matching handler in order of declaration', async () => {
    const bot = new Bot().hears(/bread/, () => 'first').hears('bread', () => 'second')
    expect((await say(bot, 'bread')).replies).toEqual(['first'])
  })

  it('matches messages of other triggers, too', async () => {
    const bot = new Bot().hears(/rye/, () => 'rye!')
    expect(await replyTo(bot, 'we need rye', { trigger: 'every_message' })).toBe('rye!')
  })
})

describe('fallback handlers', () => {
  const bot = new Bot()
    .onMention((ctx) => `mentioned in ${ctx.message.display_recipient}`)
    .onDirectMessage((ctx) => `with ${ctx.message.display_recipient.length} people`)
    .onTrigger('every_message', (ctx) => `came by ${ctx.trigger}`)

  it('take unhandled messages, each for its own trigger', async () => {
    expect(await replyTo(bot, 'hi @**Echo**', { where: 'channel' })).toBe('mentioned in kitchen')
    expect(await replyTo(bot, 'hi')).toBe('with 2 people')
    expect(await replyTo(bot, 'hi', { trigger: 'every_message' })).toBe('came by every_message')
  })

  it('ignore a trigger without a handler', async () => {
    expect((await say(bot, 'hi', { trigger: 'reaction' })).replies).toEqual([])
  })

  it('ignore a message whose type contradicts its trigger', async () => {
    expect((await say(bot, 'hi', { where: 'channel', trigger: 'direct_message' })).replies).toEqual([])
    expect((await say(bot, 'hi', { where: 'direct', trigger: 'mention' })).replies).toEqual([])
  })

  it('accept the old name of the direct message trigger', async () => {
    expect(
      await replyTo(
        new Bot().onTrigger('private_message', () => 'yes'),
        'hi',
      ),
    ).toBe('yes')
  })

  it.each([
    ['onMention', () => new Bot().onMention(() => {}).onMention(() => {})],
    ['onDirectMessage', () => new Bot().onDirectMessage(() => {}).onDirectMessage(() => {})],
    ['onTrigger reaction', () => new Bot().onTrigger('reaction', () => {}).onTrigger('reaction', () => {})],
  ])('can be declared only once: %s', (method, twice) => {
    expect(twice).toThrow(expect.objectContaining({ code: 'duplicate_handler' }))
    // With the places of both.
    const places = String.raw`at \S+routing\.test\.ts:\d+:\d+ and at \S+routing\.test\.ts:\d+:\d+`
    expect(twice).toThrow(new RegExp(`^${method} is declared twice, ${places}`))
  })
})

describe('types of handlers', () => {
  beforeEach(checkedByCompiler)

  it('narrow the message by the kind of handler', () => {
    new Bot()
      .onMention((ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>() && undefined)
      .onDirectMessage((ctx) => expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>() && undefined)
      .onTrigger('reaction', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<Message>() && undefined)
      .hears('hi', (ctx) => {
        // @ts-expect-error: a plain text has nothing to match.
        ctx.match
      })
      .hears(/hi/, (ctx) => expectTypeOf(ctx.match).toEqualTypeOf<RegExpExecArray>() && undefined)
  })

  it('narrow the message with isChannelMessage and isDirectMessage, in commands as well', () => {
    const narrow = (ctx: Context) => {
      if (ctx.isChannelMessage()) expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>()
      else expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>()
      if (!ctx.isDirectMessage()) expectTypeOf(ctx.message.stream_id).toEqualTypeOf<number>()
    }
    new Bot()
      .use((ctx) => narrow(ctx))
      .command('who <name>', { description: 'Who' }, (ctx) => {
        if (!ctx.isChannelMessage()) return 'Only in a channel.'
        expectTypeOf(ctx.message.stream_id).toEqualTypeOf<number>()
        expectTypeOf(ctx.args.name).toEqualTypeOf<string>()
        return undefined
      })
  })
})
