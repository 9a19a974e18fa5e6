import { createMemoryState } from '@chat-adapter/state-memory'
import { Chat, type ConcurrencyStrategy, type StateAdapter } from 'chat'
import { createZulipAdapter } from 'earshot/chat-sdk'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gate } from '../receiver/kit.js'

// The Chat SDK counts real time.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

/** A server, and processes of one bot that share a state. */
async function organisation(concurrency: ConcurrencyStrategy = 'queue') {
  const simulator = createSimulator({ randomSeed: 1, clock: 'frozen' })
  simulator.addBot({ full_name: 'Robo', type: 'generic' })
  const { token: _, ...credentials } = simulator.credentials('Robo')
  const state = createMemoryState()
  // Each process disconnects from what the others still use.
  state.disconnect = async () => {}
  const never = new Promise<never>(() => {})

  async function start(declare: (chat: Chat) => void) {
    let isDead = false
    const mortal =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (isDead) return never
        const result = await work(...args)
        return isDead ? never : result
      }
    const own: StateAdapter = new Proxy(state, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key)
        return typeof found === 'function' ? mortal(found.bind(target)) : found
      },
    })
    const zulip = createZulipAdapter({
      ...credentials,
      fetch: mortal(simulator.fetch),
      clock: {
        now: () => simulator.clock.now(),
        later: (wait, action, how) => simulator.clock.later(wait, () => isDead || action(), how),
      },
    })
    const chat = new Chat({ userName: 'robo', adapters: { zulip }, state: own, concurrency, logger: 'silent' })
    declare(chat)
    await chat.initialize()
    return {
      chat,
      zulip,
      /** Nothing of it reaches the server, the state or the clock any more. */
      die() {
        isDead = true
      },
    }
  }
  return { simulator, start, say: (text: string, topic: string) => say(simulator, `@**Robo** ${text}`, topic) }
}

const say = (simulator: Simulator, text: string, topic: string) =>
  simulator.say('iago', { channel: 'kitchen', topic }, text)

/** Lets time pass until a condition holds. */
async function until(simulator: Simulator, isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 3_000 && !isSo(); turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (turns % 10 < 9) continue
    await simulator.clock.advance(500)
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(isSo()).toBe(true)
}

/** Time in which anything that is left would happen. */
async function aWhile(simulator: Simulator): Promise<void> {
  const end = simulator.clock.now() + 60_000
  await until(simulator, () => simulator.clock.now() >= end)
}

/** Handles messages, and notes them; slow ones wait for a gate. */
function noting(handled: string[], slow: Promise<unknown>, begun: string[] = []) {
  return (chat: Chat) =>
    chat.onNewMention(async (thread, { text }, context) => {
      const words = [...(context?.skipped ?? []).map((skipped) => skipped.text), text].map((one) => one.slice(6))
      begun.push(words.join(' and '))
      if (text.endsWith('slow')) await slow
      await thread.post(`Heard ${words.join(' and ')}`)
      handled.push(words.join(' and '))
    })
}

describe('a bot by events whose process is killed', () => {
  it('handles again what it was handling and what waited for that, and nothing that had ended', async () => {
    const { simulator, start, say } = await organisation()
    const handled: string[] = []
    const begun: string[] = []
    const first = await start(noting(handled, new Promise(() => {}), begun))
    await first.zulip.ready
    say('quick', 'rye')
    await until(simulator, () => handled.length === 1)
    say('slow', 'spelt')
    await until(simulator, () => begun.includes('slow'))
    say('one', 'spelt')
    say('two', 'spelt')
    say('late', 'rye')
    await until(simulator, () => handled.length === 2)
    first.die()
    const { chat } = await start(noting(handled, Promise.resolve()))
    await until(simulator, () => handled.length === 4)
    await aWhile(simulator)
    expect(handled).toEqual(['quick', 'late', 'slow', 'one and two'])
    await chat.shutdown()
    await simulator.close()
  })
})

describe('a bot by events that is shut down', () => {
  it('keeps the others waiting until its handlers have ended, so that none runs twice', async () => {
    const { simulator, start, say } = await organisation()
    const handled: string[] = []
    const begun: string[] = []
    const { opened, open } = gate()
    const first = await start(noting(handled, opened, begun))
    await first.zulip.ready
    const second = await start(noting(handled, opened, begun))
    say('slow', 'spelt')
    await until(simulator, () => begun.length === 1)
    const ended = first.chat.shutdown()
    say('next', 'rye')
    await until(simulator, () => simulator.clock.now() > 0)
    expect(begun).toEqual(['slow'])
    open()
    await ended
    await until(simulator, () => handled.length === 2)
    await aWhile(simulator)
    expect(handled).toEqual(['slow', 'next'])
    await second.chat.shutdown()
    await simulator.close()
  })

  it('gives up on handlers after 25 seconds, aborts their signals, and handles their messages after the restart', async () => {
    const { simulator, start, say } = await organisation()
    const signals: (AbortSignal | undefined)[] = []
    const first = await start((chat) =>
      chat.onNewMention((thread) => {
        signals.push(thread.signal)
        return new Promise(() => {})
      }),
    )
    await first.zulip.ready
    say('slow', 'spelt')
    await until(simulator, () => signals.length === 1)
    let isDown = false
    void first.chat.shutdown().then(() => {
      isDown = true
    })
    const began = simulator.clock.now()
    await until(simulator, () => isDown)
    expect(simulator.clock.now() - began).toBeGreaterThanOrEqual(25_000)
    expect(signals[0]?.aborted).toBe(true)
    first.die()
    const handled: string[] = []
    const second = await start(noting(handled, Promise.resolve()))
    await until(simulator, () => handled.length === 1)
    expect(handled).toEqual(['slow'])
    await second.chat.shutdown()
    await simulator.close()
  })
})
