import { Bot, session } from 'earshot'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

let chat: TestChat | undefined
afterEach(() => chat?.close())

const texts = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content)

const echo = () =>
  new Bot().onMention((ctx) => `You said: ${ctx.text}`).onDirectMessage((ctx) => `You told me: ${ctx.text}`)

/** Something that a test lets happen when it likes. */
function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('the conversation of TestChat.say', () => {
  it('is "general > tests" by default, and otherwise the user\'s last one', async () => {
    chat = await testBot(echo())
    await chat.as('iago').say('@**Echo** one')
    await chat.as('iago').say('@**Echo** two', { channel: 'kitchen', topic: 'lunch' })
    await chat.as('iago').dm('three')
    await chat.as('iago').say('@**Echo** four')
    await chat.as('hamlet').say('@**Echo** five')
    expect(chat.text()).toBe(
      [
        '# general > tests',
        'Iago: @**Echo** one',
        'Echo: You said: one',
        'Hamlet: @**Echo** five',
        'Echo: You said: five',
        '',
        '# kitchen > lunch',
        'Iago: @**Echo** two',
        'Echo: You said: two',
        'Iago: @**Echo** four',
        'Echo: You said: four',
        '',
        '# Iago, Echo',
        'Iago: three',
        'Echo: You told me: three',
      ].join('\n'),
    )
  })

  it('can be a group conversation', async () => {
    chat = await testBot(echo())
    const where = { dm: ['hamlet', 'Echo'] }
    expect(texts(await chat.as('iago').say('all of us', where))).toEqual(['You told me: all of us'])
    expect(texts(chat.conversation({ dm: ['Echo', 'hamlet', 'iago'] }))).toEqual([
      'all of us',
      'You told me: all of us',
    ])
  })

  it('is in the first channel of another organisation', async () => {
    const { bakery } = await import('earshot/simulator')
    const organisation = { ...bakery, channels: bakery.channels.filter(({ name }) => name !== 'general'), messages: [] }
    chat = await testBot(echo(), { simulator: { organisation } })
    await chat.as('iago').say('@**Echo** hi')
    expect(chat.text()).toMatch(/^# kitchen > tests\n/)
  })
})

describe('TestChat.as', () => {
  it('edits a message, which reaches the bot if it now mentions it', async () => {
    chat = await testBot(echo())
    await chat.as('iago').say('hi')
    const replies = await chat.as('iago').edit('@**Echo** hi')
    expect(texts(chat.conversation({ channel: 'general', topic: 'tests' }))).toEqual([
      '@**Echo** hi',
      ...texts(replies),
    ])
    expect(chat.text()).toContain('(edited)')
    await expect(chat.as('hamlet').edit('nothing')).rejects.toThrow('Hamlet has no message to edit yet')
    await expect(chat.as('hamlet').edit('not mine', 101)).rejects.toThrow()
  })

  it('reacts to the newest message or a given one', async () => {
    chat = await testBot(echo())
    const [reply] = await chat.as('iago').say('@**Echo** hi')
    await chat.as('iago').react('tada')
    await chat.as('hamlet').react('heart', reply)
    await chat.as('hamlet').react('bread', 101)
    expect(chat.text()).toContain('Echo: You said: hi\n    Iago reacts with :tada:\n    Hamlet reacts with :heart:')
    expect(chat.conversation({ channel: 'general', topic: 'greetings' })[0]?.reactions).toHaveLength(1)
    await expect(chat.as('iago').react('no such emoji')).rejects.toThrow(/emoji/i)
    await expect(chat.as('othello').react('tada')).rejects.toThrow('Othello has not spoken yet')
  })
})

describe('the clock of a TestChat', () => {
  it('stands still until `advance` is called', async () => {
    chat = await testBot(echo())
    const start = chat.clock.now()
    await chat.as('iago').say('@**Echo** hi')
    expect(chat.clock.now()).toBe(start)
    await chat.advance('1d 12h')
    expect(chat.clock.now() - start).toBe(129_600_000)
    await chat.advance(1)
    expect(chat.clock.now() - start).toBe(129_600_001)
  })

  it.each(['soon', '', -1, Number.NaN, '5'])('rejects an advance by %j', async (by) => {
    chat = await testBot(echo())
    await expect(chat.advance(by)).rejects.toThrow(RangeError)
  })

  it('can run in real time, and then rejects `advance`', async () => {
    chat = await testBot(echo(), { simulator: { clock: 'real' } })
    expect(texts(await chat.as('iago').say('@**Echo** hi'))).toEqual(['You said: hi'])
    await expect(chat.advance('5m')).rejects.toThrow('runs in real time')
  })

  it("allows a handler to be slower than the server's timeout", async () => {
    const { open, opened } = gate()
    const bot = new Bot().onMention(async () => {
      await opened
      return 'at last'
    })
    chat = await testBot(bot)
    const said = chat.as('iago').say('@**Echo** hi')
    await chat.advance('9s')
    expect(chat.simulator.deliveries[0]?.outcome).toBe('quiet')
    open()
    expect(texts(await said)).toEqual(['at last'])
    expect(chat.calls().map(({ endpoint }) => endpoint)).toContain('messages.send')
  })

  it('advances on its own while a bot waits for a retry', async () => {
    const bot = new Bot().onMention(async (ctx) => (await ctx.client.users.me()).full_name)
    chat = await testBot(bot)
    const start = chat.clock.now()
    chat.faults.add('the next 2 calls of users.me answer 503')
    expect(texts(await chat.as('iago').say('@**Echo** hi'))).toEqual(['Echo'])
    expect(chat.clock.now()).toBeGreaterThan(start)
  })

  it('advances on its own while the server waits for a lost response', async () => {
    chat = await testBot(echo())
    chat.faults.add('the next delivery is dropped')
    await chat.as('iago').say('@**Echo** hi')
    expect(chat.simulator.faults.applied).toHaveLength(1)
  })
})

describe('TestChat.restart', () => {
  const counting = () => {
    const loaves = session({ name: 'loaves', key: 'user', schema: z.number(), initial: () => 0 })
    let inMemory = 0
    return new Bot().use(loaves).hears('one more', async (ctx) => {
      inMemory += 1
      return `${await ctx.loaves.update((n) => n + 1)} kept, ${inMemory} in memory`
    })
  }

  it('keeps storage and nothing else if the bot is created anew', async () => {
    chat = await testBot(counting)
    expect(texts(await chat.as('iago').dm('one more'))).toEqual(['1 kept, 1 in memory'])
    expect(await chat.restart()).toEqual([])
    expect(texts(await chat.as('iago').dm('one more'))).toEqual(['2 kept, 1 in memory'])
  })

  it('replaces the bot', async () => {
    chat = await testBot(counting())
    await chat.as('iago').dm('one more')
    await chat.restart({ bot: echo() })
    expect(texts(await chat.as('iago').dm('one more'))).toEqual(['You told me: one more'])
    await chat.restart()
    expect(texts(await chat.as('iago').dm('again'))).toEqual(['You told me: again'])
  })

  it('stops running handlers without further effects, and has the server deliver again', async () => {
    const { open, opened } = gate()
    const done: string[] = []
    const slow = new Bot().onMention(async (ctx) => {
      await ctx.storage.set('was here', 'before')
      await opened
      done.push('went on')
      await ctx.client.messages.send({ type: 'direct', to: [8], content: 'from the grave' })
      done.push('never')
    })
    const bot = new Bot().onMention(async (ctx) => {
      return `after: ${(await ctx.storage.get('was here'))?.value}`
    })
    chat = await testBot(slow)
    const said = chat.as('iago').say('@**Echo** hi')
    while ((await chat.simulator.journal.read({ kinds: ['delivery'] })).entries.length === 0) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    await chat.restart({ bot })
    expect(texts(await said)).toEqual(['after: before'])
    open()
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toEqual(['went on'])
    expect(chat.text()).not.toContain('from the grave')
  })
})

describe('TestChat.effects', () => {
  it('lists the API calls that change something', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => {
      await ctx.client.users.me()
      await ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'Soup!' })
      await ctx.client.messages.send({ type: 'stream', to: 'nowhere', topic: 'lunch', content: '' }).catch(() => {})
    })
    chat = await testBot(bot)
    await chat.as('iago').dm('hi')
    expect(chat.effects()).toEqual([
      {
        endpoint: 'messages.send',
        parameters: expect.objectContaining({ topic: 'lunch', content: 'Soup!' }),
        status: 200,
        by: 20,
        at: chat.clock.now(),
      },
    ])
    expect(chat.calls().map(({ endpoint, status }) => [endpoint, status])).toEqual([
      ['users.me', 200],
      ['messages.send', 200],
      ['messages.send', 400],
    ])
  })

  it('includes calls as the owner, but not those of other users', async () => {
    const bot = new Bot().onMention(async (ctx) => {
      await ctx.owner?.users.setOwnStatus({ status_text: 'baking' })
    })
    chat = await testBot(bot, { withOwner: true })
    await chat.as('iago').say('@**Echo** hi')
    expect(chat.effects().map(({ endpoint, by }) => [endpoint, by])).toEqual([['users.setOwnStatus', 8]])
  })
})

describe('the feature level of a TestChat', () => {
  it('is set by an option and can be changed during the test', async () => {
    const bot = new Bot().onDirectMessage(async (ctx) => `Level ${await ctx.client.featureLevel()}`)
    chat = await testBot(bot, { featureLevel: 200 })
    expect(texts(await chat.as('iago').dm('?'))).toEqual(['Level 200'])
    chat.level(300)
    await chat.restart()
    expect(texts(await chat.as('iago').dm('?'))).toEqual(['Level 300'])
    expect(() => chat?.level(9999)).toThrow(/0 to/)
  })
})

describe('several chats at once', () => {
  it("don't affect each other", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `chat ${index}`)
    const said = await Promise.all(
      names.map(async (name) => {
        const one = await testBot(echo())
        await Promise.all([one.as('iago').say(`@**Echo** ${name}`), one.as('hamlet').dm(name)])
        await one.advance('1h')
        const text = one.text()
        await one.close()
        return text
      }),
    )
    for (const [index, text] of said.entries()) {
      expect(text).toContain(`Echo: You said: chat ${index}`)
      expect(text).toContain(`Echo: You told me: chat ${index}`)
      expect(text.match(/chat \d/g)).toHaveLength(4)
    }
  })
})
