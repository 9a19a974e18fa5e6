import { Bot, type Log, type Storage, silent, stream, UserError } from 'earshot'
import { createListener, type ListenerOptions } from 'earshot/listener'
import { createQueue, createWorker } from 'earshot/queue'
import { createSimulator } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryEngine } from '../../src/queue/index.js'

const bread = { channel: 'Verona', topic: 'bread' }
const tea = { channel: 'Verona', topic: 'tea' }

/** An organisation with several generic bots in its channel Verona, each with a storage that outlasts its process. */
async function organisation(...names: string[]) {
  const simulator = createSimulator({ clock: 'frozen', randomSeed: 1 })
  onTestFinished(() => simulator.close())
  const { clock } = simulator
  const accounts = new Map(
    names.map((name) => {
      const { token: _, ...credentials } = simulator.addBot({ full_name: name, type: 'generic' })
      return [name, { credentials, storage: memoryStorage({ clock }), id: simulator.realm.account(name).id }]
    }),
  )
  const call = async (who: string, method: string, path: string, params: Record<string, string>) => {
    const { email, apiKey = '' } = simulator.credentials(who)
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const body = new URLSearchParams(params)
    const response = await simulator.fetch(`${simulator.url}/api/v1${path}`, { method, headers, body })
    expect(response.status).toBe(200)
  }
  const subscriptions = JSON.stringify([{ name: 'Verona' }])
  await call('Desdemona', 'POST', '/users/me/subscriptions', {
    subscriptions,
    principals: JSON.stringify([...accounts.values()].map(({ id }) => id)),
  })
  const lines: { readonly fields: object; readonly message: string }[] = []
  const note = (fields: object, message: string) => void lines.push({ fields, message })
  const log: Log = { ...silent, warn: note, error: note }
  const settle = async (turns = 60) => {
    for (let turn = 0; turn < turns; turn += 1) await clock.advance(500)
  }
  const sent = (place: Parameters<typeof simulator.messages>[0]) =>
    simulator.messages(place).map(({ sender_full_name }) => sender_full_name)
  return {
    simulator,
    lines,
    call,
    settle,
    sent,
    stops: () => lines.filter(({ message }) => message.startsWith('Stopped answering another bot')),
    storageOf: (name: string) => accounts.get(name)?.storage as Storage,
    async listen(name: string, bot: Bot, options: Partial<ListenerOptions> = {}) {
      const { credentials, storage } = accounts.get(name) ?? {}
      if (!credentials || !storage) throw new Error(`There is no ${name}.`)
      const fetch = (...request: Parameters<typeof globalThis.fetch>) => simulator.fetch(...request)
      const shared = { bots: [{ bot, credentials }], fetch, clock, storage, log }
      const listening = createListener({ ...shared, answerBots: true, ...options }).start()
      await settle(2)
      return { listening, shared }
    },
  }
}

async function* wordsOf(text: string) {
  yield text
}

type Organisation = Awaited<ReturnType<typeof organisation>>

