import { Bot, type Context, cooldown, HandlerError } from 'earshot'
import { Client } from 'earshot/client'
import { type TestBotOptions, testBot } from 'earshot/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FollowStore } from '../../src/bot/following/followStore.js'
import { village } from './village.js'

const crumbs = { channel: 'kitchen', topic: 'crumbs' }
const dinner = { channel: 'kitchen', topic: 'dinner' }

/** A bot that is subscribed to the channel, unless the test says otherwise. */
async function opened(bot: Bot | (() => Bot), options: TestBotOptions & { readonly isSubscribed?: boolean } = {}) {
  const { isSubscribed = true, ...others } = options
  const chat = await testBot(bot, { by: 'events', ...others })
  onTestFinished(() => chat.close())
  const { simulator, botName } = chat
  const as = (who: string) => new Client({ ...simulator.credentials(who), fetch: simulator.fetch })
  const principals = [simulator.realm.account(botName).id]
  if (isSubscribed) await as('desdemona').subscriptions.add({ subscriptions: [{ name: 'kitchen' }], principals })
  await chat.advance('1s')
  const said = (where: { channel: string; topic: string } = crumbs) =>
    simulator
      .messages(where)
      .filter(({ sender_full_name }) => sender_full_name === botName)
      .map(({ content }) => content)
  const say = async (text: string, { who = 'iago', where = crumbs } = {}) => {
    await chat.as(who).say(text, where)
  }
  const call = (text: string, options?: { who?: string; where?: typeof crumbs }) =>
    say(`@**${botName}** ${text}`, options)
  const rename = async (params: {
    topic?: string
    stream_id?: number
    propagate_mode?: 'change_all' | 'change_one'
  }) => {
    const message_id = simulator.messages(crumbs).at(-1)?.id ?? 0
    await as('desdemona').messages.edit({ message_id, propagate_mode: 'change_all', ...params })
    await chat.advance('1s')
  }
  const warnings = () =>
    chat.log.filter(({ level }) => level === 'warn' || level === 'error').map(({ message }) => message)
  return { chat, as, said, say, call, rename, warnings, simulator }
}

const answering = () =>
  new Bot()
    .follow({ for: '30m' })
    .onMention((ctx) => `called: ${ctx.text}`)
    .onFollowUp((ctx) => `heard: ${ctx.text}`)

