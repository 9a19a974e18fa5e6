import { AuthenticationError, PermissionError, ResourceNotFoundError, ValidationError } from '@chat-adapter/shared'
import {
  Actions,
  Button,
  Card,
  Divider,
  emoji,
  Field,
  Fields,
  LinkButton,
  Plan,
  Select,
  SelectOption,
  Table,
} from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter } from '../../src/chatSdk/index.js'
import { connect, contents } from './kit.js'

/** The thread of a topic in the kitchen. */
async function inKitchen(topic = 'orders') {
  const connected = await connect()
  const channelId = connected.simulator.realm.channel('kitchen').id
  const threadId = connected.zulip.encodeThreadId({ kind: 'topic', channelId, topic })
  return { ...connected, channelId, threadId, thread: connected.chat.thread(threadId) }
}

describe('posting', () => {
  it('sends strings as they are, with mentions and emoji in place of placeholders', async () => {
    await using chat = await inKitchen()
    await chat.thread.post(`${chat.thread.mentionUser('11')} *hi* ${emoji.wave}`)
    expect(contents(chat.simulator)).toEqual(['@**|11** *hi* 👋'])
  })

  it('writes Markdown without backslashes, and mentions of everybody silently', async () => {
    await using chat = await inKitchen()
    await chat.thread.post({ markdown: '2 \\* 3 for @**all** and **you**' })
    expect(contents(chat.simulator)).toEqual(['2 * 3 for @_**all** and **you**'])
  })

  it('splits a long text, and edits and deletes its messages together', async () => {
    await using chat = await inKitchen()
    const sent = await chat.thread.post('word '.repeat(4_000))
    expect(contents(chat.simulator)).toHaveLength(2)
    expect(sent.id).toMatch(/^\d+-\d+$/)
    const edited = await sent.edit('short')
    expect(contents(chat.simulator)).toEqual(['short'])
    await edited.delete()
    expect(contents(chat.simulator)).toEqual([])
  })

  it('uploads files, and links them below the text', async () => {
    await using chat = await inKitchen()
    await chat.thread.post({ markdown: 'The menu:', files: [{ data: Buffer.from('rye'), filename: 'menu.txt' }] })
    expect(contents(chat.simulator)[0]).toMatch(/^The menu:\n\n\[menu.txt\]\(\/user_uploads\/\S+menu\.txt\)$/)
  })

  it('posts to a channel in the topic of the options', async () => {
    await using chat = await connect({ adapter: { topic: 'news' } })
    const channel = chat.simulator.realm.channel('kitchen').id
    await chat.chat.channel(`zulip:${channel}`).post('fresh bread')
    expect(contents(chat.simulator, 'news')).toEqual(['fresh bread'])
  })

  it('writes directly to somebody whose thread was opened', async () => {
    await using chat = await connect()
    const threadId = await chat.zulip.openDM(String(chat.simulator.realm.account('iago').id))
    await chat.chat.thread(threadId).post('psst')
    expect(chat.simulator.messages({ dm: ['iago', chat.bot] }).map(({ content }) => content)).toEqual(['psst'])
  })

  it('posts a plan, and edits it as its tasks change', async () => {
    await using chat = await inKitchen()
    const plan = new Plan({ initialMessage: 'Bake' })
    await chat.thread.post(plan)
    await plan.addTask({ title: 'Knead' })
    await plan.complete({ completeMessage: 'Baked' })
    expect(contents(chat.simulator)).toEqual(['**Baked**\n* ✅ Bake\n* ✅ Knead'])
  })

  it('posts polls, and refuses other objects by name', async () => {
    await using chat = await inKitchen()
    await chat.zulip.postObject(chat.threadId, 'poll', { question: 'Which bread?', options: ['rye', 'spelt'] })
    expect(contents(chat.simulator)).toEqual(['/poll Which bread?\n* rye\n* spelt'])
    await expect(chat.zulip.postObject(chat.threadId, 'quiz', {})).rejects.toThrow(
      '"quiz" can\'t be posted. Plans and polls can.',
    )
  })

  it('schedules a message, and cancels it', async () => {
    await using chat = await inKitchen()
    const later = new Date(Date.now() + 3_600_000)
    const scheduled = await chat.thread.schedule('later', { postAt: later })
    await scheduled.cancel()
    const inChannel = await chat.chat.channel(`zulip:${chat.channelId}`).schedule('later', { postAt: later })
    expect(inChannel.channelId).toBe(`zulip:${chat.channelId}:`)
    await expect(scheduled.cancel()).rejects.toThrow('Scheduled message does not exist')
    const postAt = new Date(Date.now() + 3_600_000)
    await expect(chat.thread.schedule('x'.repeat(25_000), { postAt })).rejects.toThrow('25000 characters')
    const posted = await chat.thread.post('short')
    await expect(posted.edit('x'.repeat(15_000))).rejects.toThrow('15000 characters')
  })
})

