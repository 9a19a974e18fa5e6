import { Bot, type Context, stream } from 'earshot'
import { Client } from 'earshot/client'
import type { Simulator } from 'earshot/simulator'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import { type TownOptions, town } from '../queue/town.js'

type Change = (iago: Client, message_id: number) => Promise<unknown>

const toTopic =
  (topic: string): Change =>
  (iago, message_id) =>
    iago.messages.edit({ message_id, topic, propagate_mode: 'change_all' })
const toChannel =
  (stream_id: number): Change =>
  (iago, message_id) =>
    iago.messages.edit({ message_id, stream_id, propagate_mode: 'change_all' })
const deleted: Change = (iago, message_id) => iago.messages.delete({ message_id })

const suppliers = 3
/** A private channel that the bot isn't in. */
const books = 4

/** What happens to the message, where its answer goes, and where an earlier answer is then. */
const changes: readonly (readonly [string, Change, string, string])[] = [
  ['resolved', toTopic('✔ lunch'), 'kitchen > ✔ lunch', 'kitchen > ✔ lunch'],
  ['renamed', toTopic('dinner'), 'kitchen > dinner', 'kitchen > dinner'],
  ['moved to another channel', toChannel(suppliers), 'suppliers > lunch', 'suppliers > lunch'],
  ['moved to a private channel that the bot is not in', toChannel(books), 'direct', 'books > lunch'],
  ['deleted', deleted, 'direct', 'kitchen > lunch'],
]

async function* words() {
  yield 'thought'
}

/** What the bot has said, by place. */
function said(simulator: Simulator, bot: string): Record<string, string[]> {
  const places = [
    ...['lunch', '✔ lunch', 'dinner'].map((topic) => ({ channel: 'kitchen', topic })),
    { channel: 'suppliers', topic: 'lunch' },
    { channel: 'books', topic: 'lunch' },
    { dm: ['iago', bot] },
  ]
  const found = places.map((place): [string, string[]] => [
    'channel' in place ? `${place.channel} > ${place.topic}` : 'direct',
    simulator
      .messages(place)
      .filter(({ sender_full_name }) => sender_full_name === bot)
      .map(({ content }) => content),
  ])
  return Object.fromEntries(found.filter(([, texts]) => texts.length > 0))
}

/** What a handler says whose message is changed after twelve seconds. */
async function answers(work: (ctx: Context) => unknown, change: Change, by: 'webhook' | 'events' = 'webhook') {
  let asked = 0
  const bot = new Bot()
  bot.onMention(async (ctx) => {
    asked = ctx.message.id
    await work(ctx)
  })
  await using chat = await testBot(bot, { by })
  const saying = chat.as('iago').say(`@**${chat.botName}** think`, { channel: 'kitchen', topic: 'lunch' })
  await chat.advance('12s')
  await change(new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch }), asked)
  await chat.advance('5m')
  await saying
  return said(chat.simulator, chat.botName)
}

describe.each(['webhook', 'events'] as const)('by %s, while a handler works', (by) => {
  it.each(changes)('the late reply follows a message that is %s', async (_, change, place) => {
    const late = async (ctx: Context) => {
      await ctx.sleep('30s')
      await ctx.reply('thought')
    }
    expect(await answers(late, change, by)).toEqual({ [place]: ['thought'] })
  })

  it.each(changes)('the second reply follows a message that is %s', async (_, change, place, first) => {
    const twice = async (ctx: Context) => {
      await ctx.reply('one')
      await ctx.sleep('30s')
      await ctx.reply('two')
    }
    const expected = first === place ? { [place]: ['one', 'two'] } : { [first]: ['one'], [place]: ['two'] }
    expect(await answers(twice, change, by)).toEqual(expected)
  })
})

describe('while a handler works, a message is moved to a private channel', () => {
  it.each([
    ['progress', async (ctx: Context) => (await ctx.progress('thought')).done('thought')],
    ['what ctx.send sends', (ctx: Context) => ctx.send('thought')],
    ['a stream', (ctx: Context) => stream(ctx, words())],
    ['an error', () => Promise.reject(new Error('Out of ideas'))],
  ])('%s goes to the sender as a direct message', async (_, say) => {
    const late = async (ctx: Context) => {
      await ctx.sleep('30s')
      await say(ctx)
    }
    expect(Object.keys(await answers(late, toChannel(books)))).toEqual(['direct'])
  })

  it('the reply after a question timed out goes to the sender as a direct message', async () => {
    const asking = async (ctx: Context) => {
      await ctx.ask('Which bread?', { timeout: '1m' }).catch(() => ctx.reply('Then none.'))
    }
    const told = await answers(asking, toChannel(books))
    expect(told.direct).toEqual(['Then none.'])
    expect(told['kitchen > lunch']).toBeUndefined()
  })
})

