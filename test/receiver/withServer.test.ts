import { Bot, silent } from 'earshot'
import { createReceiver, type ReceiverOptions } from 'earshot/receiver'
import { createSimulator, type SimulatorOptions } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gate } from './kit.js'

const kitchen = { channel: 'kitchen', topic: 'oven #12' }

/** The echo bot's receiver, before a server that posts to it and that it calls, in one process and on one clock. */
function conversation(
  bot: Bot,
  { server = {}, ...options }: Partial<ReceiverOptions> & { server?: SimulatorOptions } = {},
) {
  const simulator = createSimulator({ clock: 'frozen', ...server })
  onTestFinished(() => simulator.close())
  // Hamlet owns the bot, and is not in the private channel `books`.
  const { token = '', ...credentials } = simulator.addBot({ full_name: 'Scribe', owner: 'Hamlet' })
  const receiver = createReceiver({
    bots: [{ bot, credentials, tokens: [token] }],
    fetch: simulator.fetch,
    clock: simulator.clock,
    log: silent,
    ...options,
  })
  simulator.connect('Scribe', (request) => receiver.fetch(request))
  const texts = (where: Parameters<typeof simulator.messages>[0]) =>
    simulator.messages(where).map(({ content }) => content)
  return { simulator, receiver, texts }
}

/** A bot that is as slow as the test wants. */
function slowBot() {
  const { opened, open } = gate()
  let runs = 0
  const bot = new Bot().onMention(async () => {
    runs += 1
    await opened
    return 'It is warm'
  })
  return { bot, open, runs: () => runs }
}

describe('a receiver with a simulated server', () => {
  it('replies to a mention in its topic and to a direct message to its sender', async () => {
    const { simulator, texts } = conversation(new Bot().onMention(() => 'warm').onDirectMessage(() => 'cold'))
    simulator.say('Iago', kitchen, '@**Scribe** how is the oven?')
    simulator.say('Cordelia', { to: ['Scribe'] }, 'and the shop?')
    await simulator.idle()
    expect(texts(kitchen).at(-1)).toBe('warm')
    expect(texts({ dm: ['Cordelia', 'Scribe'] })).toEqual(['and the shop?', 'cold'])
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['replied', 'replied'])
  })

  it('sends several replies in order, also in a group conversation', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => {
      for (const text of ['one', 'two', 'three']) await ctx.reply(text)
    })
    const { simulator, texts } = conversation(bot)
    simulator.say('Iago', { to: ['Scribe', 'Hamlet'] }, 'count')
    await simulator.idle()
    expect(texts({ dm: ['Iago', 'Hamlet', 'Scribe'] })).toEqual(['count', 'one', 'two', 'three'])
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['quiet'])
  })

  it('answers in time even if the handler is slow, and sends the reply later', async () => {
    const { bot, open } = slowBot()
    const { simulator, receiver, texts } = conversation(bot)
    simulator.say('Iago', kitchen, '@**Scribe** how is the oven?')
    await simulator.advance(9_000)
    expect(simulator.deliveries).toMatchObject([{ outcome: 'quiet', attempts: [{ duration: 8_000 }] }])
    open()
    await receiver.idle()
    expect(texts(kitchen).at(-1)).toBe('It is warm')
  })

  it('replies to the sender if the bot may not post in the channel', async () => {
    const { bot, open } = slowBot()
    const { simulator, receiver, texts } = conversation(bot)
    const books = { channel: 'books', topic: 'march' }
    simulator.say('Iago', books, '@**Scribe** did we make a profit?')
    await simulator.advance(9_000)
    open()
    await receiver.idle()
    expect(texts(books)).not.toContain('It is warm')
    expect(texts({ dm: ['Iago', 'Scribe'] })).toEqual(['It is warm'])
  })

  it("replies through the webhook's response in a channel without the bot", async () => {
    const { simulator, texts } = conversation(new Bot().onMention(() => 'We did'))
    const books = { channel: 'books', topic: 'march' }
    simulator.say('Iago', books, '@**Scribe** did we make a profit?')
    await simulator.idle()
    expect(texts(books).at(-1)).toBe('We did')
  })

  it('runs a handler once and replies once when the server repeats the delivery', async () => {
    const { bot, open, runs } = slowBot()
    const { simulator, receiver, texts } = conversation(bot, { answerBy: 35_000 })
    simulator.say('Iago', kitchen, '@**Scribe** how is the oven?')
    await simulator.advance(25_000)
    open()
    await simulator.advance(0)
    await simulator.idle()
    await receiver.idle()
    expect(simulator.deliveries).toMatchObject([{ outcome: 'replied' }])
    expect(simulator.deliveries[0]?.attempts).toHaveLength(3)
    expect(texts(kitchen).filter((text) => text === 'It is warm')).toHaveLength(1)
    expect(runs()).toBe(1)
  })

  it('handles deliveries of an old server', async () => {
    const bot = new Bot().onDirectMessage((ctx) => `${ctx.trigger}: ${ctx.text}`)
    const { simulator, texts } = conversation(bot, { server: { featureLevel: 100 } })
    simulator.say('Iago', { to: ['Scribe'] }, 'hello')
    await simulator.idle()
    expect(simulator.deliveries[0]?.trigger).toBe('private_message')
    expect(texts({ dm: ['Iago', 'Scribe'] }).at(-1)).toBe('direct_message: hello')
  })

  it.each(['svc', 'zulip'] as const)('detects that its server speaks %s', async (dialect) => {
    const bot = new Bot().onMention(async (ctx) => {
      await ctx.react('svc')
      return 'warm'
    })
    const { simulator, texts } = conversation(bot, { server: { dialect } })
    simulator.say('Iago', kitchen, '@**Scribe** how is the oven?')
    await simulator.idle()
    expect(texts(kitchen).at(-1)).toBe('warm')
    expect(simulator.messages(kitchen).at(-2)?.reactions).toMatchObject([{ reaction_type: `${dialect}_extra_emoji` }])
  })

  it('splits a reply that is too long, and sends nothing for a blank one', async () => {
    const bot = new Bot().onMention((ctx) => (ctx.text === 'much' ? 'é'.repeat(12_000) : ' \n '))
    const { simulator, texts } = conversation(bot)
    simulator.say('Iago', kitchen, '@**Scribe** much')
    simulator.say('Iago', kitchen, '@**Scribe** little')
    await simulator.idle()
    // More than one go as messages, so that their order holds.
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['quiet', 'quiet'])
    const posted = texts(kitchen).filter((text) => text.startsWith('éé'))
    expect(posted.join('')).toBe('é'.repeat(12_000))
    expect(posted.map((text) => [...text].length <= 10_000)).toEqual([true, true])
  })
})
