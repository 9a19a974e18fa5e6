import { describe, expect, expectTypeOf, it } from 'vitest'
import { Bot, type Context, type Filter } from '../../src/bot/index.js'
import { type ChannelMessage, type DirectMessage, Message } from '../../src/protocol/index.js'
import { delivery, type Heard, replyTo, type Said, say } from './fixture.js'

const others = [
  { id: 10, email: 'hamlet@example.com', full_name: 'Hamlet' },
  { id: 11, email: 'cordelia@example.com', full_name: 'Cordelia' },
]

/** Iago writes to Echo and others. */
async function sayInGroup(bot: Bot, text: string, said: Said = {}): Promise<string[]> {
  const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
  const withOthers = (message: Message): Message => {
    if (message.type === 'stream') throw new TypeError('The test wants a direct message')
    return Message.parse({ ...message, display_recipient: [...message.display_recipient, ...others] })
  }
  await bot.handle(delivery(text, { ...said, message: withOthers }, heard))
  return heard.replies
}

describe('a filter', () => {
  it('handles the messages that match it, in order of declaration', async () => {
    const bot = new Bot()
      .on('direct:group', (ctx) => `${ctx.message.display_recipient.length} of us`)
      .on('direct', () => 'just us')
      .on('mention:channel', (ctx) => `in ${ctx.message.display_recipient}`)
      .on('trigger:reaction', () => 'a reaction')
      .on('channel', (ctx) => `by ${ctx.trigger}`)
    expect(await sayInGroup(bot, 'hi')).toEqual(['4 of us'])
    expect(await replyTo(bot, 'hi')).toBe('just us')
    expect(await replyTo(bot, 'hi', { where: 'channel' })).toBe('in kitchen')
    expect(await replyTo(bot, 'hi', { where: 'channel', trigger: 'reaction' })).toBe('a reaction')
    expect(await replyTo(bot, 'hi', { where: 'channel', trigger: 'every_message' })).toBe('by every_message')
  })

  it.each([
    ['direct:alone', true, false, false],
    ['direct', true, true, false],
    ['direct:group', false, true, false],
    ['mention', false, false, true],
    ['channel', false, false, true],
    ['trigger:direct_message', true, true, false],
    ['trigger:private_message', true, true, false],
    ['trigger:mention', false, false, true],
    ['trigger:other', false, false, false],
  ] as const)('%s matches: direct %s, in a group %s, in a channel %s', async (filter, alone, group, channel) => {
    const bot = new Bot().on(filter, () => 'yes')
    expect((await say(bot, 'hi')).replies).toEqual(alone ? ['yes'] : [])
    expect(await sayInGroup(bot, 'hi')).toEqual(group ? ['yes'] : [])
    expect((await say(bot, 'hi', { where: 'channel' })).replies).toEqual(channel ? ['yes'] : [])
  })

  it('runs after commands, `hears` and help, and before fallback handlers', async () => {
    const bot = new Bot()
      .onDirectMessage(() => 'left')
      .on('direct', () => 'filtered')
      .hears('hi', () => 'heard')
      .command('ping', { description: 'Ping' }, () => 'pong')
    expect(await replyTo(bot, 'ping')).toBe('pong')
    expect(await replyTo(bot, 'hi')).toBe('heard')
    expect(await replyTo(bot, 'help')).toMatch(/^I can do this/)
    expect(await replyTo(bot, 'else')).toBe('filtered')
  })

  it.each(['dm', 'mention:direct', 'trigger:', 'constructor', ''])('throws for the unknown filter %j', (filter) => {
    expect(() => new Bot().on(filter as Filter, () => '')).toThrow(expect.objectContaining({ code: 'invalid_filter' }))
  })

  it('throws if it is declared twice', () => {
    const bot = new Bot().on('direct', () => '')
    expect(() => bot.on('direct', () => '')).toThrow(expect.objectContaining({ code: 'duplicate_handler' }))
  })

  it('narrows the type of the context', () => {
    new Bot()
      .on('mention:channel', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>() && undefined)
      .on('channel', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<ChannelMessage>() && undefined)
      .on('direct', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>() && undefined)
      .on('direct:group', (ctx) => expectTypeOf(ctx.message).toEqualTypeOf<DirectMessage>() && undefined)
      .on('trigger:reaction', (ctx) => expectTypeOf(ctx).toEqualTypeOf<Context>() && undefined)
    // @ts-expect-error: there is no such filter.
    expect(() => new Bot().on('mention:group', () => '')).toThrow()
  })
})