describe('cards', () => {
  it('are Markdown, with the buttons and options in a message of their own', async () => {
    await using chat = await inKitchen()
    await chat.thread.post(
      Card({
        title: 'Order 12',
        subtitle: 'for Iago',
        children: [
          Fields([Field({ label: 'Bread', value: 'rye' })]),
          Divider(),
          Table({ headers: ['What', 'Price'], rows: [['rye', '3 | 4']] }),
          Actions([
            Button({ id: 'ok', label: 'Bake *it*' }),
            LinkButton({ url: 'https://bakery.example.com/12', label: 'See' }),
            Select({ id: 'size', label: 'Size', options: [SelectOption({ label: 'Small', value: 's' })] }),
          ]),
        ],
      }),
    )
    const [card, buttons] = contents(chat.simulator)
    expect(card).toBe(
      '**Order 12**\n\nfor Iago\n\n**Bread**: rye\n\n---\n\n| What | Price |\n| --- | --- |\n| rye | 3 &#124; 4 |\n\n[See](https://bakery.example.com/12)',
    )
    expect(buttons).toMatch(/^Size\n\n\* Bake it: `Bake it \(\w{6}-1\)`\n\* Small: `Small \(\w{6}-2\)`$/)
  })

  it('show titles and labels literally, on one line', async () => {
    await using chat = await inKitchen()
    const field = Field({ label: 'For @**all**', value: '2*3' })
    await chat.thread.post(Card({ title: ' Order\n# 12 ', children: [Fields([field])] }))
    expect(contents(chat.simulator)).toEqual(['**Order # 12**\n\n**For @&#42;&#42;all&#42;&#42;**: 2&#42;3'])
  })

  it('lose their buttons when they are edited to have none', async () => {
    await using chat = await inKitchen()
    const sent = await chat.thread.post(
      Card({ title: 'Sure?', children: [Actions([Button({ id: 'yes', label: 'Yes' })])] }),
    )
    await sent.edit('Done.')
    expect(contents(chat.simulator)).toEqual(['Done.'])
  })

  it('with 200 buttons are refused before anything is sent', async () => {
    await using chat = await inKitchen()
    const buttons = Array.from({ length: 200 }, (_, at) => Button({ id: `b${at}`, label: `B${at}` }))
    await expect(chat.thread.post(Card({ title: 'Many', children: [Actions(buttons)] }))).rejects.toThrow(
      'A card has 200 buttons and options. Give at most 50',
    )
    expect(contents(chat.simulator)).toEqual([])
  })
})

describe('reactions', () => {
  it("are added and taken back by name, by character and by the SDK's emoji", async () => {
    await using chat = await inKitchen()
    const sent = await chat.thread.post('bread')
    const names = () =>
      chat.simulator.messages({ channel: 'kitchen', topic: 'orders' })[0]?.reactions.map((one) => one.emoji_name)
    await sent.addReaction(emoji.thumbs_up)
    await sent.addReaction('🍞')
    await sent.addReaction('tada')
    expect(names()).toEqual(['+1', 'bread', 'tada'])
    await sent.addReaction('baguette')
    await sent.removeReaction(emoji.thumbs_up)
    expect(names()).toEqual(['bread', 'tada', 'baguette'])
    await sent.removeReaction('baguette')
    expect(names()).toEqual(['bread', 'tada'])
  })

  it('that are no emoji are refused by name', async () => {
    await using chat = await inKitchen()
    const sent = await chat.thread.post('bread')
    await expect(sent.addReaction('no emoji')).rejects.toThrow('"no emoji" is no emoji')
  })
})

describe('typing', () => {
  it('is shown in a topic, in a channel and in a direct conversation, and taken back', async () => {
    await using chat = await inKitchen()
    const channel = chat.chat.channel(`zulip:${chat.channelId}`)
    await chat.thread.startTyping()
    await channel.startTyping()
    await chat.zulip.endTyping(chat.threadId)
    await chat.chat.thread('zulip:dm:8').startTyping()
    const { entries } = chat.simulator.journal.read()
    const shown = entries.flatMap((entry) =>
      entry.kind === 'call' && entry.endpoint === 'typing.send' ? [entry.parameters] : [],
    )
    expect(shown).toMatchObject([
      { op: 'start', topic: 'orders' },
      { op: 'start', topic: '' },
      { op: 'stop', topic: 'orders' },
      { op: 'start', to: [8] },
    ])
  })
})

