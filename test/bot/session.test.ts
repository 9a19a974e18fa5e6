import { Bot, type Handler, type SessionKey, type Storage, session } from 'earshot'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Line, type Said, say } from './fixture.js'

const Basket = z.object({ loaves: z.number().int().min(0) })

const basketOf = (key: SessionKey = 'user', more: object = {}) =>
  session({ name: 'basket', key, schema: Basket, initial: () => ({ loaves: 0 }), ...more })

const broken = (): { loaves: number } => {
  throw new Error('no flour')
}

/** A bot that does one thing with each message. */
const doing = (handler: Handler) => new Bot().hears(/^/, handler)

/** A bot that adds as many loaves as is said, and tells how many there are. */
function baker(basket = basketOf()): Bot {
  return doing(async (ctx) => {
    const { loaves } = await basket.of(ctx).update((old) => ({ loaves: old.loaves + Number(ctx.text) }))
    return String(loaves)
  })
}

async function told(bot: Bot, text: string, said: Said): Promise<string> {
  return (await say(bot, text, said)).replies.join('\n')
}

/** The error that the handler of a message ended with. */
function failure(lines: readonly Line[]): { code?: string; message?: string } | undefined {
  return lines.find(({ message }) => message === 'The handler failed')?.fields.error as { code?: string }
}

describe('a session', () => {
  it('is kept from message to message', async () => {
    const storage = memoryStorage()
    const bot = baker()
    expect(await told(bot, '2', { storage })).toBe('2')
    expect(await told(bot, '3', { storage })).toBe('5')
  })

  it('is kept across bot instances with the same storage', async () => {
    const storage = memoryStorage()
    await say(baker(), '2', { storage })
    expect(await told(baker(), '1', { storage })).toBe('3')
  })

  it('with the key "user" is separate for each sender in all conversations', async () => {
    const storage = memoryStorage()
    const bot = baker()
    await say(bot, '2', { storage, senderId: 8 })
    expect(await told(bot, '1', { storage, senderId: 9 })).toBe('1')
    expect(await told(bot, '1', { storage, senderId: 8, where: 'channel' })).toBe('3')
  })

  it('with the key "topic" is shared by all users of a topic', async () => {
    const storage = memoryStorage()
    const bot = baker(basketOf('topic'))
    await say(bot, '2', { storage, senderId: 8, where: 'channel' })
    expect(await told(bot, '1', { storage, senderId: 9, where: 'channel' })).toBe('3')
    expect((await storage.list('session/')).map(({ key }) => key)).toEqual([
      'session/echo-bot%40example.com/basket/topic/2/lunch',
    ])
  })

  it('with the key "direct" is shared within a direct conversation and separate from others', async () => {
    const storage = memoryStorage()
    const bot = baker(basketOf('direct'))
    await say(bot, '2', { storage, senderId: 8 })
    expect(await told(bot, '1', { storage, senderId: 8 })).toBe('3')
    expect(await told(bot, '1', { storage, senderId: 9 })).toBe('1')
  })

  it('with the key "conversation" works in channels and direct messages', async () => {
    const storage = memoryStorage()
    const bot = baker(basketOf('conversation'))
    await say(bot, '2', { storage, where: 'channel' })
    expect(await told(bot, '1', { storage })).toBe('1')
    expect(await told(bot, '1', { storage, where: 'channel' })).toBe('3')
  })

  it('with a function as key accepts any text as key', async () => {
    const storage = memoryStorage()
    for (const text of ['a/b', 'a', '🥐 %2F', '\ud83e', '']) {
      const bot = baker(basketOf(() => text))
      expect(await told(bot, '1', { storage }), text).toBe('1')
    }
    expect(await storage.list('session/')).toHaveLength(5)
  })

  it.each<[SessionKey, Said['where'], string]>([
    ['topic', 'direct', 'one for each topic of a channel'],
    ['direct', 'channel', 'one for each direct conversation'],
    [() => undefined, 'direct', 'its key is undefined'],
  ])('with the key %s is missing for other messages', async (key, where, reason) => {
    const { lines, replies } = await say(baker(basketOf(key)), '1', { where })
    expect(failure(lines)).toMatchObject({ code: 'no_session_here', message: expect.stringContaining(reason) })
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
  })

  it("expires when it hasn't been written for its duration", async () => {
    const clock = virtualClock()
    const storage = memoryStorage({ clock })
    const bot = baker(basketOf('user', { expiresIn: '1s' }))
    await say(bot, '2', { storage })
    clock.advance(999)
    expect(await told(bot, '1', { storage })).toBe('3')
    clock.advance(999)
    expect(await told(bot, '0', { storage })).toBe('3')
    clock.advance(1_000)
    expect(await told(bot, '1', { storage })).toBe('1')
  })

  it('starts over after clear()', async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    await say(baker(basket), '2', { storage })
    await say(
      doing(async (ctx) => basket.of(ctx).clear()),
      'clear',
      { storage },
    )
    expect(await told(baker(basket), '1', { storage })).toBe('1')
  })

  it("isn't written when it is only read", async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    const bot = doing(async (ctx) => String((await basket.of(ctx).get()).loaves))
    expect(await told(bot, 'look', { storage })).toBe('0')
    expect(await storage.list('')).toEqual([])
  })

  it('is updated in place if the updater changes the value without returning it', async () => {
    const basket = basketOf()
    const bot = doing(async (ctx) => {
      const changed = await basket.of(ctx).update((old) => {
        old.loaves += 7
      })
      return String(changed.loaves)
    })
    expect(await told(bot, 'more', {})).toBe('7')
  })

  it("stores values that aren't JSON through a codec", async () => {
    const storage = memoryStorage()
    const date = z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (value) => value.toISOString(),
    })
    const visit = session({
      name: 'visit',
      key: 'user',
      schema: z.object({ last: date }),
      initial: () => ({ last: new Date(0) }),
    })
    const bot = doing(async (ctx) => {
      const { last } = await visit.of(ctx).get()
      await visit.of(ctx).set({ last: new Date(last.getTime() + 1_000) })
      return last.toISOString()
    })
    expect(await told(bot, 'hello', { storage })).toBe('1970-01-01T00:00:00.000Z')
    expect(await told(bot, 'hello', { storage })).toBe('1970-01-01T00:00:01.000Z')
  })
})

