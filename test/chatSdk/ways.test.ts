import { createMemoryState } from '@chat-adapter/state-memory'
import { createMockChatInstance, createMockLogger, selfMessageContract, threadIdContract } from '@chat-adapter/tests'
import { matchers } from '@chat-adapter/tests/matchers'
import { Chat, type StateAdapter } from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter, type ZulipThreadId } from '../../src/chatSdk/index.js'
import { Client, systemClock } from '../../src/client/index.js'
import { createSimulator } from '../../src/simulator/index.js'
import { gate } from '../receiver/kit.js'
import { connect, contents, hearing } from './kit.js'

expect.extend(matchers)

const adapter = createZulipAdapter()

threadIdContract<ZulipThreadId>({
  name: 'zulip',
  encode: (thread) => adapter.encodeThreadId(thread),
  decode: (id) => adapter.decodeThreadId(id),
  cases: [
    { decoded: { kind: 'topic', channelId: 2, topic: 'lunch' }, encoded: 'zulip:2:bHVuY2g' },
    { decoded: { kind: 'topic', channelId: 2, topic: '' }, encoded: 'zulip:2:' },
    { decoded: { kind: 'topic', channelId: 7, topic: '✔ 🥐 a:b/c?' } },
    { decoded: { kind: 'direct', userIds: [8, 10] }, encoded: 'zulip:dm:8-10' },
  ],
  isDM: { fn: (id) => adapter.isDM(id), dmThreadId: 'zulip:dm:8', nonDmThreadId: 'zulip:2:bHVuY2g' },
})

/** A notification as a server posts it. */
async function posted(sender: 'iago' | 'Echo'): Promise<Request> {
  const simulator = createSimulator({ randomSeed: 1 })
  let body = ''
  simulator.connect('Echo', async (request) => {
    body = await request.text()
    return Response.json({})
  })
  simulator.say('iago', { channel: 'kitchen', topic: 'orders' }, '@**Echo** hi')
  await simulator.idle()
  await simulator.close()
  const notification = JSON.parse(body)
  if (sender === 'Echo') {
    const { id, email, full_name } = simulator.realm.account('Echo')
    Object.assign(notification.message, { sender_id: id, sender_email: email, sender_full_name: full_name })
  }
  return new Request('https://bot.example.com/api/zulip', { method: 'POST', body: JSON.stringify(notification) })
}

selfMessageContract({
  name: 'zulip',
  makeOtherMessageRequest: () => posted('iago'),
  makeSelfMessageRequest: () => posted('Echo'),
  async setup() {
    const simulator = createSimulator({ randomSeed: 1 })
    const { token = '', ...credentials } = simulator.credentials('Echo')
    const zulip = createZulipAdapter({ ...credentials, token, fetch: simulator.fetch })
    const chat = createMockChatInstance({ logger: createMockLogger() })
    await zulip.initialize(chat)
    return { adapter: zulip, chat }
  },
})