describe.each(['webhook', 'events'] as const)('by %s, a topic with an open question or stream', (by) => {
  const places = [
    ['renamed', toTopic('dinner'), { channel: 'kitchen', topic: 'dinner' }],
    ['resolved', toTopic('✔ lunch'), { channel: 'kitchen', topic: '✔ lunch' }],
    ['moved to another channel', toChannel(suppliers), { channel: 'suppliers', topic: 'lunch' }],
  ] as const
  const lunch = { channel: 'kitchen', topic: 'lunch' }

  async function asked(command: string, work: (ctx: Context) => Promise<string>, change: Change) {
    const bot = new Bot().command(command, { description: 'Ask' }, work)
    const chat = await testBot(bot, { by })
    const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
    await chat.as('hamlet').say(`@**${chat.botName}** ${command}`, lunch)
    const firstId = chat.simulator.messages(lunch)[0]?.id ?? 0
    await change(iago, firstId)
    const say = async (who: string, text: string, to: { channel: string; topic: string }) =>
      (await chat.as(who).say(`@**${chat.botName}** ${text}`, to)).map(({ content }) => content)
    return { chat, say }
  }

  it.each(places)('is %s: the sender can answer there, and only there', async (_, change, to) => {
    const { chat, say } = await asked('order', (ctx) => ctx.ask('Which bread?'), change)
    expect(await say('hamlet', 'rye', { channel: 'kitchen', topic: 'tea' })).not.toContain('rye')
    expect(await say('cordelia', 'rye', to)).not.toContain('rye')
    expect(await say('hamlet', 'rye', to)).toEqual(['rye'])
    await chat.close()
  })

  it.each(places.slice(0, 2))('is %s: other users can answer and approve there', async (_, change, to) => {
    const choices = ['rye', 'wheat'] as const
    const asking = await asked('order', (ctx) => ctx.ask('Which bread?', { choices, from: 'anyone' }), change)
    expect(await asking.say('cordelia', 'wheat', to)).toEqual(['wheat'])
    await asking.chat.close()
    const release = async (ctx: Context) => {
      const { answers } = await ctx.approve('Release?', { by: { users: ['iago@example.com', 'othello@example.com'] } })
      return `by ${answers[0]?.user.name}`
    }
    const approving = await asked('release', release, change)
    expect(await approving.say('iago', 'approve', { channel: 'kitchen', topic: 'tea' })).not.toContain('by Iago')
    expect(await approving.say('iago', 'approve', to)).toEqual(['by Iago'])
    await approving.chat.close()
  })

  it('is renamed during a stream: "stop" in the renamed topic stops it', async () => {
    const bot = new Bot()
    bot.onMention(async (ctx) => {
      if (ctx.text === 'stop') return 'Nothing to stop.'
      await stream(ctx, async function* () {
        for (let count = 0; count < 100; count++) {
          yield `${count} `
          await ctx.sleep('1s')
        }
      })
      return undefined
    })
    const chat = await testBot(bot, { by })
    const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
    const saying = chat.as('hamlet').say(`@**${chat.botName}** count`, lunch)
    await chat.advance('12s')
    await toTopic('dinner')(iago, chat.simulator.messages(lunch)[0]?.id ?? 0)
    const stopping = chat.as('hamlet').say(`@**${chat.botName}** stop`, { channel: 'kitchen', topic: 'dinner' })
    await chat.advance('1m')
    await Promise.all([saying, stopping])
    expect(said(chat.simulator, chat.botName)['kitchen > dinner']).toEqual([expect.stringContaining('[stopped]')])
    await chat.close()
  })
})

it('a bot looks up where a question is only when its sender writes in another topic', async () => {
  const bot = new Bot().command('order', { description: 'Order' }, (ctx) => ctx.ask('Which bread?'))
  bot.command('status', { description: 'Status' }, () => 'all fine').onMention(() => 'Hm?')
  await using chat = await testBot(bot)
  const say = (who: string, text: string, topic: string) =>
    chat.as(who).say(`@**${chat.botName}** ${text}`, { channel: 'kitchen', topic })
  const lookUps = () => chat.calls().filter(({ endpoint }) => endpoint === 'messages.get').length
  await say('hamlet', 'order', 'lunch')
  await say('cordelia', 'hello', 'tea')
  await say('hamlet', 'status', 'tea')
  expect(lookUps()).toBe(0)
  await say('hamlet', 'hello', 'tea')
  expect(lookUps()).toBe(1)
})

