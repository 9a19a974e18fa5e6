import type { Storage } from 'earshot'
import { serve } from 'earshot/node'
import { ReceiverOptionError } from 'earshot/receiver'
import { memoryStorage, StorageError } from 'earshot/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ground, memory, redis, sqlite } from '../storage/kinds.js'
import { hasRedis } from '../storage/redisServer.js'
import { everythingToHappen, gate, type KitOptions, kit, manualClock } from './kit.js'
import { echoBot, echoToken, mention } from './notifications.js'

const quiet = { response_not_required: true }

/** Processes of the same bot, over one storage unless told otherwise, with one clock. */
function processes(...options: readonly KitOptions[]) {
  const clock = manualClock()
  const storage = memoryStorage({ clock })
  const kits = options.map((one) => kit({ clock, storage, dedupe: { shared: true }, ...one }))
  const [first, second] = kits
  if (!first || !second) throw new Error('Two processes at least.')
  const handled = () => kits.reduce((count, { delivered }) => count + delivered.length, 0)
  return { clock, storage, first, second, handled }
}

/** A storage that works until it is told otherwise. */
function breakable(storage: Storage) {
  let how: 'works' | 'fails' | 'hangs' = 'works'
  const through =
    <Given extends unknown[], Result>(ask: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      if (how === 'hangs') return new Promise(() => {})
      return how === 'fails' ? Promise.reject(new StorageError('failed', 'The network is down.')) : ask(...given)
    }
  const { get, set, delete: remove, list, close } = storage
  return {
    storage: { get: through(get), set: through(set), delete: through(remove), list: through(list), close },
    now(next: typeof how) {
      how = next
    },
  }
}

