import { Bot, typing } from 'earshot'
import { runTranscript, testBot } from 'earshot/testing'
import 'earshot/testing/vitest'
import { describe, expect, it } from 'vitest'

const here = { channel: 'general', topic: 'greetings' }

function echo(): Bot {
  const bot = new Bot()
  bot.onMention((ctx) => `You said: ${ctx.text}`)
  bot.onDirectMessage((ctx) => `You told me: ${ctx.text}`)
  return bot
}

describe('testBot', () => {
  it("returns the bot's replies in a channel", async () => {
    const chat = await testBot(echo())
    const replies = await chat.as('iago').say('@**Echo** hi', here)
    expect(replies.map(({ content, subject, sender_full_name }) => [sender_full_name, subject, content])).toEqual([
      ['Echo', 'greetings', 'You said: hi'],
    ])
    await chat.close()
  })

  it("returns the bot's replies to a direct message", async () => {
    const chat = await testBot(echo())
    expect((await chat.as('hamlet').dm('hi')).map(({ content }) => content)).toEqual(['You told me: hi'])
    expect((await chat.as('hamlet').dm('again')).map(({ content }) => content)).toEqual(['You told me: again'])
    await chat.close()
  })

  it("returns nothing if the bot wasn't addressed", async () => {
    const chat = await testBot(echo())
    expect(await chat.as('iago').say('Echo is not mentioned', here)).toEqual([])
    await chat.close()
  })

  it('returns several replies in order', async () => {
    const bot = new Bot()
    bot.onMention(async (ctx) => {
      await ctx.reply('one')
      await ctx.reply('two')
      return 'three'
    })
    const chat = await testBot(bot)
    const replies = await chat.as('iago').say('@**Echo** count', here)
    expect(replies.map(({ content }) => content)).toEqual(['one', 'two', 'three'])
    await chat.close()
  })

  it('lets the bot call the server as itself and as its owner', async () => {
    const bot = new Bot()
    bot.onMention(async (ctx) => {
      const me = await ctx.client.users.me()
      const owner = await ctx.owner?.users.me()
      return `${me.full_name} of ${owner?.full_name ?? 'nobody'}`
    })
    const chat = await testBot(bot, { withOwner: true })
    expect((await chat.as('iago').say('@**Echo** who', here))[0]?.content).toBe('Echo of Iago')
    expect((await chat.as('hamlet').say('@**Echo** who', here))[0]?.content).toBe('Echo of nobody')
    await chat.close()
  })

  it('shows the error reply when a handler fails', async () => {
    const bot = new Bot()
    bot.onMention(() => {
      throw new Error('secret detail')
    })
    const silent = { debug() {}, info() {}, warn() {}, error() {} }
    const chat = await testBot(bot, { receiver: { log: silent } })
    const [reply] = await chat.as('iago').say('@**Echo** hi', here)
    expect(reply?.content).toMatch(/went wrong/i)
    expect(reply?.content).not.toContain('secret detail')
    await chat.close()
  })

  it('supports an older server', async () => {
    const bot = new Bot()
    bot.onDirectMessage(async (ctx) => `Level ${await ctx.client.featureLevel()}`)
    const chat = await testBot(bot, { simulator: { featureLevel: 200 } })
    expect((await chat.as('iago').dm('level?'))[0]?.content).toBe('Level 200')
    expect(chat.simulator.deliveries[0]?.trigger).toBe('private_message')
    await chat.close()
  })

  it.each([
    ['iago', 'Iago is not an outgoing-webhook bot'],
    ['nobody@example.com', 'Nobody is called'],
    ['', 'Nobody is called'],
    [4711, 'No account has the ID 4711'],
  ])('rejects the account %s', async (account, sentence) => {
    await expect(testBot(echo(), { account })).rejects.toThrow(sentence)
  })

  it('creates a new bot for an unused name, as in a transcript', async () => {
    const chat = await testBot(echo(), { account: 'Helpdesk' })
    expect(chat.botName).toBe('Helpdesk')
    const [reply] = await chat.as('iago').say('@**Helpdesk** hi', here)
    expect(reply).toMatchObject({ content: 'You said: hi', sender_full_name: 'Helpdesk' })
    await chat.close()
    const text = '# general > lunch\nIago: @**Helpdesk** hi\nHelpdesk: You said: hi\n'
    expect(await runTranscript(text, { bot: echo, account: 'Helpdesk' })).toMatchObject({ passed: true })
  })

  it('closes with `await using`, and may be closed again', async () => {
    const bot = echo().every('every hour', {}, (ctx) => ctx.send({ to: 'iago@example.com' }, 'An hour is over'))
    const use = async () => {
      await using chat = await testBot(bot)
      expect(await chat.advance('1h')).toHaveLength(1)
      return chat
    }
    const chat = await use()
    expect(await chat.advance('1h')).toEqual([])
    await chat.close()
  })

  it('rejects with the reason when the server refuses a message', async () => {
    const chat = await testBot(echo())
    await expect(chat.as('iago').say('hi', { channel: 'nowhere', topic: 'a' })).rejects.toThrow("Channel 'nowhere'")
    await chat.close()
  })
})

