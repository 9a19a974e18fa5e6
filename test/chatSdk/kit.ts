import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat, type ChatConfig, type StateAdapter } from 'chat'
import { createZulipAdapter, type ZulipAdapterOptions } from '../../src/chatSdk/index.js'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator/index.js'

/** A bot of the Chat SDK, on a simulated server by the adapter's own receiver or listener. */
export interface Connected {
  readonly simulator: Simulator
  readonly zulip: ReturnType<typeof createZulipAdapter>
  readonly chat: Chat
  /** ID of the bot. */
  readonly bot: number
  /** Posts as somebody to a topic of a channel. */
  say(text: string, topic?: string): number
  [Symbol.asyncDispose](): Promise<void>
}

interface ConnectOptions {
  readonly by?: 'webhook' | 'events'
  readonly adapter?: ZulipAdapterOptions
  readonly simulator?: SimulatorOptions
  readonly state?: StateAdapter
  /** A server that runs already. */
  readonly on?: Simulator
  readonly concurrency?: NonNullable<ChatConfig['concurrency']>
  readonly lockScope?: NonNullable<ChatConfig['lockScope']>
  readonly declare?: (chat: Chat) => void
}

export async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const {
    by = 'webhook',
    declare = () => {},
    state = createMemoryState(),
    concurrency = 'drop',
    lockScope = 'thread',
  } = options
  const simulator = options.on ?? createSimulator({ randomSeed: 1, ...options.simulator })
  const name = by === 'webhook' ? 'Echo' : 'Robo'
  if (by === 'events' && options.on === undefined) simulator.addBot({ full_name: name, type: 'generic' })
  const { token, ...credentials } = simulator.credentials(name)
  const zulip = createZulipAdapter({
    ...credentials,
    ...(token !== undefined && { token }),
    fetch: simulator.fetch,
    ...options.adapter,
  })
  const chat = new Chat({ userName: 'bot', adapters: { zulip }, state, concurrency, lockScope, logger: 'silent' })
  declare(chat)
  await chat.initialize()
  if (by === 'webhook') simulator.connect(name, (request) => zulip.handleWebhook(request))
  await zulip.ready
  return {
    simulator,
    zulip,
    chat,
    bot: simulator.realm.account(name).id,
    say: (text, topic = 'orders') => simulator.say('iago', { channel: 'kitchen', topic }, text),
    async [Symbol.asyncDispose]() {
      await chat.shutdown()
      if (options.on === undefined) await simulator.close()
    },
  }
}

/** A promise that a handler resolves. */
export function hearing<T>() {
  const heard: T[] = []
  let wake = () => {}
  return {
    heard,
    hear(value: T) {
      heard.push(value)
      wake()
    },
    /** Resolves when so many were heard. */
    async times(count: number): Promise<T[]> {
      while (heard.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return heard
    },
  }
}

/** The contents of a topic, oldest first. */
export const contents = (simulator: Simulator, topic = 'orders') =>
  simulator.messages({ channel: 'kitchen', topic }).map(({ content }) => content)
