import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Bot, type Context } from 'earshot'
import { memoryQueue } from 'earshot/queue'
import { createReceiver, type Delivery } from 'earshot/receiver'
import { memoryStorage, type Storage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { createWorker } from '../../src/queue/index.js'
import { chatServer, kit, recordingLog } from '../receiver/kit.js'
import { directMessage, echoBot, echoToken } from '../receiver/notifications.js'

/** A receiver with a real bot, by the time of the machine. */
const served = (bot: Bot, options: object = {}) =>
  kit({ binding: { bot }, clock: { now: Date.now, later }, ...options } as never)

function later(milliseconds: number, action: () => void) {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a handler that is run again', () => {
  it('causes no unhandled rejection if it is stopped early and a later step fails', async () => {
    let hasChanged = false
    const rejections: unknown[] = []
    const note = (error: unknown) => rejections.push(error)
    process.on('unhandledRejection', note)
    const bot = new Bot().hears(/.*/, async (ctx) => {
      const failing = async () => {
        await turn()
        throw new Error('The look-up failed')
      }
      if (hasChanged) await Promise.all([ctx.once('a new step', () => 1), failing()])
      return `got ${await ctx.ask('Which bread?')}`
    })
    const { post, receiver } = served(bot)
    expect((await post(directMessage({ id: 1 }))).body).toEqual({ content: 'Which bread?' })
    hasChanged = true
    expect((await post(directMessage({ id: 2, content: 'rye' }))).text).toContain('I was changed')
    await receiver.idle()
    for (let count = 0; count < 5; count += 1) await turn()
    process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
  })

  it("isn't affected by a late send of another handler of the same delivery", async () => {
    let sayLate = () => {}
    const isLate = new Promise<void>((resolve) => {
      sayLate = resolve
    })
    const codes: unknown[] = []
    const sending: Promise<unknown>[] = []
    const bot = new Bot()
    bot.command('one', { description: 'Ask' }, async (ctx) => {
      if (ctx.resumed) {
        sayLate()
        await Promise.all(sending)
      }
      await ctx.ask('One?', { choices: ['yes'] }).catch((error) => ctx.reply(`one is over: ${error.code}`))
    })
    bot.command('two', { description: 'Ask, and send something later' }, async (ctx) => {
      const late = async () => {
        await isLate
        await ctx.send('late').catch((error) => codes.push(error.code))
      }
      sending.push(late())
      await ctx.ask('Two?')
    })
    const { post, receiver, sent } = served(bot)
    await post(directMessage({ id: 1, content: 'one' }))
    await post(directMessage({ id: 2, content: 'two' }))
    await receiver.idle()
    expect(codes).toEqual(['not_sent'])
    expect(sent.map(({ content }) => content)).toEqual(['Two?', 'one is over: replaced'])
  })

  it('logs storage that fails after its question, and never rejects', async () => {
    const storage = memoryStorage()
    let isDown = false
    const failing =
      <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (isDown) throw new Error('The storage is down')
        return method(...args)
      }
    const given: Storage = {
      get: failing(storage.get),
      set: failing(storage.set),
      delete: failing(storage.delete),
      list: failing(storage.list),
      close: storage.close,
    }
    let asked = 0
    const bot = new Bot()
    bot.use(async (_, next) => {
      await next()
      isDown = asked === 2
    })
    bot.onTrigger('custom', async (ctx) => {
      asked += 1
      await ctx.ask(`Question ${asked}`)
    })
    const outcomes: string[] = []
    const handle = async (delivery: Delivery) => {
      await Promise.resolve(bot.handle(delivery)).then(
        () => outcomes.push('handled'),
        (error) => outcomes.push(String(error)),
      )
    }
    const { post, lines } = kit({ handle, storage: given })
    await post({ ...directMessage({ id: 1, content: 'a b c' }), trigger: 'custom' })
    await post({ ...directMessage({ id: 2, content: 'b c d' }), trigger: 'custom' })
    expect(outcomes).toEqual(['handled', 'handled'])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ message: 'The delivery failed' }),
    ])
  })
})

describe('a handler that has finished', () => {
  it('is garbage-collected even if it starts another step later', async () => {
    const contexts: WeakRef<Context>[] = []
    const late: Promise<unknown>[] = []
    const bot = new Bot().onDirectMessage((ctx) => {
      contexts.push(new WeakRef(ctx))
      late.push(turn().then(() => ctx.once('late', () => 1)))
      return 'ok'
    })
    const { post, receiver, lines } = served(bot, { dedupe: { entries: 0 } })
    for (let id = 1; id <= 40; id += 1) await post(directMessage({ id, content: `message ${id}` }))
    await receiver.idle()
    await Promise.allSettled(late.splice(0))
    lines.splice(0)
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await turn()
    collect()
    expect(contexts.filter((one) => one.deref() !== undefined).length).toBeLessThan(4)
    // The bot is still in use.
    expect((await post(directMessage({ id: 41 }))).status).toBe(200)
  })

  it('is aborted if it shuts down its own process', async () => {
    const shutdown = new AbortController()
    const bot = new Bot().onDirectMessage(async (ctx) => {
      shutdown.abort(new Error('bye'))
      await ctx.sleep('1h')
      return 'slept'
    })
    const { post } = served(bot, { signal: shutdown.signal })
    expect((await post(directMessage({ id: 1 }))).text).toContain('I had to stop')
  })
})

describe("replies that aren't awaited", () => {
  it('neither block the response nor crash the process if the bot has no usable client', async () => {
    const handle = async ({ reply }: Delivery) => {
      void reply('a')
      void reply('b')
    }
    const bots = () => ({ bot: { handle }, credentials: echoBot, tokens: [echoToken] })
    const createClient = () => {
      throw new Error('No client')
    }
    const receiver = createReceiver({ bots, createClient, log: recordingLog().log })
    const answer = await receiver.deliver(JSON.stringify(directMessage({ id: 1 })))
    expect(answer).toMatchObject({ status: 200, body: JSON.stringify({ content: 'a' }) })
    await receiver.idle()
  })

  it('are all sent from a queue in order, even if one of them fails', async () => {
    const sent: Record<string, string>[] = []
    const refuse = ({ content }: Record<string, string>) => (content === 'a' ? {} : undefined)
    const handle = async ({ reply }: Delivery) => {
      for (const text of ['a', 'b', 'c']) void reply(text)
    }
    const options = {
      bots: [{ bot: { handle }, credentials: echoBot, tokens: [echoToken] }],
      log: recordingLog().log,
      fetch: chatServer(sent, refuse),
      queue: memoryQueue(),
    }
    const worker = createWorker(options as never)
    const working = worker.start()
    await createReceiver(options as never).deliver(JSON.stringify(directMessage({ id: 1 })))
    await worker.idle()
    await working.stop()
    await options.queue.close()
    expect(sent.map(({ content }) => content)).toEqual(['b', 'c'])
  })
})