describe.each(['webhook', 'events'] as const)('a bot that gets its messages by %s', (by) => {
  it('replies, asks, sleeps and survives a restart', async () => {
    const bot = () =>
      new Bot()
        .hears('soon', async (ctx) => {
          await ctx.sleep('2m')
          return 'Now.'
        })
        .onMention(async (ctx) => `${await ctx.ask('Which flour?')} it is.`)
        .onDirectMessage((ctx) => `You told me: ${ctx.text}`)
    const chat = await testBot(bot, { by })
    const iago = chat.as('iago')
    const said = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)
    expect(said(await iago.dm('hi'))).toEqual(['You told me: hi'])
    expect(said(await iago.say('@**Echo** soon', here))).toEqual(['Now.'])
    expect(said(await iago.say('@**Echo** bread', here))).toEqual(['Which flour?'])
    await chat.restart()
    expect(said(await iago.say('@**Echo** rye', here))).toEqual(['rye it is.'])
    expect(await iago.say('Echo?', here)).toEqual([])
    await chat.close()
  })

  it('can be a new or existing account', async () => {
    for (const account of ['Baker', 'echo', 'echo-bot@example.com', 20]) {
      const chat = await testBot(echo(), { by, account })
      expect((await chat.as('iago').dm('hi')).map(({ content }) => content)).toEqual(['You told me: hi'])
      await chat.close()
    }
  })

  it('accepts the options of a receiver and rejects others', async () => {
    const chat = await testBot(echo(), { by, receiver: { answerBy: 500, maxBodyBytes: 100_000 } })
    expect(await chat.as('iago').dm('hi')).toHaveLength(1)
    await chat.close()
    const receiver = { answrBy: 500 } as never
    await expect(testBot(echo(), { by, receiver })).rejects.toThrow('Did you mean `answerBy`?')
  })

  it('plays transcripts for that way or for both', async () => {
    const text = (setting: string) =>
      `bot: Echo\n${setting}\n# general > lunch\nIago: @**Echo** hi\nEcho: You said: hi\n`
    const run = (setting: string) => runTranscript(text(setting), { bot: echo, by })
    expect(await run('')).toMatchObject({ by, passed: true, skipped: false })
    expect(await run(`by: ${by}\n`)).toMatchObject({ by, passed: true, skipped: false })
    expect(await run(`by: ${by === 'events' ? 'webhook' : 'events'}\n`)).toMatchObject({ passed: true, skipped: true })
    await expect(run('by: pigeon\n')).rejects.toThrow('by: pigeon')
  })
})

describe.each(['webhook', 'events'] as const)('a test that runs twice, by %s', (by) => {
  /** Handlers that wait for retries of the client, some of them longer than a typing notice takes to appear. */
  const run = async (randomSeed?: string) => {
    const bot = new Bot().use(typing({ after: '500ms' })).onMention(async (ctx) => {
      for (let call = 0; call < 3; call += 1) await ctx.client.users.list({ client_gravatar: call === 0 })
      await ctx.reply(`${ctx.text} heard`)
    })
    await using chat = await testBot(bot, { by, ...(randomSeed !== undefined && { simulator: { randomSeed } }) })
    chat.faults.add('the next 2 calls of users.list answer 503')
    await chat.as('iago').say('@**Echo** one', here)
    chat.faults.add('the next 2 calls of users.list answer 502')
    await chat.as('hamlet').say('@**Echo** two', here)
    await chat.advance('1m')
    return chat.calls()
  }

  it('makes the same calls at the same times in each run', async () => {
    const calls = await run()
    expect(new Set(calls.map(({ at }) => at)).size).toBeGreaterThan(1)
    for (let time = 0; time < 3; time += 1) expect(await run()).toEqual(calls)
  })

  it("spreads retries by the simulator's seed", async () => {
    const calls = await run('a')
    expect(await run('a')).toEqual(calls)
    expect(await run('b')).not.toEqual(calls)
  })
})