describe('a followed topic', () => {
  it('brings the messages of everybody there, and of no other topic', async () => {
    const { say, call, said } = await opened(answering)
    await say('nothing yet')
    await call('hello')
    await say('and this?')
    await say('me too', { who: 'hamlet' })
    await say('elsewhere', { where: dinner })
    expect(said()).toEqual(['called: hello', 'heard: and this?', 'heard: me too'])
    expect(said(dinner)).toEqual([])
  })

  it('ends when its time is up, which each message begins anew', async () => {
    const { chat, say, call, said } = await opened(answering)
    await call('hello')
    await chat.advance('29m')
    await say('one')
    await chat.advance('29m')
    await call('again')
    await chat.advance('29m')
    await say('two')
    await chat.advance('31m')
    await say('three')
    expect(said()).toEqual(['called: hello', 'heard: one', 'called: again', 'heard: two'])
  })

  it('stays one across restarts, with what was said meanwhile', async () => {
    const { chat, say, call, said } = await opened(answering)
    await call('hello')
    await chat.restart()
    await say('one')
    await chat.advance('25m')
    await chat.restart()
    await say('two')
    expect(said()).toEqual(['called: hello', 'heard: one', 'heard: two'])
  })

  it('takes commands and `hears` first, and gives no hints', async () => {
    const bot = () =>
      new Bot()
        .follow()
        .command('bake <what>', { description: 'Bake' }, (ctx) => `Baked ${ctx.args.what}.`)
        .hears('thanks', () => 'Welcome.')
    const { say, call, said, warnings } = await opened(bot)
    await call('bake rye')
    for (const text of ['bake spelt', 'bake', 'bakr', 'bake a b', 'help nothing', 'Thanks', 'so long']) await say(text)
    expect(said()).toEqual(['Baked rye.', 'Baked spelt.', 'Welcome.'])
    expect(warnings()).toEqual([])
  })

  it('passes what is no follow-up to onMessage, also after it ended', async () => {
    const bot = () => answering().onMessage((ctx) => `all: ${ctx.text}`)
    const { chat, say, call, said } = await opened(bot)
    await say('one')
    await call('hello')
    await say('two')
    await chat.advance('31m')
    await say('three')
    expect(said()).toEqual(['all: one', 'called: hello', 'heard: two', 'all: three'])
  })

  it.each([
    ['the word', 'Stop'],
    ['the word with signs', '“STOP”! 🙏'],
    ['a mention with the word', '@**Echo** stop'],
  ])('ends by %s', async (_, text) => {
    const { say, said } = await opened(answering)
    await say('@**Echo** hello')
    await say('one')
    await say(text)
    await say('two')
    expect(said()).toEqual(['called: hello', 'heard: one', 'I answer here again when you mention me.'])
  })

  it("leaves the word to the bot's own handler", async () => {
    const bot = () => answering().hears('stop', async (ctx) => `was followed: ${await ctx.unfollow()}`)
    const { say, call, said } = await opened(bot)
    await call('hello')
    await say('stop')
    await say('one')
    await call('stop')
    expect(said()).toEqual(
      ['called: hello', 'was followed: true', 'was followed: false'].slice(0, 2).concat(['was followed: true']),
    )
  })

  it.each(['renamed', 'resolved', 'moved'] as const)('goes along when it is %s', async (how) => {
    const { say, call, said, rename, as, simulator } = await opened(answering)
    const where = {
      renamed: { channel: 'kitchen', topic: 'brunch' },
      resolved: { channel: 'kitchen', topic: '✔ crumbs' },
      moved: { channel: 'general', topic: 'crumbs' },
    }[how]
    const { streams } = await as('desdemona').streams.list()
    const general = streams.find(({ name }) => name === 'general')?.stream_id ?? 0
    const principals = [simulator.realm.account('echo').id]
    await as('desdemona').subscriptions.add({ subscriptions: [{ name: 'general' }], principals })
    await call('hello')
    await say('one')
    await rename(how === 'moved' ? { stream_id: general } : { topic: where.topic })
    await say('two', { where })
    await say('another', { where: crumbs })
    expect(said(where)).toEqual(['called: hello', 'heard: one', 'heard: two'])
    expect(said()).toEqual(how === 'resolved' ? ['heard: another'] : [])
  })

  it('is heard no more once it is moved to a private channel that the bot is not in', async () => {
    const { say, call, said, rename, as, simulator } = await opened(answering)
    const { streams } = await as('desdemona').streams.list()
    const suppliers = streams.find(({ name }) => name === 'suppliers')?.stream_id ?? 0
    const principals = ['desdemona', 'iago'].map((name) => simulator.realm.account(name).id)
    await as('desdemona').subscriptions.add({ subscriptions: [{ name: 'suppliers' }], principals })
    await call('hello')
    await say('one')
    await rename({ stream_id: suppliers })
    await say('two', { where: { channel: 'suppliers', topic: 'crumbs' } })
    const heard = ['called: hello', 'heard: one']
    expect([...said(), ...said({ channel: 'suppliers', topic: 'crumbs' })]).toEqual(heard)
  })

  it('is not one because of a mention of everybody', async () => {
    const { say, said } = await opened(answering)
    await say('@**all** lunch!')
    await say('coming')
    expect(said()).toEqual([])
  })

  it('goes along with the end of a topic that is split, and stays when earlier messages are moved', async () => {
    const { say, call, said, as, simulator } = await opened(answering)
    await say('earlier')
    await call('hello')
    await say('one')
    const first = simulator.messages(crumbs)[0]?.id ?? 0
    await as('desdemona').messages.edit({ message_id: first, topic: 'old', propagate_mode: 'change_one' })
    await say('two')
    const last = simulator.messages(crumbs).at(-2)?.id ?? 0
    await as('desdemona').messages.edit({ message_id: last, topic: 'new', propagate_mode: 'change_later' })
    await say('three', { where: { channel: 'kitchen', topic: 'new' } })
    await say('four')
    expect(said()).toEqual(['called: hello', 'heard: one'])
    expect(said({ channel: 'kitchen', topic: 'new' })).toEqual(['heard: two', 'heard: three'])
  })

  it.each([false, true])('goes along when it is renamed while nobody listens, with a queue: %s', async (hasQueue) => {
    const { listen, say, said, settle, simulator } = await village()
    const first = listen(answering(), { hasQueue })
    await settle()
    say('@**Ear** hello')
    await settle()
    await first.stop()
    const iago = new Client({ ...simulator.credentials('Iago'), fetch: simulator.fetch })
    const message_id = simulator.messages({ channel: 'Verona', topic: 'bread' })[0]?.id ?? 0
    await iago.messages.edit({ message_id, topic: 'rolls', propagate_mode: 'change_all' })
    say('one', 'rolls')
    await simulator.advance('5m')
    listen(answering(), { hasQueue })
    await settle()
    say('two', 'rolls')
    say('three')
    await settle()
    expect(said('rolls')).toEqual(['called: hello', 'heard: one', 'heard: two'])
    expect(said()).toEqual([])
  })

  it('is caught up with after a pause, as long as each message was in time', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const first = listen(answering())
    await settle()
    say('@**Ear** hello')
    await settle()
    await first.stop()
    for (const text of ['one', 'two']) {
      await simulator.advance('20m')
      say(text)
    }
    await simulator.advance('31m')
    say('three')
    await simulator.advance('1m')
    listen(answering(), { catchUp: { atMost: '2h' } })
    await settle()
    expect(said()).toEqual(['called: hello', 'heard: one', 'heard: two'])
  })

  it('is taken over by another process with its storage', async () => {
    const { listen, say, said, settle, simulator } = await village()
    const first = listen(answering(), { hasQueue: true })
    await settle()
    say('@**Ear** hello')
    await settle()
    first.die()
    listen(answering(), { hasQueue: true })
    await simulator.advance('2m')
    say('one')
    await settle()
    expect(said()).toEqual(['called: hello', 'heard: one'])
  })

  it('stays one when its last message is deleted', async () => {
    const { say, call, said, as, simulator } = await opened(answering)
    await call('hello')
    await say('one')
    const asked = simulator.messages(crumbs).find(({ content }) => content === 'one')
    await as('desdemona').messages.delete({ message_id: asked?.id ?? 0 })
    await say('two')
    expect(said()).toEqual(['called: hello', 'heard: one', 'heard: two'])
  })

  it('ignores other bots, even if the bot answers them', async () => {
    const { chat, call, said, simulator, as } = await opened(answering)
    simulator.addBot({ full_name: 'Mouth', type: 'generic' })
    await call('hello')
    await as('Mouth').messages.send({ type: 'stream', to: 'kitchen', topic: 'crumbs', content: 'beep' })
    await chat.advance('1s')
    expect(said()).toEqual(['called: hello'])
  })

  it('waits with the next message until the handler has decided', async () => {
    const bot = () =>
      new Bot()
        .onMention(async (ctx) => {
          await ctx.sleep('20s')
          await ctx.follow()
          return 'Ask me.'
        })
        .onFollowUp((ctx) => `heard: ${ctx.text}`)
    const { chat, call, said, simulator } = await opened(bot)
    const calling = call('hello')
    simulator.say('hamlet', crumbs, 'one')
    await calling
    await chat.advance('30s')
    expect(said()).toEqual(['Ask me.', 'heard: one'])
  })
})