describe('a delivery that is repeated to another process', () => {
  it('gets the answer that the first had', async () => {
    let count = 0
    const handle: KitOptions['handle'] = ({ reply }) => reply(`answer ${++count}`)
    const { first, second, handled } = processes({ handle }, { handle })
    expect((await first.post()).body).toEqual({ content: 'answer 1' })
    await first.receiver.idle()
    expect((await second.post()).body).toEqual({ content: 'answer 1' })
    expect((await second.post()).body).toEqual({ content: 'answer 1' })
    expect(handled()).toBe(1)
    expect(second.lines.map(({ fields }) => fields.outcome)).toEqual(['repeat', 'repeat'])
  })

  it('waits for the answer of the one that handles it', async () => {
    const { opened, open } = gate()
    const { clock, first, second, handled } = processes(
      {
        handle: async ({ reply }) => {
          await opened
          await reply('warm')
        },
      },
      {},
    )
    const answers = [first.post(), second.post()]
    await clock.advance(6_000)
    open()
    await clock.advance(500)
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual([{ content: 'warm' }, { content: 'warm' }])
    expect(handled()).toBe(1)
    await first.receiver.idle()
    await second.receiver.idle()
  })

  it('says nothing when the answer is not known in time, and the reply is sent once', async () => {
    const { opened, open } = gate()
    const { clock, first, second, handled } = processes(
      {
        handle: async ({ reply }) => {
          await opened
          await reply('warm')
        },
      },
      {},
    )
    const answers = [first.post(), second.post()]
    await clock.advance(8_500)
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual([quiet, quiet])
    open()
    await first.receiver.idle()
    expect(first.sent).toHaveLength(1)
    expect((await second.post()).body).toEqual(quiet)
    expect(handled()).toBe(1)
  })

  it('is handled anew when the first failed and had said nothing', async () => {
    const { first, second, handled } = processes(
      {
        handle: () => {
          throw new Error('the oven is off')
        },
      },
      { handle: ({ reply }) => reply('warm') },
    )
    expect((await first.post()).status).toBe(500)
    await first.receiver.idle()
    expect((await second.post()).body).toEqual({ content: 'warm' })
    expect(handled()).toBe(2)
  })

  it('is handled anew a while after the process of the first died, and not before', async () => {
    const clock = manualClock()
    const storage = memoryStorage({ clock })
    const dying = breakable(storage)
    const { first, second } = processes(
      { clock, storage: dying.storage, handle: () => new Promise(() => {}) },
      { clock, storage, handle: ({ reply }) => reply('warm') },
    )
    void first.post()
    await everythingToHappen()
    dying.now('fails')
    const repeat = second.post()
    await clock.advance(4_000)
    expect(second.delivered).toHaveLength(0)
    await clock.advance(2_000)
    expect((await repeat).body).toEqual({ content: 'warm' })
    expect(second.delivered).toHaveLength(1)
  })

  it('is not handled anew while the first works, however long that takes', async () => {
    const { opened, open } = gate()
    const { clock, first, second, handled } = processes(
      { answerBy: 60_000, handle: () => opened },
      { answerBy: 60_000 },
    )
    const answers = [first.post(), second.post()]
    await clock.advance(50_000)
    expect(handled()).toBe(1)
    open()
    await clock.advance(1_000)
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual([quiet, quiet])
  })

  it('is forgotten after ten minutes', async () => {
    const { clock, first, second, handled } = processes({}, {})
    await first.post()
    await first.receiver.idle()
    await clock.advance(10 * 60_000 + 1)
    await second.post()
    expect(handled()).toBe(2)
  })

  it('is another when its text, its number or its bot is', async () => {
    const { first, second, handled } = processes({}, {})
    await first.post()
    await second.post(mention({ id: 202 }))
    await second.post(mention({ content: 'something else' }))
    expect(handled()).toBe(3)
  })

  it.each(['fails', 'hangs'] as const)('is handled all the same when the storage %s, with a warning', async (how) => {
    const broken = breakable(memoryStorage())
    broken.now(how)
    const { clock, first } = processes({ storage: broken.storage, handle: ({ reply }) => reply('warm') }, {})
    const answer = first.post()
    await clock.advance(2_000)
    expect((await answer).body).toEqual({ content: 'warm' })
    await clock.advance(2_000)
    await first.receiver.idle()
    expect(first.lines.some(({ level }) => level === 'warn')).toBe(true)
  })

  it('is handled twice where nobody asked for more', async () => {
    const { first, second, handled } = processes({ dedupe: {} }, { dedupe: {} })
    await first.post()
    await second.post()
    expect(handled()).toBe(2)
  })

  it('needs a storage to be shared', () => {
    expect(() => kit({ dedupe: { shared: true } })).toThrow(ReceiverOptionError)
  })
})

describe.each(hasRedis ? [memory, sqlite, redis] : [memory, sqlite])('a burst of repeats over $name', ({ start }) => {
  let ground: Ground
  beforeAll(async () => {
    ground = await start()
  })
  afterAll(() => ground.remove())

  it('is handled once, by one of the servers that it reaches', async () => {
    let handled = 0
    const bot = {
      async handle({ reply }: { reply(content: string): Promise<unknown> }) {
        handled += 1
        await everythingToHappen()
        await reply('warm')
      },
    }
    const servers = await Promise.all(
      Array.from({ length: 3 }, async () =>
        serve(bot, {
          port: 0,
          environment: {},
          handleSignals: false,
          credentials: { ...echoBot, token: echoToken },
          storage: await ground.open({}),
          dedupe: { shared: true },
          log: { debug() {}, info() {}, warn() {}, error() {} },
        }),
      ),
    )
    const body = JSON.stringify(mention())
    const headers = { 'content-type': 'application/json' }
    const answers = await Promise.all(
      Array.from({ length: 9 }, async (_, index) => {
        const response = await fetch(servers[index % 3]?.url ?? '', { method: 'POST', body, headers })
        return response.json()
      }),
    )
    expect(answers).toEqual(Array(9).fill({ content: 'warm' }))
    expect(handled).toBe(1)
    await Promise.all(servers.map(({ close }) => close()))
  })
})