describe('a bot that answers bots', () => {
  it.each([false, true])(
    'stops after five turns, says so once, and goes on when a person writes (queue: %s)',
    async (hasQueue) => {
      const { simulator, listen, settle, sent, stops } = await organisation('Ping', 'Pong')
      const { clock } = simulator
      const queue = () => (hasQueue ? { queue: createQueue(memoryEngine(), { clock }) } : {})
      await listen(
        'Ping',
        new Bot().onMention(() => '@**Pong** hello'),
        queue(),
      )
      await listen(
        'Pong',
        new Bot().onMention(() => '@**Ping** hello'),
        queue(),
      )
      simulator.say('Hamlet', bread, '@**Ping** start')
      await settle()
      // Ping's first message answers Hamlet.
      const turns = ['Ping', 'Pong', 'Ping', 'Pong', 'Ping', 'Pong', 'Ping', 'Pong', 'Ping', 'Pong', 'Ping']
      expect(sent(bread)).toEqual(['Hamlet', ...turns])
      expect(stops()).toEqual([
        expect.objectContaining({
          fields: expect.objectContaining({ otherBot: 'Ping', where: 'Verona > bread', turns: 5 }),
        }),
      ])
      simulator.say('Ping', bread, '@**Pong** are you there?')
      await settle()
      expect(sent(bread)).toHaveLength(13)
      expect(stops()).toHaveLength(1)
      simulator.say('Hamlet', bread, 'Go on.')
      simulator.say('Ping', bread, '@**Pong** more')
      await settle()
      expect(sent(bread).slice(15)).toEqual([...turns.slice(1)])
      expect(stops()).toHaveLength(2)
    },
  )

  interface Way {
    readonly what: string
    readonly names?: readonly string[]
    bot(name: string, other: string, own: string): Bot
    begin(place: Organisation): unknown
    /** How many messages there may be at the end. */
    most: number
    all(place: Organisation): readonly unknown[]
  }

  const topics = ({ sent }: Organisation) => [...sent(bread), ...sent(tea)]
  const ways: readonly Way[] = [
    {
      what: 'three in a ring',
      names: ['Ping', 'Pong', 'Pang'],
      bot: (_, next) => new Bot().onMention(() => `@**${next}** hello`),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, '@**Ping** start'),
      all: topics,
      most: 18,
    },
    {
      what: 'in direct messages',
      bot: () => new Bot().onDirectMessage(() => 'hello'),
      begin: ({ simulator }) => simulator.say('Ping', { to: ['Pong'] }, 'hello'),
      all: ({ sent }) => sent({ dm: ['Ping', 'Pong'] }),
      most: 12,
    },
    {
      what: 'in a group with a person who is silent',
      bot: () => new Bot().onDirectMessage(() => 'hello'),
      begin: ({ simulator }) => simulator.say('Hamlet', { to: ['Ping', 'Pong'] }, 'hello'),
      all: ({ sent }) => sent({ dm: ['Hamlet', 'Ping', 'Pong'] }),
      most: 13,
    },
    {
      what: 'by words that they hear',
      bot: () => new Bot().onMessage({ text: /hello/ }, () => 'hello'),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, 'hello'),
      all: topics,
      most: 14,
    },
    {
      what: 'in a followed topic',
      bot: () =>
        new Bot()
          .follow()
          .onMention(() => 'hello')
          .onFollowUp(() => 'hello')
          .onMessage(() => 'hello'),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, '@**Ping** @**Pong** hello'),
      all: topics,
      most: 14,
    },
    {
      what: 'by texts that they stream',
      bot: (_, other) => new Bot().onMention(async (ctx) => void (await stream(ctx, wordsOf(`@**${other}** hello`)))),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, '@**Ping** hello'),
      all: topics,
      most: 12,
    },
    {
      what: 'by questions',
      bot: (_, other) => new Bot().onMention(async (ctx) => `@**${other}** ${await ctx.ask(`@**${other}** hello?`)}`),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, '@**Ping** hello'),
      all: topics,
      most: 14,
    },
    {
      what: 'as bridges between two topics',
      bot: (name) => {
        const [from, to] = name === 'Ping' ? ([bread, tea] as const) : ([tea, bread] as const)
        return new Bot().onMessage({ topic: from.topic }, async (ctx) => void (await ctx.send(to, ctx.text)))
      },
      begin: ({ simulator }) => simulator.say('Hamlet', bread, 'hello'),
      all: topics,
      most: 14,
    },
    {
      what: 'by a direct message and a topic in turn',
      bot: (name) =>
        name === 'Ping'
          ? new Bot().onMessage(async (ctx) => void (await ctx.send(bread, '@**Pong** hello')))
          : new Bot().onMention(async (ctx) => void (await ctx.send({ to: ctx.sender.id }, 'hello'))),
      begin: ({ simulator }) => simulator.say('Ping', bread, '@**Pong** hello'),
      all: ({ sent }) => [...sent(bread), ...sent({ dm: ['Ping', 'Pong'] })],
      most: 14,
    },
    {
      what: 'by several messages at once',
      bot: (_, other) =>
        new Bot().onMention(async (ctx) => {
          for (let part = 0; part < 3; part += 1) await ctx.reply(`@**${other}** hello`)
        }),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, '@**Ping** hello'),
      all: topics,
      most: 34,
    },
    {
      what: 'by mentions of everybody and of themselves',
      bot: (name, other) => new Bot().onMention(() => `@**all** @**${other}** @**${name}** hello`),
      begin: ({ simulator }) => simulator.say('Hamlet', bread, '@**Ping** hello'),
      all: topics,
      most: 12,
    },
    {
      what: 'by errors that they tell each other',
      bot: () =>
        new Bot().onDirectMessage(() => {
          throw new UserError('No.')
        }),
      begin: ({ simulator }) => simulator.say('Ping', { to: ['Pong'] }, 'hello'),
      all: ({ sent }) => sent({ dm: ['Ping', 'Pong'] }),
      most: 12,
    },
    {
      what: 'by reactions',
      bot: (name) =>
        new Bot().onReaction(async (ctx) => {
          reactions.push(name)
          if (ctx.reaction.op === 'add') await ctx.react('tea')
          await ctx.client.reactions.remove({ message_id: ctx.message.id, emoji_name: 'tea' }).catch(() => {})
        }),
      begin: async ({ simulator, call }) => {
        reactions.length = 0
        const id = simulator.say('Hamlet', bread, 'hello')
        await call('Hamlet', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tea' })
      },
      all: () => reactions,
      most: 20,
    },
  ]
  const reactions: string[] = []

  it.each(ways)(
    'comes to an end with another one $what',
    async ({ names = ['Ping', 'Pong'], bot, begin, all, most }) => {
      const place = await organisation(...names)
      for (const [at, name] of names.entries()) {
        await place.listen(name, bot(name, names[(at + 1) % names.length] ?? '', name))
      }
      await begin(place)
      await place.settle()
      const after = all(place).length
      expect(after).toBeGreaterThan(8)
      expect(after).toBeLessThanOrEqual(most)
      await place.settle()
      expect(all(place)).toHaveLength(after)
      expect(place.stops().length).toBeGreaterThan(0)
    },
  )

  it('answers a bot once a night, and ten times with the option', async () => {
    const { simulator, listen, settle, sent, stops } = await organisation('Pong', 'Report')
    const pong = () => new Bot().onMention(() => 'Noted.')
    for (let night = 0; night < 8; night += 1) {
      const { listening } = await listen('Pong', pong())
      simulator.say('Report', bread, '@**Pong** 12 orders')
      await settle(4)
      await listening.stop()
      await simulator.advance('24h')
    }
    expect(sent(bread)).toHaveLength(16)
    await listen('Pong', pong(), { answerBots: { turns: 10 } })
    for (let night = 0; night < 12; night += 1) {
      simulator.say('Report', tea, '@**Pong** 12 orders')
      await settle(4)
    }
    expect(sent(tea)).toHaveLength(22)
    expect(stops()).toHaveLength(1)
  })

  it('hears any number of messages that it does not answer', async () => {
    const { simulator, listen, settle, stops } = await organisation('Pong', 'Builds')
    const heard: string[] = []
    await listen(
      'Pong',
      new Bot().onMessage((ctx) => void heard.push(ctx.text)).onMention(() => 'Yes?'),
    )
    for (let build = 0; build < 20; build += 1) {
      simulator.say('Builds', bread, `build ${build}`)
      // It answers people meanwhile.
      if (build % 4 === 0) simulator.say('Hamlet', tea, '@**Pong** hello')
      await settle(2)
    }
    expect(heard).toHaveLength(20)
    expect(stops()).toEqual([])
  })

  it('counts on after restarts, and in other processes', async () => {
    const { simulator, listen, settle, sent, stops } = await organisation('Pong', 'Ping')
    const pong = () => new Bot().onMention(() => 'hello')
    for (let round = 0; round < 4; round += 1) {
      const { listening } = await listen('Pong', pong())
      for (const _ of [1, 2]) simulator.say('Ping', bread, '@**Pong** hello')
      await settle(6)
      await listening.stop()
    }
    expect(sent(bread).filter((name) => name === 'Pong')).toHaveLength(5)
    expect(stops()).toHaveLength(1)
  })

  it('counts in a worker of another process', async () => {
    const { simulator, listen, settle, sent, stops } = await organisation('Pong', 'Ping')
    const { clock } = simulator
    const engine = memoryEngine()
    const { shared } = await listen('Pong', new Bot(), { queue: createQueue(engine, { clock }), work: false })
    const bots = shared.bots.map((one) => ({ ...one, tokens: [], bot: new Bot().onMention(() => 'hello') }))
    createWorker({ ...shared, bots, queue: createQueue(engine, { clock }) }).start()
    for (let at = 0; at < 9; at += 1) simulator.say('Ping', bread, '@**Pong** hello')
    await settle(30)
    expect(sent(bread).filter((name) => name === 'Pong')).toHaveLength(5)
    expect(stops()).toHaveLength(1)
  })

  it('asks the server for nothing more when a person writes', async () => {
    const { simulator, listen, settle, sent, storageOf } = await organisation('Pong')
    const calls: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      calls.push(`${init?.method} ${new URL(String(input)).pathname}`)
      return simulator.fetch(input, init)
    }
    await listen(
      'Pong',
      new Bot().onMention(() => 'hello'),
      { fetch },
    )
    simulator.say('Hamlet', bread, '@**Pong** hello')
    await settle(4)
    const before = calls.length
    for (let at = 0; at < 12; at += 1) simulator.say('Hamlet', bread, '@**Pong** hello')
    await settle(12)
    expect(sent(bread)).toHaveLength(26)
    expect(calls.slice(before).filter((call) => /users|GET .*\/messages$/.test(call))).toEqual([])
    expect(await storageOf('Pong').list('turns/')).toEqual([])
  })

  it('counts bots whose accounts can not be read, even if it does not answer bots', async () => {
    const { simulator, listen, settle, sent, stops } = await organisation('Pong', 'Ping')
    const { id } = simulator.realm.account('Ping')
    const fetch: typeof globalThis.fetch = async (input, init) =>
      String(input).includes(`/users/${id}`)
        ? Response.json({ result: 'success', msg: '', user: 5 })
        : simulator.fetch(input, init)
    await listen(
      'Pong',
      new Bot().onMention(() => '@**Ping** hello'),
      { answerBots: false, fetch },
    )
    await listen(
      'Ping',
      new Bot().onMention(() => '@**Pong** hello'),
      { answerBots: { turns: 1_000 } },
    )
    simulator.say('Hamlet', bread, '@**Pong** hello')
    await settle()
    expect(sent(bread).filter((name) => name === 'Pong')).toHaveLength(6)
    expect(stops()).toHaveLength(1)
  })

  it.each([0, -1, 1.5, Number.NaN, null, '5'])('refuses %s turns', async (turns) => {
    const { listen } = await organisation('Pong')
    await expect(listen('Pong', new Bot(), { answerBots: { turns } as never })).rejects.toThrow('answerBots.turns')
  })

  it.each(['yes', null, 5])('refuses %s in place of its options', async (answerBots) => {
    const { listen } = await organisation('Pong')
    await expect(listen('Pong', new Bot(), { answerBots: answerBots as never })).rejects.toThrow('answerBots')
  })
})