describe('a question in a followed topic', () => {
  const asking = () =>
    new Bot()
      .follow()
      .command('order', { description: 'Order' }, async (ctx) => `Ordered ${await ctx.ask('What?')}.`)
      .command(
        'drop',
        { description: 'Drop' },
        async (ctx) => `So ${await ctx.ask('Really?', { choices: ['yes', 'no'] })}.`,
      )
      .onFollowUp((ctx) => `heard: ${ctx.text}`)

  it('takes the next message of whoever was asked, and no one else', async () => {
    const { say, call, said } = await opened(asking)
    await call('order')
    await say('not me', { who: 'hamlet' })
    await say('rye')
    await say('and?')
    expect(said()).toEqual(['What?', 'heard: not me', 'Ordered rye.', 'heard: and?'])
  })

  it('takes a choice, and lets any other message pass without a hint', async () => {
    const { say, call, said } = await opened(asking)
    await call('drop')
    await say('let me think')
    await say('yes', { who: 'hamlet' })
    await say('yes')
    expect(said()).toEqual([expect.stringMatching(/^Really\?/), 'heard: let me think', 'heard: yes', 'So yes.'])
  })
})

describe('ctx.follow and ctx.unfollow', () => {
  const run = (work: (ctx: Context) => unknown) =>
    new Bot().onMention(async (ctx) => String(await work(ctx))).onFollowUp((ctx) => `heard: ${ctx.text}`)

  it('resolve to whether the topic is heard, or was', async () => {
    const bot = run(async (ctx) => [
      await ctx.unfollow(),
      await ctx.follow({ for: '1h' }),
      await ctx.follow({ for: 60_000 }),
      await ctx.unfollow(),
      await ctx.unfollow(),
    ])
    const { say, call, said } = await opened(bot)
    await call('go')
    await say('one')
    expect(said()).toEqual(['false,true,true,true,false'])
  })

  it('follow for the time that was given last', async () => {
    const bot = run((ctx) => ctx.follow({ for: ctx.text }))
    const { chat, say, call, said } = await opened(bot)
    await call('1h')
    await call('1m')
    await chat.advance('2m')
    await say('one')
    expect(said()).toEqual(['true', 'true'])
  })

  it.each([0, -1, Number.NaN, 999, '0', '0s', 'nonsense', '366 days', '8d', Number.POSITIVE_INFINITY, {}, null, true])(
    'refuse %o as a time',
    async (time) => {
      // An untyped program may try.
      const options = { for: time } as { for: string }
      expect(() => new Bot().follow(options)).toThrow(expect.objectContaining({ code: 'invalid_duration' }))
      const errors: unknown[] = []
      const bot = run((ctx) => ctx.follow(options)).catch((error) => void errors.push(error))
      const { call } = await opened(bot)
      await call('go')
      expect(errors).toEqual([expect.any(HandlerError)])
      expect(errors).toEqual([expect.objectContaining({ code: 'invalid_duration' })])
    },
  )

  it('refuse options that there are not', () => {
    const unknown = expect.objectContaining({ code: 'unknown_option' })
    expect(() => new Bot().follow({ fro: '30m' } as object)).toThrow(unknown)
    expect(() => new Bot().follow('30m' as unknown as object)).toThrow(unknown)
  })

  it('fail without a handler of follow-ups, and are refused twice', async () => {
    const errors: unknown[] = []
    const bot = new Bot().onMention(async (ctx) => void (await ctx.follow())).catch((error) => void errors.push(error))
    const { call } = await opened(bot)
    await call('go')
    expect(errors).toEqual([expect.objectContaining({ code: 'no_follow_up_handler' })])
    const twice = expect.objectContaining({ code: 'duplicate_handler' })
    expect(() => new Bot().follow().follow()).toThrow(twice)
    expect(() => answering().onFollowUp(() => 'again')).toThrow(twice)
  })

  it('say in the log that a channel is not heard', async () => {
    const { say, call, said, warnings } = await opened(
      run((ctx) => ctx.follow()),
      { isSubscribed: false },
    )
    await call('go')
    await say('one')
    expect(said()).toEqual(['false'])
    expect(warnings()).toEqual([expect.stringContaining("isn't subscribed to")])
  })

  it('say in the log, once, that a webhook brings no follow-ups', async () => {
    const { say, call, said, warnings } = await opened(
      run((ctx) => ctx.follow()),
      { by: 'webhook' },
    )
    await call('go')
    await call('go')
    await say('one')
    expect(said()).toEqual(['false', 'false'])
    expect(warnings().filter((message) => message.includes('follow'))).toHaveLength(1)
  })

  it('do nothing in direct messages, which the bot hears anyway', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => `${await ctx.follow()}, ${await ctx.unfollow()}`)
    const { chat } = await opened(bot)
    expect((await chat.as('iago').dm('hi')).map(({ content }) => content)).toEqual(['true, false'])
  })

  it('do not follow for a message that was deleted meanwhile', async () => {
    const results: unknown[] = []
    const bot = run(async (ctx) => {
      await remove(ctx.message.id)
      await ctx.sleep('10s')
      results.push(await ctx.follow())
      return 'done'
    })
    const { call, as } = await opened(bot)
    const remove = (message_id: number) => as('desdemona').messages.delete({ message_id })
    await call('go')
    expect(results).toEqual([false])
  })

  it('follow the place where the message is by then', async () => {
    const bot = run(async (ctx) => {
      await ctx.sleep('10s')
      return ctx.follow()
    })
    const { chat, call, say, said, rename } = await opened(bot)
    const calling = call('go')
    await rename({ topic: 'brunch' })
    await calling
    await chat.advance('20s')
    const where = { channel: 'kitchen', topic: 'brunch' }
    await say('one', { where })
    expect(said(where)).toEqual(['true', 'heard: one'])
  })
})

