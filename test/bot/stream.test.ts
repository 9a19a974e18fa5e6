import {
  Bot,
  type Context,
  type StreamedMessage,
  type StreamOptions,
  stream,
  type TextSource,
  UserError,
} from 'earshot'
import { german } from 'earshot/sentences'
import { bakery } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'

const lunch = { channel: 'kitchen', topic: 'lunch' }
const open: TestChat[] = []

afterEach(async () => {
  for (const chat of open.splice(0)) await chat.close()
})

type Made = (ctx: Context) => TextSource

/** A chat with a bot that streams what is made, and what came of each text. */
async function streaming(make: Made, options?: StreamOptions, given: Parameters<typeof testBot>[1] = {}) {
  const streamed: StreamedMessage[] = []
  const handler = async (ctx: Context) => {
    const message = await stream(ctx, make(ctx), options)
    streamed.push(message)
    return message
  }
  const bot = new Bot().onMention(handler).onDirectMessage(handler)
  const chat = await testBot(bot, given)
  open.push(chat)
  return { chat, streamed }
}

/** Gives pieces, so many milliseconds apart. */
async function* slowly({ sleep }: Context, apart: number | string, pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece
    await sleep(apart)
  }
}

async function* atOnce(...pieces: unknown[]): AsyncGenerator<string> {
  yield* pieces as string[]
}

/** Lets time pass until the bot is done. */
async function done(chat: TestChat, said: Promise<unknown>): Promise<void> {
  let isDone = false
  const noted = said.finally(() => {
    isDone = true
  })
  while (!isDone) await pass(chat, 1)
  await noted
}

/** Lets so many seconds pass while the bot is at work. */
async function pass(chat: TestChat, seconds: number): Promise<void> {
  for (let step = 0; step < 5 * seconds; step += 1) {
    await chat.clock.advance(200)
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  }
}

const saidBy = (chat: TestChat, where: Parameters<TestChat['conversation']>[0] = lunch) =>
  chat.conversation(where).filter(({ sender_full_name }) => sender_full_name === chat.botName)
const textsOf = (chat: TestChat, where?: Parameters<typeof saidBy>[1]) =>
  saidBy(chat, where).map(({ content }) => content)
const effects = (chat: TestChat) => chat.effects().map(({ endpoint }) => endpoint)
const edits = (chat: TestChat) =>
  chat
    .calls()
    .filter(({ endpoint }) => endpoint === 'messages.edit')
    .map(({ parameters }) => String(parameters.content))
const errorsOf = (chat: TestChat) => chat.log.filter(({ level }) => level === 'error').map(({ fields }) => fields)