describe('by webhook', () => {
  it("answers at once, and goes on with the platform's waitUntil", async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await using chat = await connect({
      declare: (sdk) =>
        sdk.onNewMention(async (thread) => {
          await released
          await thread.post('done')
        }),
    })
    const works: Promise<unknown>[] = []
    let status = 0
    chat.simulator.connect('Echo', async (request) => {
      const response = await chat.zulip.handleWebhook(request, { waitUntil: (work) => void works.push(work) })
      status = response.status
      return response
    })
    chat.say('@**Echo** bake')
    await chat.simulator.idle()
    expect(status).toBe(200)
    expect(contents(chat.simulator)).toEqual(['@**Echo** bake'])
    release()
    await Promise.all(works)
    expect(contents(chat.simulator)).toEqual(['@**Echo** bake', 'done'])
  })

  it.each([
    {
      what: 'a wrong token',
      change: (json: Record<string, unknown>) => ({ ...json, token: 'x'.repeat(32) }),
      status: 401,
    },
    {
      what: 'another bot',
      change: (json: Record<string, unknown>) => ({ ...json, bot_email: 'who@example.com' }),
      status: 401,
    },
    { what: 'no message', change: (json: Record<string, unknown>) => ({ ...json, message: null }), status: 400 },
  ])('refuses $what', async ({ change, status }) => {
    await using chat = await connect()
    const json: Record<string, unknown> = JSON.parse(await (await posted('iago')).text())
    const request = new Request('https://bot.example.com/', { method: 'POST', body: JSON.stringify(change(json)) })
    expect((await chat.zulip.handleWebhook(request)).status).toBe(status)
  })

  it('refuses a body over the limit, and requests that are no POST', async () => {
    await using chat = await connect({ adapter: { maxBodyBytes: 1_000 } })
    const large = new Request('https://bot.example.com/', { method: 'POST', body: 'x'.repeat(2_000) })
    expect((await chat.zulip.handleWebhook(large)).status).toBe(413)
    expect((await chat.zulip.handleWebhook(new Request('https://bot.example.com/x'))).status).toBe(405)
  })

  it('handles a repeated delivery once, also in another process with the same state', async () => {
    const state = createMemoryState()
    const { heard, hear } = hearing<string>()
    const declare = (sdk: Chat) => sdk.onNewMention(async (_, message) => hear(message.text))
    await using first = await connect({ state, declare })
    await using second = await connect({ state, declare, on: first.simulator })
    const body = await (await posted('iago')).text()
    for (const { zulip } of [first, second, first]) {
      const works: Promise<unknown>[] = []
      const request = new Request('https://bot.example.com/', { method: 'POST', body })
      await zulip.handleWebhook(request, { waitUntil: (work) => void works.push(work) })
      await Promise.all(works)
    }
    expect(heard).toEqual(['@Echo hi'])
  })

  it('needs the token of the outgoing webhook', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    const { token, ...credentials } = simulator.credentials('Echo')
    const zulip = createZulipAdapter({ ...credentials, fetch: simulator.fetch })
    const chat = new Chat({ userName: 'bot', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
    await expect(chat.initialize()).rejects.toThrow('pass `token`, or set ZULIP_TOKEN')
    await simulator.close()
  })
})

describe('by events', () => {
  it('hears a message that is sent right after it is ready', async () => {
    const { hear, times } = hearing<string>()
    await using chat = await connect({
      by: 'events',
      declare: (sdk) => sdk.onNewMention(async (_, message) => hear(message.text)),
    })
    chat.say('@**Robo** hi')
    expect(await times(1)).toEqual(['@Robo hi'])
  })

  it('tells why it ended when its account is deactivated', async () => {
    await using chat = await connect({ by: 'events' })
    const owner = new Client({ ...chat.simulator.credentials('desdemona'), fetch: chat.simulator.fetch })
    await owner.bots.deactivate({ bot_id: chat.bot })
    // The call that waits for events has to end first.
    chat.simulator.clock.change('frozen')
    await chat.simulator.advance('1m')
    const reason = await chat.zulip.ended
    expect(reason.code).toBe('listener_refused')
  })

  it('refuses requests, since it reads an event queue', async () => {
    await using chat = await connect({ by: 'events' })
    const response = await chat.zulip.handleWebhook(
      new Request('https://bot.example.com/', { method: 'POST', body: '{}' }),
    )
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('reads an event queue')
  })

  it('passes edits, deletions and reactions on', async () => {
    const { hear, times } = hearing<string>()
    await using chat = await connect({
      by: 'events',
      declare(sdk) {
        sdk.onMessageUpdated(async (_, message, before) => hear(`${before?.text} -> ${message.text}`))
        sdk.onMessageDeleted(async ({ messageId }) => hear(`deleted ${messageId}`))
        sdk.onReaction(async ({ emoji, added, user }) => hear(`${user.fullName} ${added ? '+' : '-'} ${emoji.name}`))
      },
    })
    const { simulator } = chat
    const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
    await iago.subscriptions.add({ subscriptions: [{ name: 'kitchen' }], principals: [chat.bot] })
    const id = chat.say('two loves')
    await iago.messages.edit({ message_id: id, content: 'two loaves' })
    await iago.reactions.add({ message_id: id, emoji_name: '+1' })
    await times(2)
    await iago.messages.delete({ message_id: id })
    expect(await times(3)).toEqual(['two loves -> two loaves', 'Iago + thumbs_up', `deleted ${id}`])
  })

  it('answers a reaction where its message is, though the newest message there was deleted', async () => {
    const { hear, times } = hearing<string>()
    let passed = 0
    await using chat = await connect({
      by: 'events',
      adapter: { clock: { ...systemClock, now: () => Date.now() + passed } },
      declare(sdk) {
        sdk.onNewMention(async (_, message) => hear(message.text))
        sdk.onMessageDeleted(async () => hear('deleted'))
        sdk.onReaction(async ({ thread }) => {
          await thread?.post('Thanks.')
          hear('answered')
        })
      },
    })
    const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
    const id = chat.say('@**Robo** hi')
    await times(1)
    const gone = chat.say('@**Robo** a secret')
    await times(2)
    await iago.messages.delete({ message_id: gone })
    await times(3)
    passed = 60_000
    await iago.reactions.add({ message_id: id, emoji_name: '+1' })
    await times(4)
    expect(contents(chat.simulator)).toEqual(['@**Robo** hi', 'Thanks.'])
  })

  it('takes a subscription along when its topic is renamed', async () => {
    const { hear, times } = hearing<string>()
    await using chat = await connect({
      by: 'events',
      declare(sdk) {
        sdk.onNewMention(async (thread) => {
          await thread.subscribe()
          await thread.post('I listen.')
          hear('subscribed')
        })
        sdk.onSubscribedMessage(async (thread, message) => {
          await thread.post(`Heard ${message.text}`)
          hear(message.text)
        })
      },
    })
    const { simulator } = chat
    const id = chat.say('@**Robo** hi')
    await times(1)
    const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
    await iago.messages.edit({ message_id: id, topic: '✔ orders', propagate_mode: 'change_all' })
    chat.say('more', '✔ orders')
    expect(await times(2)).toEqual(['subscribed', 'more'])
    expect(contents(simulator, '✔ orders').at(-1)).toBe('Heard more')
    // A thread by its old ID posts where its messages are now.
    const channelId = simulator.realm.channel('kitchen').id
    await chat.chat.thread(chat.zulip.encodeThreadId({ kind: 'topic', channelId, topic: 'orders' })).post('late')
    expect(contents(simulator, '✔ orders').at(-1)).toBe('late')
  })
})

