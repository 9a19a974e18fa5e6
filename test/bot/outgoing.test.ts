import { Bot, ContentTooLongError, type SentMessage } from 'earshot'
import { bakery } from 'earshot/simulator'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { checkedByCompiler } from '../checkedByCompiler.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const open: TestChat[] = []

async function chatWith(handler: Parameters<Bot['onMention']>[0], options: Parameters<typeof testBot>[1] = {}) {
  const chat = await testBot(new Bot().onMention(handler), options)
  open.push(chat)
  return chat
}

afterEach(async () => {
  for (const chat of open.splice(0)) await chat.close()
})

/** What the bot said in the topic, as it is now. */
function saidBy(chat: TestChat, where: Parameters<TestChat['simulator']['messages']>[0] = lunch): string[] {
  return chat.simulator
    .messages(where)
    .filter(({ sender_full_name }) => sender_full_name === chat.botName)
    .map(({ content }) => content)
}

const calls = (chat: TestChat) => chat.effects().map(({ endpoint }) => endpoint)
const errorsOf = (chat: TestChat) => chat.log.filter(({ level }) => level === 'error').map(({ fields }) => fields)

describe('ctx.reply', () => {
  it('splits a long text into several messages, closing and reopening code fences', async () => {
    const code = Array.from({ length: 3_000 }, (_, at) => `line ${at}`).join('\n')
    const chat = await chatWith(() => `Here:\n\n\`\`\`text\n${code}\n\`\`\`\n\nDone.`)
    await chat.as('iago').say('@**Echo** list', lunch)
    const said = saidBy(chat)
    expect(said).toHaveLength(3)
    expect(said[0]).toMatch(/^Here:\n\n```text\nline 0\n[\s\S]*\n```$/)
    expect(said[1]).toMatch(/^```text\n[\s\S]*\n```$/)
    expect(said.at(-1)).toMatch(/line 2999\n```\n\nDone\.$/)
    expect(Math.max(...said.map((part) => part.length))).toBeLessThanOrEqual(10_000)
  })

  it('refuses a text of more than twenty messages, and sends nothing of it', async () => {
    const chat = await chatWith(() => 'bread '.repeat(60_000))
    await chat.as('iago').say('@**Echo** list', lunch)
    expect(saidBy(chat)).toEqual([expect.stringMatching(/^Something went wrong/)])
    expect(errorsOf(chat)).toMatchObject([{ error: { code: 'content_too_long' } }])
  })
})

describe('ctx.send', () => {
  it('keeps its order among replies, awaited or not', async () => {
    const chat = await chatWith(async (ctx) => {
      const first = ctx.reply('one')
      const second = ctx.send('two')
      const third = ctx.reply('three')
      const fourth = ctx.progress('four')
      await Promise.all([first, second, third, fourth])
      return 'five'
    })
    await chat.as('iago').say('@**Echo** count', lunch)
    expect(saidBy(chat)).toEqual(['one', 'two', 'three', 'four', 'five'])
  })

  it('returns a message that can be edited, reacted to and deleted', async () => {
    let sent: SentMessage | undefined
    const chat = await chatWith(async (ctx) => {
      sent = await ctx.send('Looking…')
      await sent.edit('Found **it**')
      await sent.react(':tada:')
      const other = await ctx.send('Never mind')
      await other.delete()
      await ctx.edit(sent.id, 'Found **it**, really')
    })
    await chat.as('iago').say('@**Echo** look', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(saidBy(chat)).toEqual(['Found **it**, really'])
    const message = chat.simulator.messages(lunch).find(({ id }) => id === sent?.id)
    expect(message?.reactions.map(({ emoji_name }) => emoji_name)).toEqual(['tada'])
  })

  it('edits and deletes a text of several messages as one', async () => {
    const long = (word: string, parts: number) => `${word} `.repeat((parts * 9_900) / (word.length + 1))
    const ids: number[] = []
    const chat = await chatWith(async (ctx) => {
      const sent = await ctx.send(long('bread', 3))
      ids.push(sent.ids.length)
      await sent.edit(long('cake', 2))
      ids.push(sent.ids.length)
      const refused = sent.edit(long('flour', 5))
      await expect(refused).rejects.toMatchObject({ code: 'content_too_long', length: 49_500, limit: 20_000 })
      ids.push(sent.ids.length)
    })
    await chat.as('iago').say('@**Echo** write', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(ids).toEqual([3, 2, 2])
    const said = saidBy(chat)
    expect(said).toHaveLength(2)
    expect(said[0]).toMatch(/^cake cake/)
  })

  it('refuses what one message must hold, and shows the end of a long progress in further messages', async () => {
    const long = 'bread '.repeat(2_500)
    const chat = await chatWith(async (ctx) => {
      const sent = await ctx.send('short')
      await expect(sent.edit(long)).rejects.toBeInstanceOf(ContentTooLongError)
      await expect(ctx.edit(sent.id, long)).rejects.toMatchObject({ length: 15_000, limit: 10_000 })
      const progress = await ctx.progress('Baking…')
      progress.update(long)
    })
    await chat.as('iago').say('@**Echo** write', lunch)
    expect(errorsOf(chat)).toEqual([])
    const [short, ...parts] = saidBy(chat)
    expect(short).toBe('short')
    expect(parts.join(' ').match(/bread/g)).toHaveLength(2_500)
  })

  it.each(['', ' \n', '\0'])('rejects the blank text %j', async (text) => {
    const chat = await chatWith(async (ctx) => void (await ctx.send(text)))
    expect((await chat.as('iago').say('@**Echo** hi', lunch)).map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Something went wrong/),
    ])
    expect(errorsOf(chat)[0]).toMatchObject({ error: { code: 'empty_message' } })
  })

  it('goes to the sender if the bot may not write in the channel', async () => {
    const cellar = { stream_id: 9, name: 'cellar', description: '', private: true, subscribers: [10] }
    const organisation = { ...bakery, channels: [...bakery.channels, cellar] }
    const where = { channel: 'cellar', topic: 'wine' }
    const chat = await chatWith(
      async (ctx) => {
        await ctx.send('Counted.')
        return 'That is all.'
      },
      { simulator: { organisation } },
    )
    await chat.as('Hamlet').say('@**Echo** count', where)
    expect(saidBy(chat, where)).toEqual([])
    expect(chat.conversation({ dm: ['Hamlet', 'echo'] }).map(({ content }) => content)).toEqual([
      'Counted.',
      'That is all.',
    ])
  })
})

describe('ctx.send with a destination', () => {
  const orders = { channel: 'general', topic: 'orders' }

  it("sends to a topic by the channel's name or ID, and to users by ID or email address", async () => {
    const chat = await chatWith(async (ctx) => {
      await ctx.send(orders, 'to a topic')
      await ctx.send({ ...orders, channel: ctx.message.stream_id }, 'by ID')
      await ctx.send({ to: ctx.sender.id }, 'to one')
      await ctx.send({ to: ['hamlet@example.com', 'iago@example.com'] }, 'to two')
      return 'Done.'
    })
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(saidBy(chat, orders)).toEqual(['to a topic'])
    expect(saidBy(chat, { ...orders, channel: 'kitchen' })).toEqual(['by ID'])
    const directly = (...people: string[]) =>
      chat.conversation({ dm: [...people, 'Echo'] }).map(({ content }) => content)
    expect([directly('iago'), directly('iago', 'hamlet')]).toEqual([['to one'], ['to two']])
    expect(saidBy(chat)).toEqual(['Done.'])
  })

  it('sends a long text as several messages and returns them as one', async () => {
    const ids: (readonly number[])[] = []
    const chat = await chatWith(async (ctx) => {
      const sent = await ctx.send(orders, 'word '.repeat(3_000))
      ids.push(sent.ids)
      await sent.edit('short')
    })
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(ids[0]?.length).toBeGreaterThan(1)
    expect(saidBy(chat, orders)).toEqual(['short'])
  })

  it.each<[code: string, where: unknown, text: unknown]>([
    ['invalid_destination', 'kitchen', 'hi'],
    ['invalid_destination', { channel: 'kitchen' }, 'hi'],
    ['invalid_destination', { to: undefined }, 'hi'],
    ['invalid_destination', { to: [null] }, 'hi'],
    ['invalid_destination', { to: [8, 'hamlet@example.com'] }, 'hi'],
    ['invalid_destination', [], 'hi'],
    ['invalid_reply', orders, 5],
    ['empty_message', orders, ' \n'],
  ])('fails with the code %s for %j, %j', async (code, where, text) => {
    const chat = await chatWith((ctx) => ctx.send(where as never, text as never))
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)[0]).toMatchObject({ error: { code } })
    expect(calls(chat)).toEqual([])
  })

  it("isn't repeated when the handler continues after a question", async () => {
    const chat = await chatWith(async (ctx) => {
      await ctx.send(orders, `The time is ${ctx.clock.now()}`)
      return ctx.ask('More?')
    })
    await chat.as('iago').say('@**Echo** hi', lunch)
    await chat.restart()
    await chat.advance('1m')
    await chat.as('iago').say('@**Echo** no', lunch)
    expect(saidBy(chat)).toEqual(['More?', 'no'])
    expect(saidBy(chat, orders)).toHaveLength(1)
  })
})

describe('the return value of a handler', () => {
  it.each<[what: string, handler: Parameters<Bot['onMention']>[0], said: string[]]>([
    ['the result of ctx.send', (ctx) => ctx.send('Hello'), ['Hello']],
    ['the result of ctx.send with a destination', (ctx) => ctx.send({ ...lunch, topic: 'other' }, 'Hello'), []],
    ['the result of ctx.progress', (ctx) => ctx.progress('Baking…'), ['Baking…']],
    ['the result of ctx.reply', (ctx) => ctx.reply('Hello'), ['Hello']],
    ['the response of an API call', (ctx) => ctx.client.users.me(), []],
    [
      'the response of an API call that sends a message',
      (ctx) => ctx.client.messages.send({ type: 'stream', to: 'kitchen', topic: 'lunch', content: 'Hello' }),
      ['Hello'],
    ],
    ['null', () => null, []],
  ])('may be %s, which adds no reply', async (_, handler, said) => {
    const chat = await chatWith(handler)
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(saidBy(chat)).toEqual(said)
  })

  it.each<[what: string, value: unknown]>([
    ['an object with content', { content: 'Hello' }],
    ['an object with url, markdown', { url: '/a', markdown: '[a](/a)' }],
    ['an object with result', { result: 'error' }],
    ['a list of 1', ['Hello']],
    ['the boolean true', true],
  ])('fails with invalid_reply if it is %s', async (what, value) => {
    const chat = await chatWith(() => value as string)
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)[0]).toMatchObject({
      error: { code: 'invalid_reply', message: expect.stringContaining(`What a handler returned is ${what}`) },
    })
  })

  it('is checked by its type', () => {
    checkedByCompiler()
    const bot = new Bot()
    // @ts-expect-error: that is no reply.
    bot.onMention(() => ({ content: 'Hello' }))
    // @ts-expect-error: nor is a number.
    bot.hears('a', () => 5)
    // @ts-expect-error: nor is an upload by itself.
    bot.hears('b', (ctx) => ctx.upload('a.txt', 'a'))
    // @ts-expect-error: nor are several.
    bot.hears('c', () => ['Hello'])
  })
})

describe('ctx.edit', () => {
  it.each<
    [what: string, code: string, edit: (ctx: { edit(sent: never, text: never): Promise<void> }) => Promise<void>]
  >([
    ['a blank text', 'empty_message', (ctx) => ctx.edit(101 as never, ' ' as never)],
    ['a text that is a number', 'invalid_reply', (ctx) => ctx.edit(101 as never, 5 as never)],
    ['an ID that is no integer', 'invalid_message', (ctx) => ctx.edit(1.5 as never, 'x' as never)],
    ["somebody else's message", 'BAD_REQUEST', (ctx) => ctx.edit(101 as never, 'x' as never)],
  ])('rejects %s', async (_, code, edit) => {
    const chat = await chatWith((ctx) => edit(ctx))
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)[0]).toMatchObject({ error: { code } })
  })
})

describe('ctx.react', () => {
  it('adds and removes a reaction to the current message, and ignores repetitions', async () => {
    const seen: string[][] = []
    const chat = await chatWith(async (ctx) => {
      const reactions = async () => {
        const { message } = await ctx.client.messages.get({ message_id: ctx.message.id })
        seen.push(message.reactions.map(({ emoji_name }) => emoji_name))
      }
      await ctx.react('tada')
      await ctx.react(':tada:')
      await reactions()
      await ctx.unreact('tada')
      await ctx.unreact('tada')
      await reactions()
    })
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(seen).toEqual([['tada'], []])
  })

  it.each([
    ['🎉', 'tada'],
    ['👍🏽', '+1'],
    ['❤️', 'heart'],
    ['❤', 'heart'],
  ])('takes %s for its name, and takes it back', async (emoji, name) => {
    const seen: string[][] = []
    const chat = await chatWith(async (ctx) => {
      const reactions = async () => {
        const { message } = await ctx.client.messages.get({ message_id: ctx.message.id })
        seen.push(message.reactions.map(({ emoji_name }) => emoji_name))
      }
      await ctx.react(emoji)
      await reactions()
      await ctx.unreact(emoji)
      await reactions()
    })
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(seen).toEqual([[name], []])
    expect(chat.effects().map(({ endpoint }) => endpoint)).toEqual(['reactions.add', 'reactions.remove'])
  })

  it.each([
    ['a custom emoji', 'baguette', 200],
    ['a custom emoji', ':baguette:', 387],
    ["the server's own emoji", 'svc', 300],
    ["the server's own emoji", 'zulip', 300],
    ['a custom emoji with a name of Unicode', 'bread', 496],
  ])('takes %s back (%s, at level %i)', async (_, emoji, featureLevel) => {
    const seen: string[][] = []
    const chat = await testBot(
      new Bot().onMention(async (ctx) => {
        const reactions = async () => {
          const { message } = await ctx.client.messages.get({ message_id: ctx.message.id })
          seen.push(message.reactions.map(({ reaction_type }) => reaction_type))
        }
        await ctx.react('tada')
        await ctx.react(emoji)
        await reactions()
        await ctx.unreact(emoji)
        await ctx.unreact(emoji)
        await reactions()
      }),
      {
        featureLevel,
        simulator: {
          ...(emoji === 'zulip' && { dialect: 'zulip' }),
          organisation: { ...bakery, emoji: [...(bakery.emoji ?? []), { id: 9, name: 'bread', author_id: 7 }] },
        },
      },
    )
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)).toEqual([])
    const custom = emoji === 'svc' || emoji === 'zulip' ? 'svc_extra_emoji' : 'realm_emoji'
    expect(seen).toEqual([['unicode_emoji', custom], ['unicode_emoji']])
  })

  it('takes an emoji for its name at the level of the server', async () => {
    const chat = await testBot(
      new Bot().onMention((ctx) => ctx.react('🙂')),
      { featureLevel: 386 },
    )
    open.push(chat)
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(chat.effects()[0]?.parameters).toMatchObject({ emoji_name: 'smile', emoji_code: '1f642' })
  })

  it.each(['🎉🎉', '7️', 'two words', '', ':', 5, '`🎉`', '🎉'.repeat(50)])(
    'rejects %j, which is no emoji',
    async (emoji) => {
      const chat = await chatWith((ctx) => ctx.react(emoji as string))
      await chat.as('iago').say('@**Echo** hi', lunch)
      expect(errorsOf(chat)[0]).toMatchObject({ error: { code: 'invalid_emoji' } })
    },
  )

  it('fails with the name of an unknown emoji', async () => {
    const chat = await chatWith((ctx) => ctx.react('sourdough'))
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(errorsOf(chat)[0]).toMatchObject({ error: { message: expect.stringContaining('sourdough') } })
  })
})

describe('ctx.progress', () => {
  it('merges many updates into one edit with the last text', async () => {
    const chat = await chatWith(async (ctx) => {
      const progress = await ctx.progress('Baking…')
      for (let at = 1; at <= 500; at += 1) progress.update(`Baked ${at}`)
    })
    await chat.as('iago').say('@**Echo** bake', lunch)
    expect(saidBy(chat)).toEqual(['Baked 500'])
    expect(calls(chat)).toEqual(['messages.send', 'messages.edit'])
  })

  it('edits the message at most once a second', async () => {
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    const chat = await chatWith(async (ctx) => {
      const progress = await ctx.progress('Baking…')
      progress.update('Half')
      progress.update('Almost')
      ctx.signal.throwIfAborted()
      await waiting
      await progress.done('Baked.')
      progress.update('Never seen')
    })
    const said = chat.as('iago').say('@**Echo** bake', lunch)
    await chat.advance('1s')
    expect(saidBy(chat)).toEqual(['Almost'])
    go()
    await said
    expect(saidBy(chat)).toEqual(['Baked.'])
    expect(calls(chat)).toEqual(['messages.send', 'messages.edit', 'messages.edit'])
  })

  it("sends its final text as a new message if the message can't be edited", async () => {
    const chat = await chatWith(async (ctx) => {
      const progress = await ctx.progress('Baking…')
      await ctx.client.messages.delete({ message_id: progress.id })
      progress.update('Half')
      await progress.done('Baked.')
    })
    await chat.as('iago').say('@**Echo** bake', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(saidBy(chat)).toEqual(['Baked.'])
  })

  it('splits a long final text into several messages', async () => {
    const chat = await chatWith(async (ctx) => (await ctx.progress('Baking…')).done('bread '.repeat(3_000)))
    await chat.as('iago').say('@**Echo** bake', lunch)
    expect(saidBy(chat).map((text) => text.slice(0, 5))).toEqual(['bread', 'bread'])
  })

  it('stops editing once the handler is aborted, except for the final text', async () => {
    const chat = await chatWith(
      async (ctx) => {
        const progress = await ctx.progress('Baking…')
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
        progress.update('Still baking')
        await progress.done('I had to stop.')
      },
      { receiver: { handlerTimeout: 5_000 } },
    )
    const said = chat.as('iago').say('@**Echo** bake', lunch)
    await chat.advance('6s')
    await said
    expect(saidBy(chat)).toEqual(['I had to stop.'])
    expect(calls(chat)).toEqual(['messages.send', 'messages.edit'])
  })

  it("ignores an update that isn't text", async () => {
    const chat = await chatWith(async (ctx) => {
      const progress = await ctx.progress('Baking…')
      for (const step of ['', undefined, 5]) progress.update(step as string)
      await progress.done('Baked.')
    })
    await chat.as('iago').say('@**Echo** bake', lunch)
    expect(saidBy(chat)).toEqual(['Baked.'])
  })
})

describe('ctx.upload', () => {
  it.each([
    ['a text', 'Zoë,3\n'],
    ['bytes', new TextEncoder().encode('Zoë,3\n')],
    ['a Blob', new Blob(['Zoë,3\n'], { type: 'text/csv' })],
  ])('uploads %s and returns a link to it', async (_, data) => {
    const chat = await chatWith(async (ctx) => {
      const { url, markdown } = await ctx.upload('sales [1].csv', data)
      expect(markdown).toBe(`[sales &#91;1&#93;.csv](${url})`)
      return markdown
    })
    const [reply] = await chat.as('iago').say('@**Echo** sales', lunch)
    const path = /\((\/user_uploads\/[^)]+)\)/.exec(reply?.content ?? '')?.[1] ?? ''
    const { email, apiKey, site } = chat.simulator.credentials('iago')
    const file = await chat.simulator.fetch(`${site}${path}`, {
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
    })
    expect(await file.text()).toBe('Zoë,3\n')
  })

  it.each<[what: string, name: unknown, data: unknown]>([
    ['no name', '', 'x'],
    ['a name of several lines', 'a\nb', 'x'],
    ['no content', 'a.txt', undefined],
    ['a list', 'a.txt', ['x']],
  ])('rejects %s', async (_, name, data) => {
    const chat = await chatWith(async (ctx) => void (await ctx.upload(name as string, data as string)))
    await chat.as('iago').say('@**Echo** sales', lunch)
    expect(errorsOf(chat)[0]).toMatchObject({ error: { code: 'invalid_upload' } })
  })
})

