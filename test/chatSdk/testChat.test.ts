import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat, type Thread } from 'chat'
import { createZulipAdapter } from 'earshot/chat-sdk'
import { testChat } from 'earshot/chat-sdk/testing'
import { matchers } from 'earshot/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { callAs } from '../../src/simulator/callAs.js'
import { hearing } from './kit.js'

const place = { channel: 'kitchen', topic: 'ovens' }

async function chatWith(by: 'webhook' | 'events', handle: (thread: Thread, text: string) => Promise<unknown>) {
  const zulip = createZulipAdapter()
  const bot = new Chat({ userName: 'echo', adapters: { zulip }, state: createMemoryState(), logger: 'silent' })
  bot.onNewMention(async (thread, { text }) => void (await handle(thread, text)))
  const chat = await testChat(bot, zulip, { by })
  const say = async (text: string) =>
    (await chat.as('iago').say(`@**${chat.botName}** ${text}`, place)).map(({ content }) => content)
  return { chat, say, [Symbol.asyncDispose]: () => chat.close() }
}

async function eventChat(state = createMemoryState()) {
  const zulip = createZulipAdapter()
  const bot = new Chat({ userName: 'echo', adapters: { zulip }, state, logger: 'silent' })
  const mentioned: Thread[] = []
  bot.onNewMention(async (thread) => {
    mentioned.push(thread)
    await thread.post('Hello.')
  })
  const chat = await testChat(bot, zulip, { by: 'events' })
  await zulip.client.subscriptions.add({ subscriptions: [{ name: place.channel }] })
  const [reply] = await chat.as('iago').say(`@**${chat.botName}** hi`, place)
  return { chat, zulip, mentioned, reply: { id: reply?.id ?? 0 }, [Symbol.asyncDispose]: () => chat.close() }
}

it('is a chat for the matchers, too', async () => {
  await using bot = await eventChat()
  await bot.chat.as('iago').say('Not for the bot.', place)
  expect(matchers.toHaveSaid(bot.chat, 'Hello.', place)).toMatchObject({ pass: true })
  expect(matchers.toHaveReplied(bot.chat)).toMatchObject({ pass: false })
})

it('logs an event that could not be handed to the Chat SDK', async () => {
  const state = createMemoryState()
  const get = state.get.bind(state)
  await using bot = await eventChat(state)
  state.get = async <T>(key: string) => {
    if (key.startsWith('zulip:part:')) throw new Error('The state is gone.')
    return get<T>(key)
  }
  await bot.chat.as('iago').react('tada', bot.reply)
  const errors = bot.chat.log.filter(({ level }) => level === 'error').map(({ fields }) => fields)
  expect(errors).toMatchObject([{ error: { message: 'The state is gone.' } }])
})

it('shows that the bot types where a renamed topic is now', async () => {
  await using bot = await eventChat()
  const { chat, mentioned, zulip } = bot
  const [first] = chat.conversation(place)
  const { realm } = chat.simulator
  callAs(realm, realm.account('iago'), 'messages.edit', {
    ...{ message_id: first?.id, topic: 'bread', propagate_mode: 'change_all' },
  })
  await chat.as('iago').say('Is this still here?', { ...place, topic: 'bread' })
  await zulip.startTyping(mentioned[0]?.id ?? '')
  expect(chat.calls().at(-1)).toMatchObject({ endpoint: 'typing.send', parameters: { topic: 'bread' } })
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

afterEach(() => void vi.useRealTimers())

describe.each(['webhook', 'events'] as const)('a step of testChat by %s', (by) => {
  it('resolves when a handler that waits for real time has posted its last words, and time stands still meanwhile', async () => {
    await using bot = await chatWith(by, async (thread) => {
      const sent = await thread.post('working')
      await pause(150)
      await sent.edit('half')
      await pause(300)
      await sent.edit('done')
    })
    const began = bot.chat.clock.now()
    expect(await bot.say('go')).toEqual(['done'])
    expect(bot.chat.clock.now()).toBe(began)
    // Its lock is free again.
    expect(await bot.say('go on')).toEqual(['done'])
    expect(bot.chat.log.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  it('resolves when a stream that grows in real time has ended', async () => {
    await using bot = await chatWith(by, (thread) =>
      thread.post(
        (async function* () {
          for (const word of ['one ', 'two ', 'three ', 'four']) {
            yield word
            await pause(60)
          }
        })(),
      ),
    )
    expect(await bot.say('go')).toEqual(['one two three four'])
  })

  it('resolves when a handler that calls another server has answered', async () => {
    const server = createServer((_, response) => setTimeout(() => response.end('rye'), 200)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await using bot = await chatWith(by, async (thread) => {
      const menu = await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text()
      await thread.post(`Today: ${menu}`)
    })
    expect(await bot.say('menu')).toEqual(['Today: rye'])
    server.close()
    await once(server, 'close')
  })

  it("waits for timers that Vitest fakes until the test moves them, and for the chat's clock", async () => {
    vi.useFakeTimers()
    const { hear, times } = hearing<string>()
    await using bot = await chatWith(by, async (thread, text) => {
      if (text.endsWith('timer')) await pause(60_000)
      else {
        const rung = new Promise<void>((resolve) => bot.chat.clock.later(60_000, resolve))
        hear('set')
        await rung
      }
      await thread.post('done')
    })
    const byTimer = bot.say('timer')
    await vi.waitFor(() => expect(bot.chat.conversation(place)).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(59_000)
    expect(bot.chat.conversation(place)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await byTimer).toEqual(['done'])
    const byClock = bot.say('clock')
    await times(1)
    await bot.chat.advance('1m')
    expect(await byClock).toEqual(['done'])
  })

  it('fails when the chat is closed, naming the message whose handler has not ended, and aborts its signal', async () => {
    const { hear, times } = hearing<AbortSignal | undefined>()
    const bot = await chatWith(by, (thread) => {
      hear(thread.signal)
      return new Promise(() => {})
    })
    const step = bot.say('wait')
    const [signal] = await times(1)
    const [message] = bot.chat.conversation(place)
    await bot.chat.close()
    await expect(step).rejects.toThrow(
      `The handler of message ${message?.id} ("@**${bot.chat.botName}** wait" of Iago) has not ended after 0.`,
    )
    expect(signal?.aborted).toBe(true)
  })
})
