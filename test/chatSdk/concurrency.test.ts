import { createMemoryState } from '@chat-adapter/state-memory'
import {
  Actions,
  Button,
  Card,
  Chat,
  type ConcurrencyStrategy,
  type Logger,
  type MessageContext,
  type Thread,
} from 'chat'
import { createZulipAdapter } from 'earshot/chat-sdk'
import { testChat } from 'earshot/chat-sdk/testing'
import type { TestChat } from 'earshot/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Client } from '../../src/client/index.js'
import { gate } from '../receiver/kit.js'
import { hearing } from './kit.js'

const ways = ['webhook', 'events'] as const
type Way = (typeof ways)[number]

/** What the Chat SDK makes of `one`, `two` and `three` in one thread, while the first handler runs or the first message waits. */
const expected = {
  drop: { handled: ['one'], streamed: 'first second', stop: 'dropped' },
  queue: { handled: ['one', 'three, skipping two'], streamed: 'first second', stop: 'afterwards' },
  debounce: { handled: ['three, skipping one two'], streamed: 'first second', stop: 'afterwards' },
  burst: { handled: ['three, skipping one two'], streamed: 'first second', stop: 'afterwards' },
  concurrent: { handled: ['one', 'two', 'three'], streamed: 'first', stop: 'at once' },
} satisfies Record<ConcurrencyStrategy, { handled: string[]; streamed: string; stop: string }>

const strategies = Object.keys(expected) as ConcurrencyStrategy[]
const places = { topic: { channel: 'kitchen', topic: 'orders' }, 'direct conversation': { dm: ['Echo'] } }
const table = strategies.flatMap((concurrency) =>
  ways.flatMap((by) => Object.entries(places).map(([place, where]) => ({ concurrency, by, place, where }))),
)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const window = 1_500

/** Lets the times pass in which messages wait for further ones, until something is done. */
async function through<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) await vi.advanceTimersByTimeAsync(100)
  return work
}

/** A bot, and what the Chat SDK has made of messages so far: it handles each, or keeps or drops it. */
async function botWith(concurrency: ConcurrencyStrategy, by: Way, declare: (chat: Chat) => void) {
  const taken = hearing<string>()
  const note = (line: string) => {
    if (/^message-(queued|debouncing|debounce-reset)$|^Message processing error$/.test(line)) taken.hear(line)
  }
  const logger: Logger = { child: () => logger, debug: note, info: note, warn: note, error: note }
  const zulip = createZulipAdapter({ slashCommands: ['/menu'] })
  const state = createMemoryState()
  const bot = new Chat({
    userName: 'echo',
    adapters: { zulip },
    state,
    concurrency: { strategy: concurrency, debounceMs: window },
    logger,
  })
  declare(bot)
  const chat = await testChat(bot, zulip, { by })
  const waits = concurrency === 'debounce' || concurrency === 'burst'
  return {
    chat,
    bot,
    taken,
    /** Ends the time in which the first message waits for further ones. */
    elapse: async () => void (waits && (await vi.advanceTimersByTimeAsync(window))),
  }
}

const described = (text: string, context?: MessageContext) => {
  const skipped = context?.skipped.map((message) => message.text.replace('@Echo ', '')) ?? []
  const own = text.replace('@Echo ', '')
  return skipped.length > 0 ? `${own}, skipping ${skipped.join(' ')}` : own
}