it('does not tell people in a followed topic that middleware refuses them', async () => {
  const bot = () =>
    new Bot()
      .follow()
      .use(cooldown('10m'))
      .command('bake', { description: 'Bake', access: 'owner' }, () => 'Baked.')
      .onMention(() => 'Yes?')
      .onFollowUp(() => 'Heard.')
  const { chat, say, call, said } = await opened(bot)
  await call('hello')
  await say('one')
  await say('two', { who: 'hamlet' })
  await chat.advance('11m')
  await say('bake', { who: 'hamlet' })
  expect(said()).toEqual(['Yes?', 'Heard.', expect.stringMatching(/organization owners/)])
})

describe('thousands of followed topics', () => {
  it('cost no look-up for messages elsewhere, and the oldest are dropped', async () => {
    const { listen, say, said, settle, simulator, storage } = await village()
    let looked = 0
    const get = (key: string) => {
      if (key.startsWith('follow/')) looked += 1
      return storage.get(key)
    }
    const follows = new FollowStore(storage, simulator.realm.account('Ear').email)
    const now = simulator.clock.now()
    const heard = { id: 1, timestamp: now / 1_000 }
    for (let at = 0; at < 1_200; at += 1) {
      await follows.begin({ channel: 1, topic: `topic ${at}` }, heard, 1_000 * (10_000 + at), now)
    }
    listen(answering(), { storage: { ...storage, get } } as object)
    await settle()
    expect(await follows.live(now)).toHaveLength(1_000)
    looked = 0
    for (let at = 0; at < 50; at += 1) say('elsewhere', `no. ${at}`)
    await settle()
    expect(looked).toBe(0)
    say('@**Ear** hello')
    await settle()
    say('one')
    await settle()
    expect(looked).toBeGreaterThan(0)
    expect(said()).toEqual(['called: hello', 'heard: one'])
  })
})
