import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat, Message, type Thread } from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter } from '../../src/chatSdk/index.js'
import { Client } from '../../src/client/index.js'
import type { TestBotOptions } from '../../src/testing/index.js'
import { testChat } from '../../src/testing/testChat.js'

async function bot(handle: (thread: Thread, message: Message) => unknown, options: TestBotOptions = { by: 'webhook' }) {
  const zulip = createZulipAdapter()
  const sdk = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
  const errors: unknown[] = []
  const handler = async (thread: Thread, message: Message) => {
    try {
      await handle(thread, message)
    } catch (error) {
      errors.push(error)
    }
  }
  sdk.onNewMention(handler)
  sdk.onSubscribedMessage(handler)
  const chat = await testChat(sdk, zulip, options)
  return Object.assign(chat, { zulip, errors })
}

const order = { channel: 'kitchen', topic: 'orders' }
const mention = '@**Echo** '

describe('attachments', () => {
  it('are the files that a message links to, with their kinds, and not those of other servers', async () => {
    const seen: Message[] = []
    await using chat = await bot((_, message) => seen.push(message))
    await chat.as('iago').say(`${mention}[x](https://other.example.com/user_uploads/1/a/b.png)`, {
      ...order,
      files: [
        { name: 'menu.txt', data: 'rye' },
        { name: 'oven.png', data: new Uint8Array([1, 2]) },
      ],
    })
    const attachments = seen[0]?.attachments ?? []
    expect(attachments.map(({ name, type, mimeType }) => [name, type, mimeType])).toEqual([
      ['menu.txt', 'file', 'text/plain'],
      ['oven.png', 'image', 'image/png'],
    ])
  })

  it('can be downloaded, also when the message was stored in between', async () => {
    const texts: string[] = []
    await using chat = await bot(async (_, message) => {
      const stored = Message.fromJSON(JSON.parse(JSON.stringify(message)))
      for (const attachment of [
        ...message.attachments,
        ...stored.attachments.map((one) => chat.zulip.rehydrateAttachment(one)),
      ])
        texts.push(((await attachment.fetchData?.()) as Buffer | undefined)?.toString('base64') ?? 'nothing')
    })
    await chat.as('iago').say(mention, { ...order, files: [{ name: 'menu.txt', data: 'rye' }] })
    expect(texts).toEqual(['cnll', 'cnll'])
  })

  it.each([300, 387, 496])(
    'that the bot may not read, or that are gone, fail with the reason at level %i',
    async (featureLevel) => {
      const failed: unknown[] = []
      const download = async (_: Thread, { attachments: [file] }: Message) => {
        failed.push(await file?.fetchData?.().catch((error: unknown) => error))
      }
      await using chat = await bot(download, { by: 'webhook', featureLevel })
      const { simulator } = chat
      const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
      const { url } = await iago.files.upload({ file: new File(['rye'], 'secret.txt') })
      await chat.as('hamlet').say(`${mention}[x](${url})`, order)
      await iago.attachments.delete({ attachment_id: (await iago.attachments.list()).attachments.at(-1)?.id ?? 0 })
      await chat.as('hamlet').say(`${mention}[x](${url})`, order)
      expect(failed).toMatchObject([
        { status: 403, message: expect.stringContaining('The account may not read the file.') },
        { status: 404, message: expect.stringContaining('There is no such file.') },
      ])
    },
  )
})

describe('a long message', () => {
  it('of 10,000 characters is read and answered', async () => {
    await using chat = await bot((thread, { text }) => thread.post(String(text.length)))
    const said = await chat.as('iago').say(mention + 'x'.repeat(10_000 - mention.length), order)
    expect(said.map(({ content }) => content)).toEqual([String(6 + 10_000 - mention.length)])
  })
})

describe('an answer', () => {
  it.each([
    { by: 'webhook', what: 'deleted' },
    { by: 'webhook', what: 'moved to a private channel' },
    { by: 'events', what: 'deleted' },
    { by: 'events', what: 'moved to a private channel' },
  ] as const)('by $by to a message that was $what never goes where others may read it', async ({ by, what }) => {
    const answer = async (thread: Thread, message: Message) => {
      await thread.subscribe()
      if (by === 'events' && message.isMention === true) return
      await chat.clock.advance(5_000)
      const iago = chat.simulator.credentials('iago')
      const client = new Client({ ...iago, fetch: chat.simulator.fetch })
      if (what === 'deleted') await client.messages.delete({ message_id: Number(message.id) })
      else {
        await client.subscriptions.add({ subscriptions: [{ name: 'secret' }], invite_only: true })
        const stream_id = chat.simulator.realm.channel('secret').id
        await client.messages.edit({ message_id: Number(message.id), stream_id, propagate_mode: 'change_all' })
      }
      await thread.post('For your eyes only')
    }
    await using chat: Awaited<ReturnType<typeof bot>> = await bot(answer, { by })
    await chat.as('iago').say(`${mention}hi`, order)
    if (by === 'events') await chat.as('iago').say('more', order)
    expect(chat.conversation(order).map(({ content }) => content)).not.toContain('For your eyes only')
    expect(chat.conversation({ dm: ['iago', 'Echo'] }).map(({ content }) => content)).toEqual(['For your eyes only'])
  })

  it('two hours later goes to its thread, whatever became of the message', async () => {
    let posted: Thread | undefined
    await using chat = await bot((thread) => {
      posted = thread
    })
    await chat.as('iago').say(`${mention}hi`, order)
    const [asked] = chat.conversation(order)
    const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
    await iago.messages.delete({ message_id: asked?.id ?? 0 })
    await chat.advance('2h')
    await posted?.post('The daily report')
    expect(chat.conversation(order).map(({ content }) => content)).toEqual(['The daily report'])
  })
})

describe('a reaction', () => {
  it('with an emoji that the server lacks fails, and says so', async () => {
    await using chat = await bot(async (thread, message) => {
      await thread.adapter.addReaction(thread.id, message.id, 'no_such_emoji')
    })
    await chat.as('iago').say(mention, order)
    expect(String(chat.errors[0])).toContain('no_such_emoji')
  })
})

describe('a thread ID', () => {
  it.each([
    'slack:C1:1',
    'zulip:',
    'zulip:x:y',
    'zulip:2:****',
    'zulip:2:_w',
    'zulip:dm:',
    'zulip:dm:a',
    '',
    undefined,
  ])('%j of another adapter, or malformed, is refused by all methods', async (threadId) => {
    await using chat = await bot(() => {})
    await chat.as('iago').say(mention, order)
    const { zulip } = chat
    const given = threadId as string
    for (const call of [
      () => zulip.postMessage(given, 'x'),
      () => zulip.fetchMessages(given),
      () => zulip.fetchThread(given),
      () => zulip.startTyping(given),
      () => zulip.stream(given, (async function* () {})()),
      () => zulip.onThreadSubscribe(given),
    ]) {
      await expect((async () => call())()).rejects.toThrow('is not a thread of Zulip')
    }
    expect(() => zulip.channelIdFromThreadId(given)).toThrow('is not a thread of Zulip')
  })
})