describe('a handler with a question', () => {
  it('sends messages before it once, and can edit them after the answer and a restart', async () => {
    const chat = await chatWith(async (ctx) => {
      const progress = await ctx.progress('Counting…')
      progress.update('Counted 12')
      const sent = await ctx.send('There are 12.')
      await ctx.react('eyes')
      const answer = await ctx.ask('Delete them?', { choices: ['yes', 'no'] })
      await sent.edit(`There were 12: ${answer}`)
      await progress.done('Done.')
    })
    await chat.as('iago').say('@**Echo** clean up', lunch)
    expect(saidBy(chat).slice(0, 2)).toEqual(['Counted 12', 'There are 12.'])
    await chat.restart()
    await chat.as('iago').say('@**Echo** yes', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(saidBy(chat)).toEqual(['Done.', 'There were 12: yes', expect.stringContaining('Delete them?')])
    expect(calls(chat).filter((name) => name === 'reactions.add')).toHaveLength(1)
  })
})

/** Servers that keep no copies of direct messages for bots that they call, and servers that do. */
const levels = [
  { featureLevel: 200, keeps: false },
  { featureLevel: 300, keeps: false },
  { featureLevel: 387, keeps: true },
  { featureLevel: 496, keeps: true },
]

describe.each(levels)(
  'a bot in direct messages on a server of feature level $featureLevel',
  ({ featureLevel, keeps }) => {
    const dm = { dm: ['iago', 'echo'] }
    const answering = async (handler: Parameters<Bot['onDirectMessage']>[0]) => {
      const chat = await testBot(new Bot().onDirectMessage(handler), { simulator: { featureLevel } })
      open.push(chat)
      await chat.as('iago').dm('hi')
      return chat
    }

    it.each<[what: string, change: Parameters<Bot['onDirectMessage']>[0]]>([
      ['reacts to the message', (ctx) => ctx.react('tada')],
      ['removes a reaction', (ctx) => ctx.unreact('tada')],
      ['reacts to its own message', async (ctx) => (await ctx.send('Hi')).react('tada')],
      ['edits its own message', async (ctx) => (await ctx.send('Hi')).edit('Hello')],
      ['deletes its own message', async (ctx) => (await ctx.send('Hi')).delete()],
      [
        'edits a message sent to a user by ID',
        async (ctx) => (await ctx.send({ to: ctx.message.sender_id }, 'Hi')).edit('Hello'),
      ],
    ])('%s if the server keeps a copy, and fails with no_copy otherwise', async (_, change) => {
      const errors = errorsOf(await answering(change))
      if (keeps) expect(errors).toEqual([])
      else
        expect(errors[0]).toMatchObject({
          error: { code: 'no_copy', message: expect.stringContaining('older and keeps none') },
        })
    })

    it('shows the final text of ctx.progress, as a new message if necessary', async () => {
      const chat = await answering(async (ctx) => {
        const progress = await ctx.progress('Baking…')
        progress.update('Half')
        await progress.done('Baked.')
      })
      expect(saidBy(chat, dm)).toEqual(keeps ? ['Baked.'] : ['Baking…', 'Baked.'])
      expect(errorsOf(chat)).toEqual([])
    })

    it('shows the last update of ctx.progress if there is no final text', async () => {
      const chat = await answering(async (ctx) => {
        const progress = await ctx.progress('Baking…')
        for (const loaf of [1, 2, 3]) progress.update(`Baked ${loaf}`)
      })
      expect(saidBy(chat, dm)).toEqual(keeps ? ['Baked 3'] : ['Baking…', 'Baked 3'])
      expect(errorsOf(chat)).toEqual([])
    })
  },
)

describe('outgoing messages on servers of all ages', () => {
  it.each([0, 146, 239, 496])('at feature level %i a bot can send, edit, react and upload', async (featureLevel) => {
    const chat = await chatWith(
      async (ctx) => {
        const progress = await ctx.progress('Baking…')
        await ctx.react('tada')
        const { markdown } = await ctx.upload('a.txt', 'x')
        await progress.done(markdown)
      },
      { simulator: { featureLevel } },
    )
    await chat.as('iago').say('@**Echo** bake', lunch)
    expect(errorsOf(chat)).toEqual([])
    expect(saidBy(chat)).toEqual([expect.stringMatching(/^\[a\.txt\]\(\/user_uploads\//)])
  })
})
