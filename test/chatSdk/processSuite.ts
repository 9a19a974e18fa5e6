import { Actions, Button, Card, Chat, type StateAdapter } from 'chat'
import { expect, it } from 'vitest'
import { createZulipAdapter } from '../../src/chatSdk/index.js'
import { createSimulator, type Simulator } from '../../src/simulator/index.js'
import { contents } from './kit.js'

/** A process with the bot, of several with the same state. */
function startProcess(simulator: Simulator, by: 'webhook' | 'events', state: StateAdapter) {
  const { token, ...credentials } = simulator.credentials(by === 'webhook' ? 'Echo' : 'Robo')
  let isDead = false
  const never = new Promise<never>(() => {})
  const zulip = createZulipAdapter({
    ...credentials,
    ...(token !== undefined && { token }),
    slashCommands: ['/menu'],
    fetch: async (...request) => {
      if (isDead) return never
      const response = await simulator.fetch(...request)
      return isDead ? never : response
    },
    clock: {
      now: () => simulator.clock.now(),
      later: (milliseconds, action, how) =>
        simulator.clock.later(milliseconds, () => (isDead ? undefined : action()), how),
    },
  })
  const chat = new Chat({ userName: 'bot', adapters: { zulip }, state, logger: 'silent', concurrency: 'concurrent' })
  chat.onNewMention(async (thread, { text }) => {
    if (text.endsWith('card')) {
      await thread.post(Card({ title: 'Sure?', children: [Actions([Button({ id: 'yes', label: 'Yes' })])] }))
    } else if (text.endsWith('think')) {
      const stopped = new Promise<void>((resolve) => thread.signal?.addEventListener('abort', () => resolve()))
      await thread.post('Thinking')
      await stopped
      await thread.post('Stopped')
    } else await thread.post(`Heard ${text}`)
  })
  chat.onAction(async ({ thread }) => void (await thread?.post('Pressed')))
  chat.onSlashCommand('/menu', async ({ channel }) => void (await channel.post('Rye')))
  return {
    zulip,
    chat,
    /** Nothing of it reaches the server or the clock any more. */
    die() {
      isDead = true
    },
  }
}

export interface States {
  readonly open: () => StateAdapter
  /** Resolves once the states have done what they were asked. */
  settle(): Promise<void>
  close(): Promise<void>
}

export function inDatabase(create: () => StateAdapter, end: () => Promise<void>): States {
  const opened: StateAdapter[] = []
  return {
    open() {
      const state = create()
      opened.push(state)
      return state
    },
    async settle() {
      await nextTurn()
      // A state that isn't connected yet, or no longer, has nothing to do.
      for (const state of opened) await state.get('settled').catch(() => {})
    },
    async close() {
      // A process that died has not disconnected.
      for (const state of opened) await state.disconnect()
      await end()
    },
  }
}

export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const say = (simulator: Simulator, text: string) => simulator.say('iago', { channel: 'kitchen', topic: 'orders' }, text)

/** Moves the clock until a condition holds. */
async function until(simulator: Simulator, states: States, isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 2_000 && !isSo(); turns += 1) {
    await states.settle()
    if (turns % 20 === 19) await simulator.clock.advance(500)
  }
}

/** How two processes share a state. @param isThere Whether the state's server is installed. */
export function shares(create: () => Promise<States>, isThere = true): void {
  it.skipIf(!isThere)('by webhook handle a message, a press and a command once', async () => {
    const shared = await create()
    const simulator = createSimulator({ randomSeed: 1 })
    const two = [1, 2].map(() => startProcess(simulator, 'webhook', shared.open()))
    for (const { chat } of two) await chat.initialize()
    simulator.connect('Echo', async (request) => {
      const body = await request.text()
      const works: Promise<unknown>[] = []
      const answers = two.map(({ zulip }) =>
        zulip.handleWebhook(new Request(request.url, { method: 'POST', body }), {
          waitUntil: (work) => void works.push(work),
        }),
      )
      const [answer = Response.error()] = await Promise.all(answers)
      await Promise.all(works)
      return answer
    })
    for (const text of ['hi', 'card', 'yes', '/menu']) {
      say(simulator, `@**Echo** ${text}`)
      await simulator.idle()
    }
    const answers = contents(simulator).filter((content) => !content.startsWith('@'))
    expect(answers.map((answer) => answer.split('\n')[0])).toEqual([
      'Heard @Echo hi',
      '**Sure?**',
      'Sure?',
      'Pressed',
      'Rye',
    ])
    await Promise.all(two.map(({ chat }) => chat.shutdown()))
    await simulator.close()
    await shared.close()
  })

  it.skipIf(!isThere)('by webhook: one stops an answer that another process writes', async () => {
    const shared = await create()
    const simulator = createSimulator({ randomSeed: 1 })
    const [first, second] = [1, 2].map(() => startProcess(simulator, 'webhook', shared.open()))
    if (first === undefined || second === undefined) throw new Error('There are no two processes.')
    await Promise.all([first.chat.initialize(), second.chat.initialize()])
    const works: Promise<unknown>[] = []
    simulator.connect('Echo', (request) =>
      first.zulip.handleWebhook(request, { waitUntil: (work) => void works.push(work) }),
    )
    say(simulator, '@**Echo** think')
    await until(simulator, shared, () => contents(simulator).includes('Thinking'))
    const channelId = simulator.realm.channel('kitchen').id
    await second.chat.abortTurn(second.zulip.encodeThreadId({ kind: 'topic', channelId, topic: 'orders' }))
    await Promise.all(works)
    expect(contents(simulator).at(-1)).toBe('Stopped')
    await Promise.all([first.chat.shutdown(), second.chat.shutdown()])
    await simulator.close()
    await shared.close()
  })

  it.skipIf(!isThere).each(['is shut down', 'dies'] as const)(
    'by events take turns: when the one that listens %s, the other goes on, and nothing is lost or answered twice',
    async (how) => {
      const shared = await create()
      const simulator = createSimulator({ randomSeed: 1, clock: 'frozen' })
      simulator.addBot({ full_name: 'Robo', type: 'generic' })
      const heard = () => contents(simulator).filter((content) => content.startsWith('Heard'))
      const first = startProcess(simulator, 'events', shared.open())
      await first.chat.initialize()
      await first.zulip.ready
      const second = startProcess(simulator, 'events', shared.open())
      await second.chat.initialize()
      say(simulator, '@**Robo** 1')
      await until(simulator, shared, () => heard().length === 1)
      if (how === 'dies') first.die()
      else await first.chat.shutdown()
      say(simulator, '@**Robo** 2')
      await until(simulator, shared, () => heard().length === 2)
      await second.zulip.ready
      say(simulator, '@**Robo** 3')
      await until(simulator, shared, () => heard().length === 3)
      await until(simulator, shared, () => heard().length > 3)
      expect(heard()).toEqual(['Heard @Robo 1', 'Heard @Robo 2', 'Heard @Robo 3'])
      await second.chat.shutdown()
      await simulator.close()
      await shared.close()
    },
  )
}
