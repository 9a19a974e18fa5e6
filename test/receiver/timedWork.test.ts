import { Bot, silent } from 'earshot'
import { type BotBinding, createReceiver, type DeliveryHandler, type ReceiverOptions } from 'earshot/receiver'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import type { BotRuntime } from '../../src/receiver/index.js'

const account = (name: string) => ({
  site: 'https://chat.example.com',
  email: `${name}@example.com`,
  apiKey: `${name}-key`.padEnd(16, '-'),
})

const bound = (bot: DeliveryHandler, name = 'Echo'): BotBinding => ({
  bot,
  credentials: account(name),
  tokens: [name.padEnd(16, '-')],
})

const receiverOf = (bots: readonly BotBinding[], options: Partial<ReceiverOptions> = {}) =>
  createReceiver({ bots, log: silent, ...options })

/** A Monday at 5:00. */
const minute = 60_000

describe('receiver.tick', () => {
  it('does what is due, waits for it, and says when the next thing is', async () => {
    const clock = virtualClock()
    const start = clock.now()
    const ran: string[] = []
    const bot = new Bot().every('every 15 minutes', {}, async ({ scheduledAt }) => {
      await new Promise((resolve) => setImmediate(resolve))
      ran.push(scheduledAt.toISOString().slice(11, 16))
    })
    // On such platforms nothing but the storage goes on from one call to the next.
    const storage = memoryStorage({ clock })
    const tick = () => receiverOf([bound(bot)], { clock, storage }).tick()
    expect(await tick()).toBe(start + 15 * minute)
    clock.advance(17 * minute)
    expect(await tick()).toBe(start + 30 * minute)
    expect(await tick()).toBe(start + 30 * minute)
    expect(ran).toEqual(['05:15'])
  })

  it('runs a time once when it is called at the same time in several places', async () => {
    const clock = virtualClock()
    const storage = memoryStorage({ clock })
    let runs = 0
    const bot = new Bot().every('every 15 minutes', {}, () => {
      runs += 1
    })
    const receivers = [0, 1, 2].map(() => receiverOf([bound(bot)], { clock, storage }))
    await Promise.all(receivers.map((receiver) => receiver.tick()))
    clock.advance(15 * minute)
    await Promise.all(receivers.map((receiver) => receiver.tick()))
    expect(runs).toBe(1)
  })

  it('keeps bots apart, and gives the earliest time of all', async () => {
    const clock = virtualClock()
    const ran: string[] = []
    const hourly = new Bot().every('every hour', { name: 'work' }, ({ name }) => ran.push(`hourly ${name}`))
    const daily = new Bot().every('at 6:00', { name: 'work' }, ({ name }) => ran.push(`daily ${name}`))
    const plain: DeliveryHandler = { handle: async () => {} }
    const receiver = receiverOf([bound(hourly), bound(daily, 'Other'), bound(plain, 'Plain')], { clock })
    expect(await receiver.tick()).toBe(clock.now() + 60 * minute)
    clock.advance(60 * minute)
    await receiver.tick()
    expect(ran.toSorted()).toEqual(['daily work', 'hourly work'])
  })

  it('says nothing of the time where nothing is ever due', async () => {
    const plain: DeliveryHandler = { handle: async () => {} }
    expect(await receiverOf([bound(plain)]).tick()).toBeUndefined()
  })
})

describe('receiver.start', () => {
  it('hands each bot what it needs to act, and stops it', async () => {
    const clock = virtualClock()
    const runtimes: BotRuntime[] = []
    let stopped = 0
    const bot: DeliveryHandler = {
      handle: async () => {},
      start(runtime) {
        runtimes.push(runtime)
        return {
          idle: async () => {},
          async stop() {
            stopped += 1
          },
        }
      },
    }
    const shutdown = new AbortController()
    const storage = memoryStorage({ clock })
    const binding: BotBinding = { ...bound(bot), owner: { email: 'iago@example.com', apiKey: 'k'.repeat(32) } }
    const receiver = receiverOf([binding, bound(bot, 'Other')], { clock, storage, signal: shutdown.signal })
    const started = receiver.start()
    expect(runtimes.map(({ email }) => email)).toEqual(['echo@example.com', 'other@example.com'])
    const [first, second] = runtimes
    expect(first).toMatchObject({ clock, storage, owner: { email: 'iago@example.com' } })
    expect(first?.ownEmails).toEqual(new Set(['echo@example.com', 'other@example.com']))
    expect(second?.owner).toBeUndefined()
    shutdown.abort()
    expect(first?.signal.aborted).toBe(true)
    await started.stop()
    expect(stopped).toBe(2)
  })

  it('is waited for by idle while something is under way', async () => {
    const clock = virtualClock()
    let end = () => {}
    const bot = new Bot().every('every hour', {}, async () => {
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
    const receiver = receiverOf([bound(bot)], { clock })
    const started = receiver.start()
    await receiver.idle()
    clock.advance(60 * minute)
    let isIdle = false
    const idle = receiver.idle().then(() => {
      isIdle = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isIdle).toBe(false)
    end()
    await idle
    await started.stop()
    expect(clock.next()).toBeUndefined()
  })
})
