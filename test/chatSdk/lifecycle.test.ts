import { AuthenticationError, NetworkError } from '@chat-adapter/shared'
import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat } from 'chat'
import { describe, expect, it } from 'vitest'
import { createZulipAdapter, type ZulipAdapterOptions } from '../../src/chatSdk/index.js'
import { createSimulator, type Simulator } from '../../src/simulator/index.js'
import { connect, contents } from './kit.js'

function botOn(simulator: Simulator, options: ZulipAdapterOptions = {}, name = 'Echo') {
  const { token, ...credentials } = simulator.credentials(name)
  const zulip = createZulipAdapter({
    ...credentials,
    ...(token !== undefined && { token }),
    fetch: simulator.fetch,
    clock: simulator.clock,
    ...options,
  })
  const chat = new Chat({ userName: 'bot', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
  chat.onNewMention(async (thread, { text }) => void (await thread.post(`Heard ${text}`)))
  return { zulip, chat }
}

const say = (simulator: Simulator, text: string) => simulator.say('iago', { channel: 'kitchen', topic: 'orders' }, text)

describe('initialising', () => {
  it('by webhook succeeds while the server is down, and requests are handled once it is back', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    let isDown = true
    const fetch: typeof simulator.fetch = (...request) =>
      isDown ? Promise.reject(new TypeError('fetch failed')) : simulator.fetch(...request)
    const { chat, zulip } = botOn(simulator, { fetch })
    await chat.initialize()
    expect(zulip.botUserId).toBeUndefined()
    const errors: unknown[] = []
    simulator.connect('Echo', (request) =>
      chat.webhooks.zulip(request).catch((error: unknown) => {
        errors.push(error)
        return new Response('', { status: 500 })
      }),
    )
    say(simulator, '@**Echo** 1')
    await simulator.idle()
    expect(errors[0]).toBeInstanceOf(NetworkError)
    isDown = false
    say(simulator, '@**Echo** 2')
    await simulator.idle()
    await zulip.disconnect()
    expect(contents(simulator).at(-1)).toBe('Heard @Echo 2')
    await simulator.close()
  })

  it('by events fails while the server is down, and succeeds when it is tried again', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    simulator.addBot({ full_name: 'Robo', type: 'generic' })
    let isDown = true
    const fetch: typeof simulator.fetch = (...request) =>
      isDown ? Promise.reject(new TypeError('fetch failed')) : simulator.fetch(...request)
    const { chat, zulip } = botOn(simulator, { fetch }, 'Robo')
    await expect(chat.initialize()).rejects.toBeInstanceOf(NetworkError)
    isDown = false
    await chat.shutdown()
    await chat.initialize()
    await zulip.ready
    expect(zulip.userName).toBe('Robo')
    await chat.shutdown()
    await simulator.close()
  })

  it('fails for a wrong key', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    await expect(botOn(simulator, { apiKey: 'x'.repeat(32) }).chat.initialize()).rejects.toBeInstanceOf(
      AuthenticationError,
    )
    await simulator.close()
  })

  it('fails each time for a missing token, instead of refusing requests later', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    const { chat } = botOn(simulator, { token: [] })
    await expect(chat.initialize()).rejects.toThrow('pass `token`, or set ZULIP_TOKEN')
    await chat.shutdown()
    await expect(chat.initialize()).rejects.toThrow('pass `token`, or set ZULIP_TOKEN')
    await simulator.close()
  })

  it('fails for an adapter under another name, and for a second one', async () => {
    const register = (adapters: Record<string, ReturnType<typeof createZulipAdapter>>) =>
      new Chat({ userName: 'bot', adapters, state: createMemoryState(), logger: 'silent' }).initialize()
    await expect(register({ chat: createZulipAdapter() })).rejects.toThrow('Register the adapter as `zulip`')
    await using chat = await connect()
    const second = createZulipAdapter()
    await expect(register({ zulip: chat.zulip, other: second })).rejects.toThrow('create another Chat')
  })

  it('twice at once connects once', async () => {
    const simulator = createSimulator({ randomSeed: 1, keepJournal: 100 })
    const { chat, zulip } = botOn(simulator)
    await Promise.all([zulip.initialize(chat as never), zulip.initialize(chat as never)])
    expect(zulip.userName).toBe('Echo')
    await simulator.close()
  })
})

describe('a bot in a fresh process for each webhook', () => {
  it('handles each message, with what the platform waits for', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    simulator.connect('Echo', async (request) => {
      const { chat } = botOn(simulator)
      const works: Promise<unknown>[] = []
      const response = await chat.webhooks.zulip(request, { waitUntil: (work) => void works.push(work) })
      await Promise.all(works)
      return response
    })
    for (const text of ['1', '2']) {
      say(simulator, `@**Echo** ${text}`)
      await simulator.idle()
    }
    expect(contents(simulator).filter((text) => text.startsWith('Heard'))).toEqual(['Heard @Echo 1', 'Heard @Echo 2'])
    await simulator.close()
  })
})

describe('shutting down', () => {
  it.each(['webhook', 'events'] as const)('by %s waits for handlers that run', async (by) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const connected = await connect({
      by,
      declare: (sdk) =>
        sdk.onNewMention(async (thread) => {
          begin()
          await released
          await thread.post('done')
        }),
    })
    connected.say(`@**${by === 'webhook' ? 'Echo' : 'Robo'}** bake`)
    await begun
    const ended = connected.chat.shutdown()
    release()
    await ended
    expect(contents(connected.simulator).at(-1)).toBe('done')
    await connected.simulator.close()
  })

  it('ends a connection that is just being opened', async () => {
    const simulator = createSimulator({ randomSeed: 1 })
    simulator.addBot({ full_name: 'Robo', type: 'generic' })
    const { chat, zulip } = botOn(simulator, {}, 'Robo')
    const opening = chat.initialize()
    await chat.shutdown()
    await opening.catch(() => {})
    await chat.shutdown()
    expect(zulip.botUserId).toBeUndefined()
    await simulator.close()
  })
})