it('an answer is found behind questions of other topics that are over', async () => {
  const bot = new Bot().command('order', { description: 'Order' }, (ctx) => ctx.ask('Which bread?', { timeout: '2h' }))
  await using chat = await testBot(bot)
  const say = async (text: string, topic: string) =>
    (await chat.as('hamlet').say(`@**${chat.botName}** ${text}`, { channel: 'kitchen', topic })).map(
      ({ content }) => content,
    )
  await say('order', 'lunch')
  const asked = chat.simulator.messages({ channel: 'kitchen', topic: 'lunch' })[0]?.id ?? 0
  for (const topic of ['a', 'b', 'c', 'd']) {
    await say('order', topic)
    await say('rye', topic)
  }
  await toTopic('dinner')(new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch }), asked)
  expect(await say('wheat', 'dinner')).toEqual(['wheat'])
})

it('a word of approval costs at most three look-ups, however many approvals are open in the channel', async () => {
  const bot = new Bot().command('release', { description: 'Release' }, async (ctx) => {
    await ctx.approve('Release?', { by: { users: ['iago@example.com'] } })
  })
  await using chat = await testBot(bot)
  const say = (who: string, text: string, topic: string) =>
    chat.as(who).say(`@**${chat.botName}** ${text}`, { channel: 'kitchen', topic })
  for (const topic of ['a', 'b', 'c', 'd', 'e']) await say('hamlet', 'release', topic)
  await say('iago', 'approve', 'tea')
  expect(chat.calls().filter(({ endpoint }) => endpoint === 'messages.get')).toHaveLength(3)
})

it('a late reply stays in its topic if the message was moved away and back', async () => {
  const late = async (ctx: Context) => {
    await ctx.sleep('30s')
    await ctx.reply('thought')
  }
  const there = async (iago: Client, id: number) => {
    await toTopic('dinner')(iago, id)
    await toTopic('lunch')(iago, id)
  }
  expect(await answers(late, there)).toEqual({ 'kitchen > lunch': ['thought'] })
})

it('ctx.place() returns the current place of the message; ctx.message is unchanged', async () => {
  const places: unknown[] = []
  const bot = async (ctx: Context) => {
    places.push(await ctx.place())
    await ctx.sleep('30s')
    places.push(await ctx.place(), ctx.message.subject)
  }
  await answers(bot, toTopic('dinner'))
  await answers(bot, deleted)
  const before = { channel: 2, topic: 'lunch' }
  expect(places).toEqual([before, { channel: 2, topic: 'dinner' }, 'lunch', before, { to: [8] }, 'lunch'])
})

it("a bot looks up where the message is once per late reply, and never for the webhook's response", async () => {
  const lookUps = async (work: (ctx: Context) => unknown) => {
    const bot = new Bot()
    bot.onMention(async (ctx) => {
      await work(ctx)
    })
    await using chat = await testBot(bot)
    await Promise.all([chat.as('iago').say(`@**${chat.botName}** think`), chat.advance('1m')])
    return chat.calls().filter(({ endpoint }) => endpoint === 'messages.get').length
  }
  expect(await lookUps((ctx) => ctx.reply('at once'))).toBe(0)
  expect(
    await lookUps(async (ctx) => {
      await ctx.sleep('5s')
      await ctx.reply('thought')
    }),
  ).toBe(0)
  expect(
    await lookUps(async (ctx) => {
      await ctx.reply('one')
      await ctx.reply('two')
    }),
  ).toBe(0)
  expect(
    await lookUps(async (ctx) => {
      for (const text of ['one', 'two', 'three']) {
        await ctx.sleep('10s')
        await ctx.reply(text)
      }
    }),
  ).toBe(3)
})

describe('from a queue', () => {
  const failing = new Bot()
  failing.onMention(() => Promise.reject(new Error('Out of ideas')))
  const thinking = new Bot()
  thinking.onMention(() => 'thought')

  it.each(changes)('the reply follows a message that is %s while it is queued', async (_, change, place) => {
    expect(await fromQueue(thinking, change)).toEqual({ [place]: ['thought'] })
  })

  it.each(changes)('the failure notice follows a message that is %s while it is queued', async (_, change, place) => {
    const told = await fromQueue(failing, change, { attempts: 1 })
    expect(told).toEqual({ [place]: [expect.stringMatching(/^Something went wrong/)] })
  })

  async function fromQueue(bot: Bot, change: Change, options?: TownOptions) {
    const place = await town(options)
    const { simulator } = place
    const id = await place.say('think', 'lunch')
    await simulator.clock.advance('12s')
    await change(new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch }), id)
    place.start(bot)
    await place.settle()
    const told = said(simulator, 'Echo')
    await place.close()
    return told
  }
})
