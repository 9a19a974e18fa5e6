import { Bot, type Context, type HistoryMessage, type HistoryOptions, history } from 'earshot'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, it } from 'vitest'

const lunch = { channel: 'kitchen', topic: 'talk' }
const open: TestChat[] = []

afterEach(async () => {
  for (const chat of open.splice(0)) await chat.close()
})

/** A chat with a bot that reads the history of each message, and what it read last. */
async function reading(options?: HistoryOptions, given: Parameters<typeof testBot>[1] = {}) {
  let read: HistoryMessage[] = []
  const handler = async (ctx: Context) => {
    read = await history(ctx, options)
    return `I read ${read.length}.`
  }
  const chat = await testBot(new Bot().onMention(handler).onDirectMessage(handler), given)
  open.push(chat)
  return { chat, texts: () => read.map(({ role, name, text }) => `${role} ${name}: ${text}`), read: () => read }
}

describe('history', () => {
  it('returns the messages of the topic, oldest first, including the current one', async () => {
    const { chat, texts, read } = await reading()
    await chat.as('hamlet').say('Is there soup?', lunch)
    await chat.as('iago').say('@**Echo** is there?', lunch)
    await chat.as('hamlet').say('elsewhere', { channel: 'kitchen', topic: 'bread' })
    await chat.as('hamlet').say('@**Echo** and bread?', lunch)
    expect(texts()).toEqual([
      'user Hamlet: Is there soup?',
      'user Iago: is there?',
      'bot Echo: I read 2.',
      'user Hamlet: and bread?',
    ])
    expect(read().at(-1)?.at).toBe(chat.clock.now())
  })

  it('renders mentions and quotations as plain names and quotes', async () => {
    const { chat, texts } = await reading()
    await chat.as('iago').say('Ask @**Hamlet|10** or @_**Iago**, not `@**Echo**`.', lunch)
    const quoted = '@_**Iago|8** [said](https://chat.example.com/#narrow/near/7):\n```quote\nTwo\nlines\n```\nWhy?'
    await chat.as('hamlet').say(quoted, lunch)
    await chat.as('hamlet').say('@**Echo|20** look:\n~~~quote\nhere\n~~~', lunch)
    await chat.as('hamlet').say('@**Echo** well?', lunch)
    expect(texts().slice(0, 2)).toEqual([
      'user Iago: Ask @Hamlet or @Iago, not `@**Echo**`.',
      'user Hamlet: > Iago: Two\n> lines\nWhy?',
    ])
  })

  it('keeps nested quotations and finds the author in any language', async () => {
    const { chat, texts } = await reading()
    const line = '@_**Iago|8** [schrieb](https://chat.example.com/#narrow/near/7):'
    await chat
      .as('hamlet')
      .say(`See ${line}\n\`\`\`\`quote\na\n\`\`\`quote\nb\n\`\`\`\n\`\`\`\`\nand\n~~~quote\nc`, lunch)
    await chat.as('hamlet').say('@**Echo** for @*bakers*', lunch)
    expect(texts()).toEqual([
      'user Hamlet: See > Iago: a\n> ```quote\n> b\n> ```\nand\n> c',
      'user Hamlet: for @bakers',
    ])
  })

  it('decodes entities except in code', async () => {
    const { chat, texts } = await reading()
    await chat.as('hamlet').say('Tom &#38; Jerry, `&lt;` &#64;**Iago**', lunch)
    await chat.as('iago').say('@**Echo** well?', lunch)
    expect(texts()[0]).toBe('user Hamlet: Tom & Jerry, `&lt;` @**Iago**')
  })

  it('respects `limit` and `before`', async () => {
    const { chat, texts } = await reading({ limit: 2 })
    for (const text of ['one', 'two', 'three']) await chat.as('hamlet').say(text, lunch)
    await chat.as('iago').say('@**Echo** four', lunch)
    expect(texts()).toEqual(['user Hamlet: three', 'user Iago: four'])
    const [, before] = chat.conversation(lunch)
    let earlier: HistoryMessage[] = []
    await chat.restart({
      bot: new Bot().onMention(async (ctx) => {
        earlier = await history(ctx, { before: before?.id ?? 0 })
      }),
    })
    await chat.as('iago').say('@**Echo** five', lunch)
    expect(earlier.map(({ text }) => text)).toEqual(['one'])
  })

  it('drops the oldest messages above `characters`, and cuts the newest', async () => {
    const { chat, texts } = await reading({ characters: 12 })
    for (const text of ['12345', '🥐🥐🥐🥐🥐', '67']) await chat.as('hamlet').say(text, lunch)
    await chat.as('iago').say('@**Echo** 89', lunch)
    expect(texts()).toEqual(['user Hamlet: 🥐🥐🥐🥐🥐', 'user Hamlet: 67', 'user Iago: 89'])
    await chat.as('iago').say(`@**Echo** ${'x'.repeat(20)}`, lunch)
    expect(texts()).toEqual([`user Iago: ${'x'.repeat(12)}`])
  })

  it.each([
    [300, ['user Iago: two']],
    [496, ['user Iago: one', 'bot Echo: I read 1.', 'user Iago: two']],
  ])('at feature level %i contains the direct messages that a webhook bot can read', async (featureLevel, said) => {
    const { chat, texts } = await reading({}, { simulator: { featureLevel } })
    await chat.as('iago').dm('one')
    await chat.as('iago').dm('two')
    expect(texts()).toEqual(said)
  })

  it('contains the whole direct conversation when the bot runs by events', async () => {
    const { chat, texts } = await reading({}, { by: 'events' })
    await chat.as('iago').dm('one')
    await chat.as('iago').dm('two')
    expect(texts()).toEqual(['user Iago: one', 'bot Echo: I read 1.', 'user Iago: two'])
  })

  it.each<[options: object, says: RegExp, code?: string]>([
    [{ limit: 0 }, /`limit` the number 0\. Give a whole number from 1 to 5,000/],
    [{ limit: 5_001 }, /`limit` the number 5001/],
    [{ before: 'x' }, /`before` the string x/],
    [{ characters: 1.5 }, /`characters` the number 1\.5/],
    [{ maximum: 3 }, /^history has no option `maximum`/, 'unknown_option'],
  ])('rejects the options %j', async (options, says, code = 'invalid_history') => {
    const { chat } = await reading(options as HistoryOptions)
    await chat.as('iago').say('@**Echo** hi', lunch)
    expect(chat.log.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toMatchObject([
      { error: { code, message: expect.stringMatching(says) } },
    ])
  })
})