describe('stream', () => {
  it('sends the first words within a second and then edits the message', async () => {
    const { chat, streamed } = await streaming((ctx) =>
      slowly(ctx, '700ms', ['The ', 'bread ', 'is **', 'fresh', '**, ', 'really.']),
    )
    const said = chat.as('iago').say('@**Echo** how is it?', lunch)
    await pass(chat, 1)
    expect(textsOf(chat)).toEqual(['The'])
    await done(chat, said)
    expect(textsOf(chat)).toEqual(['The bread is **fresh**, really.'])
    expect(edits(chat)).toEqual([
      'The bread is',
      'The bread is **fresh**',
      'The bread is **fresh**,',
      'The bread is **fresh**, really.',
    ])
    expect(streamed).toMatchObject([
      { text: 'The bread is **fresh**, really.', end: 'complete', ids: [saidBy(chat)[0]?.id] },
    ])
  })

  it('sends one message without an edit if the text arrives at once', async () => {
    const { chat } = await streaming(() => atOnce('All ', 'of ', 'it.'))
    await chat.as('iago').say('@**Echo** go', lunch)
    expect(textsOf(chat)).toEqual(['All of it.'])
    expect(effects(chat)).toEqual(['messages.send'])
  })

  it('accepts a ReadableStream, one without an iterator, and a function that returns a source', async () => {
    const readable = () =>
      new ReadableStream<string>({
        start(controller) {
          controller.enqueue('Streamed.')
          controller.close()
        },
      })
    const bot = new Bot()
      .hears('one', async (ctx) => stream(ctx, readable()))
      .hears('two', async (ctx) => {
        const stripped = readable()
        Object.defineProperty(stripped, Symbol.asyncIterator, { value: undefined })
        return stream(ctx, { getReader: () => stripped.getReader() } as ReadableStream<string>)
      })
      .hears('three', async (ctx) => stream(ctx, async () => atOnce('Made.')))
    const chat = await testBot(bot)
    open.push(chat)
    for (const text of ['one', 'two', 'three']) await chat.as('iago').say(`@**Echo** ${text}`, lunch)
    expect(textsOf(chat)).toEqual(['Streamed.', 'Streamed.', 'Made.'])
  })

  it('continues a long text in a new message at a paragraph break', async () => {
    const paragraphs = Array.from({ length: 12 }, (_, at) => `${at} ${'word '.repeat(400).trim()}.`)
    const { chat, streamed } = await streaming((ctx) =>
      slowly(
        ctx,
        '300ms',
        paragraphs.map((text) => `${text}\n\n`),
      ),
    )
    await done(chat, chat.as('iago').say('@**Echo** go', lunch))
    const said = textsOf(chat)
    expect(said).toHaveLength(3)
    expect(said.join('\n\n')).toBe(paragraphs.join('\n\n'))
    expect(Math.max(...said.map((part) => part.length))).toBeLessThanOrEqual(10_000)
    expect(streamed[0]?.ids).toHaveLength(3)
  })

  it('keeps its order among replies', async () => {
    const chat = await testBot(
      new Bot().onMention(async (ctx) => {
        void ctx.reply('one')
        await stream(ctx, atOnce('two'))
        return 'three'
      }),
    )
    open.push(chat)
    await chat.as('iago').say('@**Echo** count', lunch)
    expect(textsOf(chat)).toEqual(['one', 'two', 'three'])
  })

  it.each([0, 200, 300, 387, 496])('works in direct messages on a server of feature level %i', async (featureLevel) => {
    const { chat } = await streaming((ctx) => slowly(ctx, '1s', ['One, ', 'two, ', 'three.']), {}, { featureLevel })
    await done(chat, chat.as('iago').dm('count'))
    expect(textsOf(chat, { dm: ['iago', 'echo'] })).toEqual(['One, two, three.'])
    // Older servers keep no copy that the bot could edit.
    expect(edits(chat).length > 0).toBe(featureLevel >= 345)
    expect(errorsOf(chat)).toEqual([])
  })

  it.each([
    [300, ['One,', 'One, two.']],
    [496, ['One, two.']],
  ] as const)(
    'goes to the sender if the bot may not write in the channel, at level %i',
    async (featureLevel, texts) => {
      const cellar = { stream_id: 9, name: 'cellar', description: '', private: true, subscribers: [10] }
      const organisation = { ...bakery, channels: [...bakery.channels, cellar] }
      const { chat } = await streaming(
        (ctx) => slowly(ctx, '1s', ['One, ', 'two.']),
        {},
        { simulator: { organisation, featureLevel } },
      )
      await done(chat, chat.as('hamlet').say('@**Echo** count', { channel: 'cellar', topic: 'wine' }))
      expect(textsOf(chat, { dm: ['hamlet', 'echo'] })).toEqual(texts)
    },
  )

  it('completes while storage fails', async () => {
    const broken = () => Promise.reject(new Error('The disk is full.'))
    const storage = { ...memoryStorage(), set: broken, get: broken, delete: broken }
    const { chat, streamed } = await streaming((ctx) => slowly(ctx, '1s', ['One, ', 'two.']), {}, { storage })
    await done(chat, chat.as('iago').say('@**Echo** count', lunch))
    expect(textsOf(chat)).toEqual(['One, two.'])
    expect(streamed[0]?.end).toBe('complete')
  })

  it("isn't repeated, nor its source called, when the handler runs again after a question", async () => {
    let asked = 0
    const bot = () =>
      new Bot().onMention(async (ctx) => {
        const { text } = await stream(ctx, () => {
          asked += 1
          return atOnce(`Text ${asked}.`)
        })
        const answer = await ctx.ask('More?', { choices: ['yes', 'no'] })
        const { text: other } = await stream(ctx, atOnce(`${answer}: ${text}`))
        return `Said ${other}`
      })
    const chat = await testBot(bot)
    open.push(chat)
    await chat.as('iago').say('@**Echo** go', lunch)
    await chat.restart()
    await chat.as('iago').say('@**Echo** yes', lunch)
    expect(textsOf(chat)).toEqual(['Text 1.', 'More?', 'yes: Text 1.', 'Said yes: Text 1.'])
    expect(asked).toBe(1)
  })

  it('sends typing notifications until it is done', async () => {
    const { chat } = await streaming((ctx) => slowly(ctx, '6s', ['One. ', 'Two.']))
    await done(chat, chat.as('iago').say('@**Echo** go', lunch))
    const ops = chat.calls().flatMap(({ endpoint, parameters }) => (endpoint === 'typing.send' ? [parameters.op] : []))
    expect(ops).toEqual(['start', 'start', 'stop'])
  })

  it('stops when the sender writes "stop"', async () => {
    let isClosed = false
    const { chat, streamed } = await streaming(async function* (ctx) {
      if (ctx.text === 'stop') yield 'I only count.'
      if (ctx.text === 'stop') return
      try {
        yield* slowly(
          ctx,
          '1s',
          Array.from({ length: 60 }, (_, at) => `${at} `),
        )
      } finally {
        isClosed = true
      }
    })
    const said = chat.as('iago').say('@**Echo** count', lunch)
    await pass(chat, 3.5)
    const other = chat.as('hamlet').say('@**Echo** stop', lunch)
    await pass(chat, 2)
    expect(streamed).toEqual([])
    const stop = chat.as('iago').say('@**Echo** Stop! 🛑', lunch)
    await done(chat, said)
    await done(chat, Promise.all([stop, other]))
    expect(textsOf(chat)[0]).toMatch(/^0 1 2 3 4 5[ \d]*\n\n\[stopped\]$/)
    expect(streamed.map(({ end }) => end).sort()).toEqual(['complete', 'stopped'])
    expect(isClosed).toBe(true)
    expect(textsOf(chat)[1]).toBe('I only count.')
    expect(textsOf(chat)).toHaveLength(2)
  })

  it('stops at "stop" below a quotation, but not inside one', async () => {
    const count = (ctx: Context) => slowly(ctx, '1s', ['0 ', '1 ', '2 ', '3 ', '4 ', '5 ', '6 ', '7 ', '8 ', '9 '])
    const { chat } = await streaming((ctx) => (ctx.text === '' ? atOnce('Nothing.') : count(ctx)))
    const said = chat.as('iago').say('@**Echo** count', lunch)
    await pass(chat, 2.5)
    const quoting = chat.as('iago').say('@**Echo**\n```quote\nstop\n```', lunch)
    await pass(chat, 2)
    const stop = chat.as('iago').say('```quote\n0 1\n```\n@**Echo** stop', lunch)
    await done(chat, Promise.all([said, quoting, stop]))
    expect(textsOf(chat)[0]).toMatch(/^0 1 2 3[ \d]*\n\n\[stopped\]$/)
  })

  it("stops at the stop word of the bot's language, and marks the text in that language", async () => {
    const source = (ctx: Context) =>
      slowly(
        ctx,
        '1s',
        Array.from({ length: 60 }, (_, at) => `${at} `),
      )
    const chat = await testBot(() =>
      new Bot({ sentences: german }).onMention(async (ctx) => {
        await stream(ctx, () => source(ctx))
      }),
    )
    open.push(chat)
    const said = chat.as('iago').say('@**Echo** zähl', lunch)
    await pass(chat, 3.5)
    const stop = chat.as('iago').say('@**Echo** Stopp!', lunch)
    await done(chat, Promise.all([said, stop]))
    expect(textsOf(chat)).toEqual([expect.stringMatching(/^0 1 2[ \d]*\n\n\[angehalten\]$/)])
  })

  it('leaves "stop" to the handlers when no stream is running', async () => {
    const { chat } = await streaming((ctx) => atOnce(`You said ${ctx.text}.`))
    await chat.as('iago').say('@**Echo** stop', lunch)
    await chat.as('iago').say('@**Echo** stop', lunch)
    expect(textsOf(chat)).toEqual(['You said stop.', 'You said stop.'])
  })

  it('stops at a reaction if the bot runs by events', async () => {
    const direct = { dm: ['iago', 'echo'] }
    const bot = new Bot().onDirectMessage(async (ctx) =>
      stream(
        ctx,
        slowly(
          ctx,
          '1s',
          Array.from({ length: 60 }, (_, at) => `${at} `),
        ),
      ),
    )
    const chat = await testBot(bot, { by: 'events' })
    open.push(chat)
    const said = chat.as('iago').dm('count')
    await pass(chat, 3.5)
    const [message] = saidBy(chat, direct)
    await done(chat, Promise.all([said, chat.as('iago').react('octagonal_sign', message)]))
    expect(textsOf(chat, direct)).toEqual([expect.stringMatching(/^0 1 2 3[ \d]*\n\n\[stopped\]$/)])
  })

  it('ignores the same reaction when no stream is running', async () => {
    const chat = await testBot(
      new Bot().onDirectMessage(() => 'Hello.'),
      { by: 'events' },
    )
    open.push(chat)
    const [reply] = await chat.as('iago').dm('hi')
    await chat.as('iago').react('octagonal_sign', reply)
    expect(textsOf(chat, { dm: ['iago', 'echo'] })).toEqual(['Hello.'])
  })

  it('stops when its message is deleted', async () => {
    const { chat, streamed } = await streaming((ctx) =>
      slowly(
        ctx,
        '1s',
        Array.from({ length: 60 }, (_, at) => `${at} `),
      ),
    )
    const said = chat.as('iago').say('@**Echo** count', lunch)
    await pass(chat, 3.5)
    const message_id = saidBy(chat)[0]?.id ?? 0
    const { realm } = chat.simulator
    realm.call('messages.delete', realm.account('iago'), { message_id }, { client: 'website' })
    await done(chat, said)
    expect(textsOf(chat)).toEqual([])
    expect(streamed[0]?.end).toBe('stopped')
  })

  it('is cut off with a mark when the handler times out', async () => {
    const { chat, streamed } = await streaming(
      (ctx) =>
        slowly(
          ctx,
          '5s',
          Array.from({ length: 60 }, (_, at) => `${at} `),
        ),
      {},
      { receiver: { handlerTimeout: 20_000 } },
    )
    await done(chat, chat.as('iago').say('@**Echo** count', lunch))
    expect(textsOf(chat)).toEqual(['0 1 2 3\n\n[cut off: I ran out of time]'])
    expect(streamed[0]?.end).toBe('aborted')
  })

  it('is cut off at maxLength and stops reading the source', async () => {
    let read = 0
    const { chat, streamed } = await streaming(
      async function* () {
        for (;;) {
          read += 1
          yield '🥐🥐🥐🥐🥐'
        }
      },
      { maxLength: 42 },
    )
    await chat.as('iago').say('@**Echo** go', lunch)
    expect(textsOf(chat)).toEqual([`${'🥐'.repeat(42)}\n\n[cut off: the text is too long]`])
    expect(read).toBeLessThan(15)
    expect(streamed[0]).toMatchObject({ end: 'too_long', text: '🥐'.repeat(42) })
  })

  it('sends at most six messages for a text of any length', async () => {
    const { chat } = await streaming(async function* () {
      for (let at = 0; at < 10_000; at += 1) yield 'bread '.repeat(170)
    })
    await chat.as('iago').say('@**Echo** go', lunch)
    const said = textsOf(chat)
    expect(said).toHaveLength(6)
    expect(said.at(-1)).toMatch(/\[cut off: the text is too long\]$/)
  })
})