describe('concurrent changes of a session', () => {
  it('lose no update', async () => {
    const storage = memoryStorage()
    const bot = baker()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 30 }), async (amounts) => {
        const before = Number(await told(bot, '0', { storage }))
        await Promise.all(amounts.map((amount) => say(bot, String(amount), { storage })))
        const sum = amounts.reduce((all, amount) => all + amount, 0)
        expect(await told(bot, '0', { storage })).toBe(String(before + sum))
      }),
      { numRuns: 20 },
    )
  })

  it('rerun the updater with the latest value', async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    const seen: number[] = []
    const bot = doing(async (ctx) => {
      await basket.of(ctx).update(async ({ loaves }) => {
        seen.push(loaves)
        if (seen.length === 1) await say(baker(basket), '5', { storage })
        return { loaves: loaves + 1 }
      })
    })
    await say(bot, 'slowly', { storage })
    expect(seen).toEqual([0, 5])
    expect(await told(baker(basket), '0', { storage })).toBe('6')
  })

  it('reject a `set` that is based on an outdated value', async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    const bot = doing(async (ctx) => {
      const { loaves } = await basket.of(ctx).get()
      await say(baker(basket), '5', { storage })
      await basket.of(ctx).set({ loaves: loaves + 1 })
    })
    const { lines } = await say(bot, 'slowly', { storage })
    expect(failure(lines)).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Change it with `update`'),
    })
    expect(await told(baker(basket), '0', { storage })).toBe('5')
  })

  it('accept a `set` without an earlier read', async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    await say(baker(basket), '5', { storage })
    await say(
      doing(async (ctx) => {
        await basket.of(ctx).set({ loaves: 1 })
        await basket.of(ctx).set({ loaves: 2 })
      }),
      'so be it',
      { storage },
    )
    expect(await told(baker(basket), '0', { storage })).toBe('2')
  })

  it('fail with a conflict after 100 attempts', async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    const bot = doing(async (ctx) => {
      await basket.of(ctx).update(async ({ loaves }) => {
        await say(baker(basket), '1', { storage })
        return { loaves }
      })
    })
    const { lines } = await say(bot, 'for ever', { storage })
    expect(failure(lines)).toMatchObject({ code: 'conflict', message: expect.stringContaining('100 times') })
  })

  it('write nothing if the updater throws', async () => {
    const storage = memoryStorage()
    const basket = basketOf()
    const bot = doing(async (ctx) => {
      await basket.of(ctx).update(() => {
        throw new Error('no flour')
      })
    })
    expect(failure((await say(bot, 'more', { storage })).lines)?.message).toBe('no flour')
    expect(await storage.list('')).toEqual([])
  })
})