describe('a bot that gets its messages by events', () => {
  it('receives reactions', async () => {
    const bot = new Bot().onReaction((ctx) => `${ctx.sender.name}: ${ctx.reaction.emojiName}`)
    const chat = await testBot(bot, { by: 'events' })
    await chat.as('iago').dm('hi')
    expect((await chat.as('iago').react('bread')).map(({ content }) => content)).toEqual(['Iago: bread'])
    await chat.close()
  })

  it("can use an account that isn't an outgoing webhook", async () => {
    await expect(testBot(echo(), { account: 'Yeast Counter' })).rejects.toThrow('is not an outgoing-webhook bot')
    const chat = await testBot(echo(), { by: 'events', account: 'Yeast Counter' })
    expect((await chat.as('iago').dm('hi')).map(({ content }) => content)).toEqual(['You told me: hi'])
    await chat.close()
  })
})

describe.each(['webhook', 'events'] as const)('replies in a place that the server names differently, by %s', (by) => {
  const title = (topic: string) => `# general > ${JSON.stringify(topic)}`
  const hello = () => new Bot().onMention(() => 'hi')

  it.each([
    ['general chat', ''],
    ['(no topic)', ''],
    ['  spaces  ', 'spaces'],
    ['a'.repeat(61), `${'a'.repeat(57)}...`],
    ['👍'.repeat(61), `${'👍'.repeat(57)}...`],
    ['✔ lunch', '✔ lunch'],
  ])('returns, finds and plays those in %j', async (topic, stored) => {
    await using chat = await testBot(hello(), { by })
    const [reply] = await chat.as('iago').say('@**Echo** x', { channel: 'GENERAL', topic })
    expect(reply).toMatchObject({ content: 'hi', subject: stored })
    expect(chat).toHaveReplied('hi')
    expect(chat).toHaveSaid('hi', { channel: 'General', topic: ` ${topic} ` })
    expect(await chat.as('iago').say('@**Echo** again')).toHaveLength(1)
    const text = `${title(topic)}\nIago: @**Echo** x\nEcho: hi\n`
    expect(await runTranscript(text, { bot: hello, by })).toMatchObject({ passed: true })
  })

  it('keeps the names as they are on servers without empty topics', async () => {
    await using chat = await testBot(hello(), { by, featureLevel: 200 })
    const replies = await chat.as('iago').say('@**Echo** x', { channel: 'general', topic: 'general chat' })
    expect(replies.map(({ subject }) => subject)).toEqual(['general chat'])
  })

  it('follows a message that the handler moves, and a renamed channel', async () => {
    const bot = new Bot().onMention(async (ctx) => {
      await ctx.reply('Moving.')
      await ctx.client.messages.edit({ message_id: ctx.message.id, topic: 'elsewhere' })
      await ctx.reply('Moved.')
    })
    await using chat = await testBot(bot, { by, account: 'Mover' })
    const replies = await chat.as('iago').say('@**Mover** go', { channel: 'general', topic: 'here' })
    expect(replies.map(({ content }) => content)).toEqual(['Moving.', 'Moved.'])
    expect(chat).toHaveSaid('Moved.')
    const { realm } = chat.simulator
    realm.call('streams.update', realm.account('desdemona'), {
      stream_id: realm.channel('general').id,
      new_name: 'bread',
    })
    await chat.as('iago').say('@**Mover** again')
    expect(chat).toHaveSaid('Moved.')
    expect(chat.text()).toContain('# bread > elsewhere')
  })

  it('knows people and the bot by their names in any case', async () => {
    await using chat = await testBot(
      new Bot().onDirectMessage(() => 'hi'),
      { by },
    )
    expect(await chat.as('HAMLET').say('x', { dm: ['ECHO', 'iAGO'] })).toHaveReplied('hi')
  })
})
