import { Bot, stream } from 'earshot'
import { assistant, type Model } from 'earshot/assistant'
import { Client } from 'earshot/client'
import { testBot } from 'earshot/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

const crumbs = { channel: 'kitchen', topic: 'crumbs' }

async function* words(...all: string[]) {
  yield* all
}

const readable = (...all: string[]) =>
  new ReadableStream<string>({
    start(controller) {
      for (const word of all) controller.enqueue(word)
      controller.close()
    },
  })

/** A `ReadableStream` on platforms that can't iterate over it. */
const uniterable = (...all: string[]) => {
  const stream = readable(...all)
  return { getReader: () => stream.getReader() } as ReadableStream<string>
}

async function opened(bot: Bot) {
  const chat = await testBot(bot, { by: 'events' })
  onTestFinished(() => chat.close())
  const { simulator, botName } = chat
  const admin = new Client({ ...simulator.credentials('desdemona'), fetch: simulator.fetch })
  const principals = [simulator.realm.account(botName).id]
  await admin.subscriptions.add({ subscriptions: [{ name: 'kitchen' }], principals })
  await chat.advance('1s')
  const say = async (text: string) => (await chat.as('iago').say(text, crumbs)).map(({ content }) => content)
  return { chat, say }
}

describe('an assistant that follows', () => {
  it('answers without a mention, says nothing when its model does, and stops when told to', async () => {
    const asked: number[] = []
    const model: Model = ({ messages }) => {
      asked.push(messages.length)
      return words(messages.at(-1)?.content === 'hm' ? '' : `${messages.length} messages`)
    }
    const answer = assistant({ model, follow: '10m' })
    const { chat, say } = await opened(new Bot().onMention(answer).onFollowUp(answer))
    expect(await say('nobody?')).toEqual([])
    expect(await say('@**Echo** why?')).toEqual(['2 messages'])
    expect(await say('and?')).toEqual(['4 messages'])
    expect(await say('hm')).toEqual([])
    expect(await say('stop')).toEqual(['I answer here again when you mention me.'])
    expect(await say('and?')).toEqual([])
    expect(await say('@**Echo** again')).toHaveLength(1)
    await chat.advance('11m')
    expect(await say('too late')).toEqual([])
    expect(chat.log.filter(({ level }) => level === 'error')).toEqual([])
    expect(asked).toHaveLength(4)
  })

  it('still fails when its model has nothing to say to a mention', async () => {
    const answer = assistant({ model: () => words(''), follow: '10m' })
    const { say } = await opened(new Bot().onMention(answer).onFollowUp(answer))
    expect(await say('@**Echo** why?')).toEqual([expect.stringMatching(/^Something went wrong/)])
  })

  it.each(['never', 0, '30 days', {}])('refuses to follow for %o', (follow) => {
    // An untyped program may try.
    const options = { model: () => words('yes'), follow: follow as string }
    expect(() => assistant(options)).toThrow(expect.objectContaining({ code: 'invalid_duration' }))
  })
})

describe('a text that comes in pieces', () => {
  it.each([
    ['an async iterable', () => words('one ', 'two')],
    ['a ReadableStream', () => readable('one ', 'two')],
    ['a ReadableStream that only has a reader', () => uniterable('one ', 'two')],
    ['a textStream that is an async iterable', () => ({ textStream: words('one ', 'two') })],
    ['a textStream that is a ReadableStream', () => ({ textStream: readable('one ', 'two') })],
  ])('can be %s, for a model and for stream', async (_, source) => {
    const bot = new Bot()
      .hears('stream', async (ctx) => void (await stream(ctx, source)))
      .hears('at once', async (ctx) => void (await stream(ctx, source())))
      .onMention(assistant({ model: source }))
      .onFollowUp(() => undefined)
    const { say } = await opened(bot)
    expect(await say('@**Echo** model')).toEqual(['one two'])
    expect(await say('@**Echo** stream')).toEqual(['one two'])
    expect(await say('@**Echo** at once')).toEqual(['one two'])
  })

  it.each([[{}], [{ textStream: undefined }], [{ textStream: 'text' }], [['text']], [5], [null]])(
    'can not be %o',
    async (given) => {
      const errors: unknown[] = []
      // An untyped program may try.
      const model = (() => given) as unknown as Model
      const bot = new Bot().onMention(assistant({ model })).catch((error) => void errors.push(error))
      const { say } = await opened(bot)
      await say('@**Echo** model')
      expect(errors).toEqual([expect.objectContaining({ code: 'invalid_stream' })])
    },
  )
})