describe('reading', () => {
  it('pages through a thread backward and forward, oldest first', async () => {
    await using chat = await inKitchen()
    for (const text of ['1', '2', '3', '4', '5']) chat.say(text)
    const texts = (page: { messages: readonly { text: string }[] }) => page.messages.map(({ text }) => text)
    const newest = await chat.zulip.fetchMessages(chat.threadId, { limit: 2 })
    expect(texts(newest)).toEqual(['4', '5'])
    const before = await chat.zulip.fetchMessages(chat.threadId, {
      limit: 2,
      ...(newest.nextCursor && { cursor: newest.nextCursor }),
    })
    expect(texts(before)).toEqual(['2', '3'])
    const first = await chat.zulip.fetchMessages(chat.threadId, {
      limit: 2,
      ...(before.nextCursor && { cursor: before.nextCursor }),
    })
    expect(texts(first)).toEqual(['1'])
    expect(first.nextCursor).toBeUndefined()
    const oldest = await chat.zulip.fetchMessages(chat.threadId, { limit: 3, direction: 'forward' })
    expect(texts(oldest)).toEqual(['1', '2', '3'])
    const rest = await chat.zulip.fetchMessages(chat.threadId, {
      limit: 3,
      direction: 'forward',
      ...(oldest.nextCursor && { cursor: oldest.nextCursor }),
    })
    expect(texts(rest)).toEqual(['4', '5'])
    expect(rest.nextCursor).toBeUndefined()
  })

  it('refuses a cursor that is none', async () => {
    await using chat = await inKitchen()
    await expect(chat.zulip.fetchMessages(chat.threadId, { cursor: 'x' })).rejects.toBeInstanceOf(ValidationError)
  })

  it('finds a message, or null for one that is gone', async () => {
    await using chat = await inKitchen()
    const id = chat.say('rye')
    expect((await chat.zulip.fetchMessage(chat.threadId, String(id)))?.text).toBe('rye')
    expect(await chat.zulip.fetchMessage(chat.threadId, '999999')).toBeNull()
  })

  it('describes a thread, a channel and its threads', async () => {
    await using chat = await inKitchen()
    chat.say('rye')
    chat.say('spelt', 'dinner')
    expect(await chat.zulip.fetchThread(chat.threadId)).toMatchObject({
      id: chat.threadId,
      channelId: `zulip:${chat.channelId}`,
      channelName: 'kitchen',
      isDM: false,
      channelVisibility: 'workspace',
    })
    expect(await chat.zulip.fetchChannelInfo(`zulip:${chat.channelId}`)).toMatchObject({ name: 'kitchen', isDM: false })
    const { threads } = await chat.zulip.listThreads(`zulip:${chat.channelId}`)
    expect(threads.map(({ rootMessage }) => rootMessage.text).slice(0, 2)).toEqual(['spelt', 'rye'])
    expect(chat.zulip.getChannelVisibility(chat.threadId)).toBe('workspace')
  })

  it('finds people by their IDs, and null for nobody', async () => {
    await using chat = await connect()
    const iago = chat.simulator.realm.account('iago').id
    expect(await chat.zulip.getUser(String(iago))).toMatchObject({
      fullName: 'Iago',
      isBot: false,
      userId: String(iago),
    })
    for (const nobody of ['987654', 'U0123ABC', '']) expect(await chat.zulip.getUser(nobody)).toBeNull()
  })

  it('leaves it to the Chat SDK to guess the platform of an ID, which it cannot for ours', async () => {
    await using chat = await connect()
    const guess = 'Cannot infer adapter from userId "8"'
    await expect(chat.chat.openDM('8')).rejects.toThrow(guess)
    await expect(chat.chat.getUser('8')).rejects.toThrow(guess)
    await expect(chat.zulip.openDM('U0123ABC')).rejects.toThrow("user 'U0123ABC' not found in zulip")
  })
})

describe('refusals', () => {
  it('of a thread of another adapter say which IDs there are', async () => {
    await using chat = await connect()
    await expect(chat.zulip.postMessage('slack:C1:2', 'hi')).rejects.toThrow('"slack:C1:2" is not a thread of Zulip')
  })

  it("of a channel that is not there are of the SDK's kind", async () => {
    await using chat = await connect()
    const threadId = chat.zulip.encodeThreadId({ kind: 'topic', channelId: 9_999, topic: 'x' })
    await expect(chat.zulip.postMessage(threadId, 'hi')).rejects.toBeInstanceOf(ResourceNotFoundError)
  })

  it("of another's message are permission errors", async () => {
    await using chat = await inKitchen()
    const id = chat.say('mine')
    await expect(chat.zulip.editMessage(chat.threadId, String(id), 'yours')).rejects.toBeInstanceOf(PermissionError)
  })

  it('of wrong credentials come at the start', async () => {
    await expect(connect({ adapter: { apiKey: 'x'.repeat(32) } })).rejects.toBeInstanceOf(AuthenticationError)
  })

  it('of missing credentials name the options and the environment', async () => {
    const { Chat } = await import('chat')
    const { createMemoryState } = await import('@chat-adapter/state-memory')
    const zulip = createZulipAdapter({ site: 'https://chat.example.com' })
    const chat = new Chat({ userName: 'bot', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
    await expect(chat.initialize()).rejects.toThrow(
      '`email`, `apiKey` missing; pass it, or set ZULIP_EMAIL, ZULIP_API_KEY',
    )
  })

  it('of unknown options and modes come when the adapter is made', () => {
    expect(() => createZulipAdapter({ sight: 'x' } as never)).toThrow('sight')
    expect(() => createZulipAdapter({ mode: 'poll' as never })).toThrow('mode is "poll"; give auto, webhook or events')
    expect(() => createZulipAdapter({ slashCommands: ['status'] })).toThrow('slashCommands has "status"')
  })
})
