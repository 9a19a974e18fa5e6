import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Bot, type Context, stream } from 'earshot'
import { memoryQueue } from 'earshot/queue'
import { createReceiver, type Delivery, type ReceiverOptions } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { session } from '../../src/bot/index.js'
import { createWorker } from '../../src/queue/index.js'
import { chatServer, recordingLog } from './kit.js'
import { echoBot, echoToken, mention } from './notifications.js'

const loaves = session({ name: 'loaves', key: 'user', schema: z.number(), initial: () => 0 })

const handlers: Readonly<Record<string, (ctx: Context) => unknown>> = {
  'returns a text': () => 'warm',
  'awaits something': async (ctx) => {
    await ctx.sleep(0)
    return 'warm'
  },
  'replies twice': async (ctx) => {
    await ctx.reply('one')
    await ctx.reply('two')
  },
  throws: () => {
    throw new Error('The oven is off')
  },
  'asks for its signal': (ctx) => String(ctx.signal.aborted),
  'uses a session': async (ctx) => loaves.of(ctx).update((before) => before + 1),
  'takes a lock': (ctx) => ctx.lock('till', () => {}),
  'does a step once': (ctx) => ctx.once('order', () => 'ordered'),
  'streams a text': (ctx) =>
    stream(ctx, async function* () {
      yield 'warm'
    }).then(() => undefined),
}

/** A bot that a handler makes up, and the deliveries that reach it. */
function watched(handler: (ctx: Context) => unknown) {
  const bot = new Bot().onMention(handler as never)
  const deliveries: WeakRef<Delivery>[] = []
  const handle = (delivery: Delivery) => {
    deliveries.push(new WeakRef(delivery))
    return bot.handle(delivery)
  }
  return { deliveries, options: optionsFor(handle) }
}

function optionsFor(handle: (delivery: Delivery) => void | Promise<void>): ReceiverOptions {
  const fetch = chatServer([], undefined) as ReceiverOptions['fetch']
  return {
    bots: [{ bot: { handle }, credentials: echoBot, tokens: [echoToken] }],
    log: recordingLog().log,
    ...(fetch && { fetch }),
  }
}

/** How many are still in memory, once nothing uses them. */
async function aliveOf(deliveries: readonly WeakRef<Delivery>[]): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // What was looked at lives until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  return deliveries.filter((one) => one.deref() !== undefined).length
}

describe('a finished delivery is garbage-collected', () => {
  it.each(Object.keys(handlers))('if its handler %s', async (name) => {
    const { deliveries, options } = watched(handlers[name] ?? (() => {}))
    const receiver = createReceiver(options)
    for (let id = 1; id <= 40; id += 1) await receiver.deliver(JSON.stringify(mention({ id })))
    await receiver.idle()
    expect(deliveries).toHaveLength(40)
    // The last ones may still be on the stack.
    expect(await aliveOf(deliveries)).toBeLessThan(4)
  })

  it('if it came from a queue', async () => {
    const { deliveries, options } = watched(() => 'warm')
    const queue = memoryQueue()
    const worker = createWorker({ ...options, queue } as never)
    const working = worker.start()
    const receiver = createReceiver({ ...options, queue })
    for (let id = 1; id <= 40; id += 1) await receiver.deliver(JSON.stringify(mention({ id })))
    await worker.idle()
    expect(deliveries).toHaveLength(40)
    expect(await aliveOf(deliveries)).toBeLessThan(4)
    await working.stop()
    await queue.close()
  })
})