describe("a stored session that doesn't match its schema", () => {
  /** A storage in which Iago's basket is what an earlier version of the bot, or somebody else, has left there. */
  async function left(text: string): Promise<Storage> {
    const storage = memoryStorage()
    await storage.set('session/echo-bot%40example.com/basket/user/8', text)
    return storage
  }
  const leavings = ['{"bread":3}', '{"loaves":-1}', '{"loaves":"3"}', 'null', '[]', '', 'no JSON', '{"loaves":']

  it.each(leavings)('fails the handler and stays unchanged: %s', async (text) => {
    const storage = await left(text)
    const { lines, replies } = await say(baker(), '1', { storage })
    expect(failure(lines)).toMatchObject({ code: 'unfit', message: expect.stringContaining("session 'basket'") })
    expect(replies).toEqual(['Something went wrong; delivery d-1.'])
    expect((await storage.list('')).map(({ value }) => value)).toEqual([text])
  })

  it.each(leavings)('starts over with a warning if `unfit` is "start anew": %s', async (text) => {
    const storage = await left(text)
    const { lines, replies } = await say(baker(basketOf('user', { unfit: 'start anew' })), '1', { storage })
    expect(replies).toEqual(['1'])
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([
      expect.objectContaining({ message: 'A stored session no longer fits its schema and starts over' }),
    ])
    expect((await storage.list('')).map(({ value }) => value)).toEqual(['{"loaves":1}'])
  })

  it('is migrated and stored in the new form at the next write', async () => {
    const storage = await left('{"bread":3}')
    const migrate = (stored: unknown) => ({ loaves: z.object({ bread: z.number() }).parse(stored).bread })
    expect(await told(baker(basketOf('user', { migrate })), '1', { storage })).toBe('4')
    expect((await storage.list('')).map(({ value }) => value)).toEqual(['{"loaves":4}'])
  })

  it("isn't migrated if it matches", async () => {
    const storage = await left('{"loaves":3}')
    const migrate = () => {
      throw new Error('never called')
    }
    expect(await told(baker(basketOf('user', { migrate })), '1', { storage })).toBe('4')
  })

  it.each([
    ['throws', () => z.never().parse(1), 'migrate failed'],
    ["returns a value that doesn't match", () => ({ loaves: 'many' }), 'loaves: '],
    ['returns nothing', () => undefined, 'expected object'],
  ])('fails the handler when migrate %s', async (_, migrate, problem) => {
    const storage = await left('{"bread":3}')
    const { lines } = await say(baker(basketOf('user', { migrate })), '1', { storage })
    expect(failure(lines)).toMatchObject({ code: 'unfit', message: expect.stringContaining(problem) })
    const anew = basketOf('user', { migrate, unfit: 'start anew' })
    expect(await told(baker(anew), '1', { storage })).toBe('1')
  })
})