describe('a failure of the source', () => {
  it('after the first words is marked in the message and logged', async () => {
    const { chat, streamed } = await streaming(async function* (ctx) {
      yield* slowly(ctx, '2s', ['So ', '**far'])
      throw new Error('The model has melted.')
    })
    await done(chat, chat.as('iago').say('@**Echo** go', lunch))
    expect(textsOf(chat)).toEqual([
      expect.stringMatching(/^So \*\*far\*\*\n\n\[cut off: something went wrong; delivery [\w-]+\]$/),
    ])
    expect(streamed[0]?.end).toBe('failed')
    expect(errorsOf(chat)).toMatchObject([{ error: { message: 'The model has melted.' } }])
  })

  it('before the first words is reported like any other error', async () => {
    const { chat } = await streaming(() => {
      throw new Error('No model here.')
    })
    await chat.as('iago').say('@**Echo** go', lunch)
    expect(textsOf(chat)).toEqual([expect.stringMatching(/^Something went wrong/)])
    expect(errorsOf(chat)).toMatchObject([{ error: { message: 'No model here.' } }])
  })

  it('is explained to the sender if it is a UserError', async () => {
    const { chat } = await streaming(async function* (ctx) {
      yield* slowly(ctx, '2s', ['So far'])
      throw new UserError('The budget is used up.')
    })
    await done(chat, chat.as('iago').say('@**Echo** go', lunch))
    expect(textsOf(chat)).toEqual(['So far\n\n[cut off: The budget is used up.]'])
    expect(errorsOf(chat)).toEqual([])
  })

  it.each<[what: string, source: unknown, code: string, says: RegExp]>([
    ['yields nothing', () => atOnce(), 'empty_message', /What a source gave has no visible text/],
    ['yields NUL', () => atOnce('\0'), 'empty_message', /What a source gave has no visible text/],
    ['yields blanks', () => atOnce('', ' \n'), 'empty_message', /What a source gave has no visible text/],
    ['is a text', 'Hello', 'invalid_stream', /is a text as a whole\. Send it with ctx\.send/],
    ['is a list', ['Hello'], 'invalid_stream', /is a list of 1\. Give an async iterable/],
    ['is undefined', undefined, 'invalid_stream', /is undefined/],
    ['returns no source', () => 'Hello', 'invalid_stream', /is a text as a whole/],
    ['yields objects', () => atOnce({ delta: 'x' }), 'invalid_stream', /gave an object with delta\. .*textStream/],
    ['yields bytes', () => atOnce(new Uint8Array(2)), 'invalid_stream', /gave/],
    [
      'yields only empty strings',
      async function* () {
        for (;;) yield ''
      },
      'invalid_stream',
      /gave 100000 empty strings in a row/,
    ],
  ])('is reported with a code when the source %s', async (_, source, code, says) => {
    const chat = await testBot(new Bot().onMention(async (ctx) => stream(ctx, source as TextSource)))
    open.push(chat)
    await chat.as('iago').say('@**Echo** go', lunch)
    expect(textsOf(chat)).toEqual([expect.stringMatching(/^Something went wrong/)])
    expect(errorsOf(chat)).toMatchObject([{ error: { code, message: expect.stringMatching(says) } }])
  })

  it.each<[what: string, options: object | null, says: RegExp, code?: string]>([
    ['an unknown option', { maxlength: 3 }, /no option `maxlength`\. .*`?maxLength/, 'unknown_option'],
    ['a length of 0', { maxLength: 0 }, /`maxLength` the number 0/],
    ['a length that is a string', { maxLength: '9' }, /`maxLength` the string 9/],
    ['no function to resume', { resume: 'x' }, /`resume` the string x/],
    ['no options', null, /stream takes its options as an object, such as {}; it was given null/, 'unknown_option'],
  ])('is reported for %s', async (_, options, says, code = 'invalid_stream') => {
    const chat = await testBot(
      new Bot().onMention(async (ctx) => stream(ctx, atOnce('x'), options as unknown as StreamOptions)),
    )
    open.push(chat)
    await chat.as('iago').say('@**Echo** go', lunch)
    expect(errorsOf(chat)).toMatchObject([{ error: { code, message: expect.stringMatching(says) } }])
  })

  it('is thrown at once if the first argument is no context', async () => {
    await expect(stream({} as Context, atOnce('x'))).rejects.toThrow(/Give the handler's own `ctx` first/)
  })
})

const many = process.env.EARSHOT_TESTS === 'full' ? 100 : 25

/** The server delivers one message after the other. */
const atOnceAnswered = { receiver: { answerBy: 1 } }

describe('a stream to an overloaded server', () => {
  it('edits less often when calls are rate-limited, and always sends the final text', async () => {
    const { chat } = await streaming((ctx) =>
      slowly(
        ctx,
        '500ms',
        Array.from({ length: 20 }, (_, at) => `${at} `),
      ),
    )
    chat.faults.add('every 3rd call answers 429 with Retry-After 4s')
    await done(chat, chat.as('iago').say('@**Echo** count', lunch))
    expect(textsOf(chat)).toEqual([Array.from({ length: 20 }, (_, at) => `${at}`).join(' ')])
    expect(edits(chat).length).toBeLessThan(10)
    expect(errorsOf(chat)).toEqual([])
  })

  it('completes many texts in parallel while every third call is refused', async () => {
    const words = Array.from({ length: 4 }, (_, at) => `word ${at}. `)
    const { chat, streamed } = await streaming(
      (ctx) => slowly(ctx, '700ms', [`${ctx.text}: `, ...words]),
      {},
      atOnceAnswered,
    )
    chat.faults.add('every third call answers 429 with Retry-After 1s')
    const topics = Array.from({ length: many }, (_, at) => ({ channel: 'kitchen', topic: `topic ${at}` }))
    const { realm } = chat.simulator
    for (const [at, { topic }] of topics.entries()) {
      const params = { type: 'stream' as const, to: 'kitchen', topic, content: `@**Echo** ${at}` }
      realm.call('messages.send', realm.account('iago'), params, { client: 'website' })
    }
    while (streamed.length < topics.length) await pass(chat, 1)
    for (const [at, topic] of topics.entries()) {
      expect(textsOf(chat, topic)).toEqual([`${at}: ${words.join('').trim()}`])
    }
    expect(streamed.map(({ end }) => end)).toEqual(topics.map(() => 'complete'))
    expect(errorsOf(chat)).toEqual([])
    const changes = new Map<unknown, ReturnType<TestChat['calls']>>()
    for (const call of chat.calls()) {
      const { endpoint, status, parameters } = call
      if (endpoint !== 'messages.edit' || status !== 200) continue
      changes.set(parameters.message_id, [...(changes.get(parameters.message_id) ?? []), call])
    }
    for (const calls of changes.values()) {
      const contents = calls.map(({ parameters }) => String(parameters.content))
      expect(contents.toSorted((one, other) => one.length - other.length)).toEqual(contents)
      const apart = calls.slice(1, -1).map(({ at }, index) => at - (calls[index]?.at ?? 0))
      expect(Math.min(1_000, ...apart)).toBe(1_000)
    }
  })

  it("sends the whole text as a new message if messages can't be edited", async () => {
    const { chat, streamed } = await streaming((ctx) => slowly(ctx, '3s', ['One. ', 'Two. ', 'Three.']), {})
    const { realm } = chat.simulator
    realm.call('realm.update', realm.account('iago'), { allow_message_editing: false })
    await done(chat, chat.as('iago').say('@**Echo** go', lunch))
    expect(textsOf(chat)).toEqual(['One.', 'One. Two. Three.'])
    expect(streamed[0]?.ids).toHaveLength(2)
  })
})