/** Puts the message `two` into the queue, as JSON, when the handler before it has looked there for the last time. */
function queueLate(state: StateAdapter, when: 'before' | 'after', last: () => boolean, say: () => void) {
  const asked = gate()
  const queued = gate()
  const released = gate()
  const enqueue = state.enqueue.bind(state)
  const releaseLock = state.releaseLock.bind(state)
  state.enqueue = async (threadId, entry, most) => {
    if (!entry.message.text.endsWith('two')) return enqueue(threadId, entry, most)
    asked.open()
    if (when === 'after') await released.opened
    const depth = await enqueue(threadId, JSON.parse(JSON.stringify(entry)), most)
    queued.open()
    return depth
  }
  state.releaseLock = async (lock) => {
    if (!last()) return releaseLock(lock)
    say()
    await (when === 'before' ? queued : asked).opened
    await releaseLock(lock)
    released.open()
  }
}

const late = (['webhook', 'events'] as const).flatMap((by) =>
  (['queue', 'debounce', 'burst'] as const).flatMap((strategy) =>
    (['before', 'after'] as const).flatMap((when) =>
      (['thread', 'channel'] as const).map((scope) => ({ by, strategy, when, scope })),
    ),
  ),
)

it.each(late)(
  'by $by, with $strategy for each $scope, handles a message that is queued just $when the lock is released',
  async ({ by, strategy, when, scope: lockScope }) => {
    const { heard, hear, times } = hearing<string>()
    const state = createMemoryState()
    const bot = by === 'webhook' ? 'Echo' : 'Robo'
    let isSaid = false
    const isLast = () => heard.length === 1 && !isSaid
    queueLate(state, when, isLast, () => {
      isSaid = true
      chat.say(`@**${bot}** two`)
    })
    await using chat = await connect({
      by,
      state,
      concurrency: { strategy, debounceMs: 0 },
      lockScope,
      declare: (sdk) => sdk.onNewMention(async (_, message) => hear(message.text.split(' ').at(-1) ?? '')),
    })
    chat.say(`@**${bot}** one`)
    expect(await times(2)).toEqual(['one', 'two'])
    expect(isSaid).toBe(true)
  },
)
