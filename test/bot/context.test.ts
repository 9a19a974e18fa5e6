import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Bot, type Context, choices, UserError } from '../../src/bot/index.js'
import type { Client } from '../../src/client/index.js'
import { limits, type RoleName } from '../../src/protocol/index.js'
import { account, accounts, delivery, type Heard, replyTo, say } from './fixture.js'

const textOf = new Bot().onMention((ctx) => `<${ctx.text}>`).onDirectMessage((ctx) => `<${ctx.text}>`)
const inChannel = { where: 'channel', server: { 'GET /users/me': accounts.echo } } as const

describe('ctx.text', () => {
  it.each([
    ['@**Echo** hello', '<hello>'],
    ['hello @**echo**!', '<hello>'],
    ['@**Echo|20** hello', '<hello>'],
    ['@**|20** hello', '<hello>'],
    ['- @**Echo** hello\n- @**|20** there', '<- hello\n- there>'],
    ['@**Echo|21** hello', '<@**Echo|21** hello>'],
    ['@**|8** hello @**Echo**', '<@**|8** hello>'],
    ['@_**Echo** hello @**Echo**', '<@_**Echo** hello>'],
    ['@**Echo** type `@**Echo** help`', '<type `@**Echo** help`>'],
    ['@**Echo**\n```\n@**Echo**\n```', '<```\n@**Echo**\n```>'],
  ])('strips the mention of the bot: %j becomes %j', async (text, reply) => {
    expect(await replyTo(textOf, text, inChannel)).toBe(reply)
  })

  it("looks up the bot's ID only if a mention has an ID, and only once", async () => {
    const bot = new Bot().use((ctx) => ctx.text)
    expect((await say(bot, '@**Echo** hi, @**Iago|8** and `@**|20**`', inChannel)).calls).toEqual([])
    expect((await say(bot, '@**Echo|20** hi', inChannel)).calls).toEqual(['GET /users/me'])

    let client: Client | undefined
    const keeping = new Bot().use((ctx) => {
      client ??= ctx.client
    })
    await say(keeping, '@**|20** hi', inChannel)
    const heard: Heard = { replies: [], options: [], lines: [], calls: [] }
    await keeping.handle(delivery('@**|20** hi', { ...inChannel, ...(client && { client }) }, heard))
    expect(heard.calls).toEqual([])
  })

  it("keeps mentions by ID, with a warning, when the bot's ID can't be looked up", async () => {
    const { replies, lines } = await say(textOf, '@**Echo|20** hi @**|20**', { where: 'channel' })
    expect(replies).toEqual(['<hi @**|20**>'])
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  it("looks up the bot's name if the server didn't send it", async () => {
    expect(await replyTo(textOf, '@**Echo** hello', { ...inChannel, botName: null })).toBe('<hello>')
  })

  it('leaves ctx.rawText as it was written', async () => {
    const bot = new Bot().use((ctx) => ctx.rawText)
    expect(await replyTo(bot, '@**Echo**  hello ', inChannel)).toBe('@**Echo**  hello ')
  })
})

describe('the context', () => {
  it('provides the sender, the bot, the trigger and the message', async () => {
    let seen: Context | undefined
    const bot = new Bot().use((ctx) => {
      seen = ctx
    })
    await say(bot, '@**Echo** hello', { where: 'channel' })
    expect(seen).toMatchObject({
      sender: { id: 8, email: 'iago@example.com', name: 'Iago' },
      bot: { email: 'echo-bot@example.com', name: 'Echo' },
      trigger: 'mention',
      deliveryId: 'd-1',
      message: { id: 1001, stream_id: 2, subject: 'lunch' },
    })
    expect(seen?.isChannelMessage()).toBe(true)
    expect(seen?.isDirectMessage()).toBe(false)
  })

  it('contains no secret when it is serialised', async () => {
    const bot = new Bot().use((ctx) => JSON.stringify({ ...ctx, client: undefined, owner: undefined }))
    const reply = await replyTo(bot, 'hello', { owner: { 'GET /users/me': accounts.iago } })
    expect(reply).toContain('hello')
    expect(reply).not.toMatch(/a{32}|k{32}/)
  })

  it('adds the delivery and the bot to each log line', async () => {
    const bot = new Bot({ name: 'baker' }).use((ctx) => ctx.log.info({ loaves: 3 }, 'Baked'))
    const { lines } = await say(bot, 'hello')
    expect(lines).toContainEqual({
      level: 'info',
      fields: expect.objectContaining({ delivery: 'd-1', botName: 'baker', loaves: 3 }),
      message: 'Baked',
    })
  })

  it('makes API calls as the bot', async () => {
    const bot = new Bot().command('whois <email>', { description: 'Look up' }, async (ctx) => {
      const { user } = await ctx.client.users.getByEmail({ email: ctx.args.email }, { signal: ctx.signal })
      return `**${user.full_name}**`
    })
    const server = { 'GET /users/iago%40example.com': { user: accounts.iago } }
    expect(await replyTo(bot, 'whois iago@example.com', { server })).toBe('**Iago**')
  })
})

describe('a reply', () => {
  it('is what a handler returns or passes to ctx.reply, once or more often', async () => {
    expect(
      await replyTo(
        new Bot().hears('hi', () => 'hello'),
        'hi',
      ),
    ).toBe('hello')
    expect(
      await replyTo(
        new Bot().hears('hi', async () => 'hello'),
        'hi',
      ),
    ).toBe('hello')
    const talkative = new Bot().hears('hi', async (ctx) => {
      await ctx.reply('one')
      await ctx.reply('two')
      return 'three'
    })
    expect((await say(talkative, 'hi')).replies).toEqual(['one', 'two', 'three'])
  })

  it('may have a widget', async () => {
    const menu = choices({ heading: 'Choose', options: ['soup'] })
    const { options } = await say(
      new Bot().hears('hi', (ctx) => ctx.reply(menu)),
      'hi',
    )
    expect(options).toMatchObject([{ widgetContent: expect.stringContaining('"reply":"soup"') }])
  })

  it("is awaited even if the handler doesn't await it", async () => {
    let sent = false
    const bot = new Bot().hears('hi', (ctx) => {
      ctx.reply('hello')
    })
    await say(bot, 'hi', {
      onReply: async () => {
        await new Promise((done) => setImmediate(done))
        sent = true
      },
    })
    expect(sent).toBe(true)
  })

  it('can be sent with a destructured `reply`', async () => {
    const bot = new Bot().hears('hi', ({ reply }) => reply('hello'))
    expect(await replyTo(bot, 'hi')).toBe('hello')
  })

  it.each(['', '  ', '\n\t', '\0'])('that is blank is not sent: %j', async (text) => {
    const { replies, lines } = await say(
      new Bot().hears('hi', () => text),
      'hi',
    )
    expect(replies).toEqual([])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it("longer than the server's limit is split into several messages", async () => {
    const { replies } = await say(
      new Bot().hears('hi', () => '🥐'.repeat(10_001)),
      'hi',
    )
    expect(replies.map((reply) => [...reply].length)).toEqual([limits.messageLength, 1])
  })

  it('is stripped of characters that no message can contain, with a warning', async () => {
    const { replies, lines } = await say(
      new Bot().hears('hi', () => `bre\0ad ${'🥐'.slice(0, 1)}`),
      'hi',
    )
    expect(replies).toEqual(['bread \u{FFFD}'])
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })

  it.each([
    ['the number 42', 42],
    ['the boolean true', true],
    ['a list of 2', [1, 2]],
    ['an object with content, widget', { content: 'hi', widget: null }],
    ['an object without keys', {}],
    ['a function', () => 'hi'],
    ['a symbol', Symbol('hi')],
    ['the bigint 1', 1n],
  ])('that is %s fails with the code invalid_reply', async (what, value) => {
    const returned = await say(
      new Bot().hears('hi', () => value as string),
      'hi',
    )
    const given = await say(
      new Bot().hears('hi', (ctx) => ctx.reply(value as string)),
      'hi',
    )
    for (const [{ replies, lines }, whose] of [
      [returned, 'What a handler returned'],
      [given, 'What ctx.reply was given'],
    ] as const) {
      expect(replies).toEqual(['Something went wrong; delivery d-1.'])
      expect(lines.find(({ level }) => level === 'error')?.fields).toMatchObject({
        error: { code: 'invalid_reply', message: expect.stringContaining(`${whose} is ${what}, which is no reply.`) },
      })
    }
  })

  it.each([undefined, null])('of %s fails in ctx.reply, but not as the return value of a handler', async (nothing) => {
    const given = new Bot().hears('hi', (ctx) => ctx.reply(nothing as unknown as string))
    expect(await replyTo(given, 'hi')).toBe('Something went wrong; delivery d-1.')
    const { replies, lines } = await say(
      new Bot().hears('hi', () => nothing),
      'hi',
    )
    expect([replies, lines.filter(({ level }) => level === 'error')]).toEqual([[], []])
  })

  it("never contains NUL, is never blank and never exceeds the server's limit", async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map((part) => part.repeat(3_000)),
    )
    await fc.assert(
      fc.asyncProperty(text, async (text) => {
        for (const reply of (
          await say(
            new Bot().hears('hi', () => text),
            'hi',
          )
        ).replies) {
          expect(reply).not.toContain('\0')
          expect(reply.trim()).not.toBe('')
          expect([...reply].length).toBeLessThanOrEqual(limits.messageLength)
        }
      }),
    )
  })
})

describe('ctx.owner', () => {
  const bot = new Bot().hears('who', async (ctx) => {
    expectTypeOf(ctx.owner).toEqualTypeOf<Client | undefined>()
    return ctx.owner ? `for ${(await ctx.owner.users.me()).full_name}` : 'for nobody'
  })
  const owner = { 'GET /users/me': accounts.iago }

  it("is the owner's client if the sender is the owner", async () => {
    expect(await replyTo(bot, 'who', { owner, senderId: 8 })).toBe('for Iago')
  })

  it("is undefined for another sender, even one with the owner's email address", async () => {
    expect(await replyTo(bot, 'who', { owner, senderId: 10 })).toBe('for nobody')
  })

  it("is undefined if the owner's credentials are missing or refused", async () => {
    expect(await replyTo(bot, 'who', { senderId: 8 })).toBe('for nobody')
    const { replies, lines } = await say(bot, 'who', { owner: {}, senderId: 8 })
    expect(replies).toEqual(['for nobody'])
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })
})

describe('the role of the sender', () => {
  const role = new Bot().hears('role', async (ctx) => String(await ctx.senderRole()))
  const sender = (code: number, more?: object) => ({
    server: { 'GET /users/8': { user: account(8, 'Iago', code, more) } },
  })

  it.each([
    [100, 'owner'],
    [200, 'administrator'],
    [300, 'moderator'],
    [400, 'member'],
    [600, 'guest'],
    [150, 'undefined'],
  ] as const)('%i is %s', async (code, name) => {
    expectTypeOf<Awaited<ReturnType<Context['senderRole']>>>().toEqualTypeOf<RoleName | undefined>()
    expect(await replyTo(role, 'role', sender(code))).toBe(name)
  })

  it('is undefined for a deactivated account', async () => {
    expect(await replyTo(role, 'role', sender(200, { is_active: false }))).toBe('undefined')
  })

  const guarded = new Bot().hears('delete', async (ctx) => {
    await ctx.requireAdministrator()
    return 'deleted'
  })

  it.each([100, 200])('%i passes requireAdministrator', async (code) => {
    expect(await replyTo(guarded, 'delete', sender(code))).toBe('deleted')
  })

  it.each([150, 300, 400, 600])('%i fails requireAdministrator, and the sender gets the reason', async (code) => {
    expect(await replyTo(guarded, 'delete', sender(code))).toBe('Only organization administrators may do this.')
  })

  it('is looked up for each check, so that a revoked role takes effect at once', async () => {
    const twice = new Bot().hears('delete', async (ctx) => {
      await ctx.requireAdministrator()
      await ctx.requireAdministrator()
    })
    expect((await say(twice, 'delete', sender(200))).calls).toEqual(['GET /users/8', 'GET /users/8'])
  })

  it("fails the handler if it can't be looked up", async () => {
    expect(await replyTo(guarded, 'delete')).toBe('Something went wrong; delivery d-1.')
  })

  it('is enforced with UserError, which handlers can throw as well', () => {
    expect(new UserError('No.')).toMatchObject({ name: 'UserError', code: 'refused', message: 'No.' })
  })
})
