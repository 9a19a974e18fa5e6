import { Bot, RetryError } from 'earshot'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

/** Lets happen what needs no time. */
const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const said = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content)

describe.each(['webhook', 'events'] as const)('testBot with a queue, by %s', (by) => {
  it('tries again by virtual time what may pass by itself, and says so', async () => {
    let runs = 0
    const bot = new Bot().onMention((ctx) => {
      if (ctx.text === 'next') return 'Next.'
      runs += 1
      if (runs < 3) throw new RetryError('The oven is cold', { after: '30s' })
      return 'Baked.'
    })
    await using chat = await testBot(bot, { by, queue: true })
    const iago = chat.as('iago')
    expect(said(await iago.say('@**Echo** bake'))).toEqual(["That didn't work yet; I'm trying again."])
    // The conversation waits.
    expect(said(await iago.say('@**Echo** next'))).toEqual([])
    expect([said(await chat.advance('29s')), runs]).toEqual([[], 1])
    expect([said(await chat.advance('10s')), runs]).toEqual([[], 2])
    expect([said(await chat.advance('1m')), runs]).toEqual([['Baked.', 'Next.'], 3])
    expect(await chat.deadLetters()).toEqual([])
  })

  it('keeps what was given up as dead letters, of which bot.catch hears once', async () => {
    const heard: unknown[] = []
    const bot = new Bot().onMention(() => {
      throw new RetryError('The oven is cold')
    })
    bot.catch((error) => {
      heard.push(error)
      return 'No bread today.'
    })
    await using chat = await testBot(bot, { by, queue: true })
    await chat.as('iago').say('@**Echo** bake')
    expect(await chat.deadLetters()).toEqual([])
    await chat.advance('5m')
    expect(heard).toEqual([expect.any(RetryError)])
    expect(chat.text()).toContain('No bread today.')
    expect(await chat.deadLetters()).toMatchObject([
      { reason: 'failed', error: 'RetryError: The oven is cold', attempts: 5 },
    ])
  })

  it('takes up after a restart what the bot was doing when it was killed', async () => {
    let runs = 0
    const bot = () =>
      new Bot().onMention(async (ctx) => {
        runs += 1
        await ctx.reply('I begin.')
        if (runs === 1) await new Promise(() => {})
        return 'I am done.'
      })
    await using chat = await testBot(bot, { by, queue: true })
    const saying = chat.as('iago').say('@**Echo** bake')
    while (runs < 1) await turns()
    await chat.restart()
    await turns()
    await chat.advance('40s')
    await saying
    expect(said(chat.conversation({ channel: 'general', topic: 'tests' })).slice(1)).toEqual(['I begin.', 'I am done.'])
  })
})

describe('testBot without a queue', () => {
  it('tells at once of what a queue would try again', async () => {
    const bot = new Bot().onMention(() => {
      throw new RetryError('The oven is cold', { after: '30s' })
    })
    await using chat = await testBot(bot)
    expect(said(await chat.as('iago').say('@**Echo** bake'))).toEqual([expect.stringMatching(/^Something went wrong/)])
  })

  it('has no dead letters, and takes no other queue', async () => {
    await using chat = await testBot(new Bot())
    await expect(chat.deadLetters()).rejects.toThrow('There are no dead letters without a queue')
    await expect(testBot(new Bot(), { queue: 'sqlite:bots.db' as never })).rejects.toThrow('is true or false')
  })

  it.each([0, -1, Number.NaN, '2d', 'soon', null])('refuses to try again after %j', (after) => {
    expect(() => new RetryError('x', { after: after as never })).toThrow('is no span of time of at most a day')
  })
})

describe('several commands in one message', () => {
  it('run again only if what failed may pass, though another had a bug of which the sender was told', async () => {
    const ran: string[] = []
    const bot = new Bot().command('bake <what>', { description: 'Bake' }, ({ args }) => {
      ran.push(args.what)
      if (args.what === 'rye') throw new TypeError('a bug')
      if (args.what === 'spelt' && ran.length < 3) throw new RetryError('The oven is cold', { after: '5s' })
      return `Baked ${args.what}.`
    })
    await using chat = await testBot(bot, { queue: true })
    await chat.as('iago').say('@**Echo** bake rye\nbake spelt')
    await chat.advance('5m')
    expect(ran).toEqual(['rye', 'spelt', 'spelt'])
    expect(said(chat.conversation({ channel: 'general', topic: 'tests' })).slice(1)).toEqual([
      expect.stringMatching(/^Something went wrong/),
      "That didn't work yet; I'm trying again.",
      'Baked spelt.',
    ])
  })
})