describe.each(table)('$concurrency by $by in a $place', ({ concurrency, by, where }) => {
  it.each(['calls', 'follow-ups'] as const)('makes of three %s in a row what the Chat SDK documents', async (kind) => {
    const { opened, open } = gate()
    const handled: string[] = []
    const handle = async (thread: Thread, message: { text: string }, context?: MessageContext) => {
      if (message.text.endsWith('subscribe')) return thread.subscribe()
      handled.push(described(message.text, context))
      taken.hear('handled')
      await opened
      await thread.post(`Heard ${message.text.split(' ').at(-1)}`)
    }
    const { chat, taken, elapse } = await botWith(concurrency, by, (sdk) => {
      sdk.onNewMention(handle)
      sdk.onSubscribedMessage(handle)
    })
    const mention = 'dm' in where ? '' : `@**${chat.botName}** `
    if (kind === 'follow-ups') {
      const subscribed = chat.as('iago').say(`${mention}subscribe`, where)
      await taken.times(concurrency === 'debounce' || concurrency === 'burst' ? 1 : 0)
      await elapse()
      await through(subscribed)
    }
    const before = taken.heard.length
    const said: Promise<unknown>[] = []
    for (const [at, text] of ['one', 'two', 'three'].entries()) {
      // By events follow-ups come without a mention, too.
      const start = kind === 'calls' || by === 'webhook' ? mention : ''
      said.push(chat.as('iago').say(`${start}${text}`, where))
      await taken.times(before + at + 1)
    }
    await elapse()
    open()
    await through(Promise.all(said))
    expect(handled).toEqual(expected[concurrency].handled)
    const answers = chat.conversation('dm' in where ? { dm: ['iago', 'Echo'] } : where).map(({ content }) => content)
    expect(answers.filter((text) => text.startsWith('Heard'))).toHaveLength(handled.length)
    await chat.close()
  })

  it('stops a streamed answer as soon as the handler of "stop" may run', async () => {
    const { opened, open } = gate()
    const ends = hearing<string>()
    const { chat, bot, taken, elapse } = await botWith(concurrency, by, (sdk) => {
      sdk.onNewMention(async (thread) => {
        await thread.subscribe()
        taken.hear('handled')
        await thread.post(
          (async function* () {
            yield 'first '
            await Promise.race([opened, aborted(thread.signal)])
            yield 'second'
          })(),
        )
        ends.hear('answer')
      })
      sdk.onSubscribedMessage(async (thread) => {
        ends.hear('stop')
        await bot.abortTurn(thread.id)
        taken.hear('handled')
      })
    })
    const mention = 'dm' in where ? '' : `@**${chat.botName}** `
    const going = chat.as('iago').say(`${mention}go`, where)
    await taken.times(1)
    await elapse()
    const messages = () => chat.conversation('dm' in where ? { dm: ['iago', 'Echo'] } : where)
    await vi.waitFor(() => expect(messages().some(({ content }) => content.startsWith('first'))).toBe(true))
    const count = taken.heard.length
    const stopping = chat.as('iago').say(`${mention}stop`, where)
    await taken.times(count + 1)
    open()
    const [[answer]] = await through(Promise.all([going, stopping]))
    const { streamed, stop } = expected[concurrency]
    const newest = messages().find(({ id }) => id === answer?.id)
    expect(newest?.content.trim()).toBe(streamed)
    const order = { dropped: ['answer'], afterwards: ['answer', 'stop'], 'at once': ['stop', 'answer'] }
    expect(ends.heard).toEqual(order[stop as keyof typeof order])
    await chat.close()
  })
})

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
}

describe.each(strategies)('%s', (concurrency) => {
  /** A bot whose handler runs in a thread until something else was heard. */
  async function busy(by: Way, declare: (chat: Chat, hear: (what: string) => void) => void) {
    const { hear, times, heard } = hearing<string>()
    const { chat, taken, elapse } = await botWith(concurrency, by, (sdk) => {
      declare(sdk, hear)
      sdk.onNewMention(async (thread, message) => {
        if (message.text.endsWith('card')) {
          await thread.post(Card({ title: 'Sure?', children: [Actions([Button({ id: 'yes', label: 'Yes' })])] }))
        } else await times(1)
      })
    })
    const say = async (chatting: TestChat, text: string) => {
      const count = taken.heard.length
      const said = chatting.as('iago').say(`@**${chatting.botName}** ${text}`, places.topic)
      if (concurrency === 'debounce' || concurrency === 'burst') await taken.times(count + 1)
      await elapse()
      return { said }
    }
    return { chat, say: (text: string) => say(chat, text), heard }
  }

  it.each(ways)('by %s lets presses and commands through while a handler runs', async (by) => {
    for (const what of ['press', 'command']) {
      const { chat, say, heard } = await busy(by, (sdk, hear) => {
        sdk.onAction('yes', async () => hear('press'))
        sdk.onSlashCommand('/menu', async () => hear('command'))
      })
      await through((await say('card')).said)
      const { said } = await say('go')
      const iago = chat.as('iago')
      const done = what === 'press' ? iago.press('Yes') : iago.say(`@**${chat.botName}** /menu`, places.topic)
      await through(Promise.all([said, done]))
      expect(heard).toEqual([what])
      await chat.close()
    }
  })

  it.each(['reaction', 'edit', 'deletion'] as const)(
    'by events lets a %s through while a handler runs',
    async (what) => {
      const { chat, say, heard } = await busy('events', (sdk, hear) => {
        sdk.onReaction(async () => hear('reaction'))
        sdk.onMessageUpdated(async () => hear('edit'))
        sdk.onMessageDeleted(async () => hear('deletion'))
      })
      const { said } = await say('go')
      if (what === 'reaction') void chat.as('iago').react('+1')
      else if (what === 'edit') void chat.as('iago').edit('gone')
      else {
        const iago = new Client({ ...chat.simulator.credentials('iago'), fetch: chat.simulator.fetch })
        await iago.messages.delete({ message_id: chat.conversation(places.topic)[0]?.id ?? 0 })
      }
      await through(said)
      expect(heard).toEqual([what])
      await chat.close()
    },
  )
})