describe('a value for a session', () => {
  it.each([
    ['a number below the minimum', { loaves: -1 }],
    ['a text for a number', JSON.parse('{"loaves":"3"}')],
    ['not a number', { loaves: Number.NaN }],
    ['nothing', JSON.parse('null')],
  ])("isn't written if it is %s", async (_, value) => {
    const storage = memoryStorage()
    const basket = basketOf()
    const bot = doing(async (ctx) => basket.of(ctx).set(value))
    expect(failure((await say(bot, 'set', { storage })).lines)).toMatchObject({ code: 'invalid_value' })
    expect(await storage.list('')).toEqual([])
  })

  it("isn't written if JSON can't represent it", async () => {
    const circle: { self: unknown } = { self: undefined }
    circle.self = circle
    for (const value of [new Date(0), new Map([[1, 2]]), 7n, circle]) {
      const loose = session({
        name: 'loose',
        key: 'user',
        schema: z.union([
          z.literal('nothing'),
          z.date(),
          z.map(z.number(), z.number()),
          z.bigint(),
          z.object({ self: z.unknown() }),
        ]),
        initial: () => 'nothing' as const,
      })
      const storage = memoryStorage()
      const { lines } = await say(
        doing(async (ctx) => loose.of(ctx).set(value)),
        'set',
        { storage },
      )
      expect(failure(lines), String(Object.prototype.toString.call(value))).toMatchObject({ code: 'invalid_value' })
      expect(await storage.list('')).toEqual([])
    }
  })
})

describe('a session with an asynchronous schema', () => {
  it('is validated at each use and not in advance', async () => {
    const schema = z.object({ loaves: z.number().refine(async (loaves) => loaves < 100) })
    const bot = baker(session({ name: 'basket', key: 'user', schema, initial: () => ({ loaves: 0 }) }))
    expect(await told(bot, '2', { storage: memoryStorage() })).toBe('2')
    expect(await told(bot, '200', { storage: memoryStorage() })).toContain('Something went wrong')
  })
})

describe('an invalid session', () => {
  it.each([
    ['', 'has to be a word'],
    ['my basket', 'has to be a word'],
    ['7up', 'has to be a word'],
    ['a'.repeat(65), 'has to be a word'],
  ])('is rejected for the name %j', (name, problem) => {
    const make = () => session({ name, key: 'user', schema: Basket, initial: () => ({ loaves: 0 }) })
    expect(make).toThrow(expect.objectContaining({ name: 'BotSetupError', code: 'invalid_session' }))
    expect(make).toThrow(problem)
  })

  it.each([
    ['an unknown key', { key: 'channel' }, "its key is 'channel'"],
    ['no time to live', { expiresIn: 0 }, 'its expiresIn is 0'],
    ['a time that is NaN', { expiresIn: Number.NaN }, 'its expiresIn is NaN'],
    ['a time that is too long', { expiresIn: 1e300 }, 'its expiresIn is 1e+300'],
    ["a time that can't be parsed", { expiresIn: 'a while' }, 'its expiresIn is a while'],
    ['an unknown value of unfit', { unfit: 'ignore' }, "its unfit is 'ignore'"],
    ["an initial value that doesn't match", { initial: () => ({ loaves: -1 }) }, "can't be used"],
    ['an initial value that throws', { initial: broken }, "can't be used"],
    [
      "a schema that can't be encoded",
      { schema: z.string().transform(Number), initial: (): number => 1 },
      "can't be used",
    ],
    ['a schema without JSON', { schema: z.date(), initial: (): Date => new Date(0) }, "can't be used"],
    [
      'an initial value that is undefined',
      { schema: z.undefined(), initial: (): undefined => undefined },
      'it has no JSON',
    ],
  ])('is rejected for %s', (_, more, problem) => {
    expect(() => basketOf('user', more)).toThrow(expect.objectContaining({ code: 'invalid_session' }))
    expect(() => basketOf('user', more)).toThrow(problem)
  })
})

describe('bots that share a storage', () => {
  it('have separate sessions', async () => {
    const storage = memoryStorage()
    await say(baker(), '2', { storage })
    await storage.set('session/whois-bot%40example.com/basket/user/8', '{"loaves":40}')
    expect(await told(baker(), '1', { storage })).toBe('3')
  })
})
