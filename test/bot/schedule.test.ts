import { Bot, Composer, type ScheduleOptions, type Storage } from 'earshot'
import { memoryStorage, StorageError } from 'earshot/storage'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const lunch = { channel: 'general', topic: 'lunch' }
const inRome: ScheduleOptions = { timezone: 'Europe/Rome' }

/** Says in the topic when it was run for. */
const announcing = (phrase: string, options: ScheduleOptions = {}) =>
  new Bot().every(phrase, options, async (ctx) => {
    await ctx.send(lunch, ctx.scheduledAt.toISOString().slice(0, 16))
  })

const contents = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content)

describe('a schedule', () => {
  it('writes to a topic at its times, without having been asked', async () => {
    const chat = await testBot(announcing('weekdays at 9:00', inRome))
    expect(contents(await chat.advance('2d'))).toEqual(['2026-03-02T08:00', '2026-03-03T08:00'])
    expect(chat.conversation(lunch)).toHaveLength(2)
    await chat.close()
  })

  it('writes to people directly, by ID or address', async () => {
    const bot = new Bot().every('every hour', {}, async (ctx) => {
      const { user_id, email } = (await ctx.client.users.getByEmail({ email: 'iago@example.com' })).user
      await ctx.send({ to: user_id }, 'by ID')
      await ctx.send({ to: email }, 'by address')
      await ctx.send({ to: [user_id] }, 'in a list')
    })
    const chat = await testBot(bot)
    expect(contents(await chat.advance('1h'))).toEqual(['by ID', 'by address', 'in a list'])
    await chat.close()
  })

  it('sends a long text as several messages', async () => {
    const ids: (readonly number[])[] = []
    const bot = new Bot().every('every hour', {}, async (ctx) => {
      ids.push((await ctx.send(lunch, 'word '.repeat(3_000))).ids)
    })
    const chat = await testBot(bot)
    const said = await chat.advance('1h')
    expect(said.length).toBeGreaterThan(1)
    expect(ids).toEqual([said.map(({ id }) => id)])
    await chat.close()
  })

  it('has what a handler of messages has, but for the message', async () => {
    const seen: unknown[] = []
    const bot = new Bot().every('every hour', { name: 'hourly' }, async (ctx) => {
      await ctx.storage.set('seen', 'yes')
      seen.push(ctx.name, ctx.clock.now(), ctx.signal.aborted, (await ctx.owner?.users.me({}))?.full_name)
    })
    const storage = memoryStorage()
    const chat = await testBot(bot, { storage, withOwner: true })
    await chat.advance('1h')
    expect(seen).toEqual(['hourly', Date.parse('2026-03-02T06:00:00Z'), false, expect.any(String)])
    expect((await storage.get('seen'))?.value).toBe('yes')
    await chat.close()
  })

  it('runs besides other schedules, each at its own times', async () => {
    const said: string[] = []
    const bot = new Bot()
      .every('every 30 minutes', {}, ({ scheduledAt }) => said.push(`half ${scheduledAt.toISOString().slice(11, 16)}`))
      .every('every hour', {}, ({ scheduledAt }) => said.push(`hour ${scheduledAt.toISOString().slice(11, 16)}`))
      .every('at 6:00', { name: 'morning' }, () => said.push('morning'))
    const chat = await testBot(bot)
    await chat.advance('90m')
    expect(said).toEqual(['half 05:30', 'half 06:00', 'hour 06:00', 'morning', 'half 06:30'])
    await chat.close()
  })

  it('can be declared while the bot runs', async () => {
    const bot = new Bot().onDirectMessage(() => 'hi')
    const chat = await testBot(bot)
    bot.every('every hour', {}, (ctx) => ctx.send(lunch, 'later'))
    expect(contents(await chat.advance('1h'))).toEqual(['later'])
    await chat.close()
  })

  it('comes with commands that a bot takes over', async () => {
    const inner = new Composer().every('every 2 hours', {}, (ctx) => ctx.send(lunch, 'inner'))
    const outer = new Composer({ prefix: 'lunch' })
      .use(inner)
      .every('every hour', {}, (ctx) => ctx.send(lunch, 'outer'))
    const chat = await testBot(new Bot().use(outer))
    expect(contents(await chat.advance('1h')).sort()).toEqual(['inner', 'outer'])
    expect(() => outer.every('every minute', {}, () => {})).toThrow('already in use')
    await chat.close()
  })

  it('is refused a second time, unless it has a name of its own', () => {
    const bot = new Bot().every('every hour', {}, () => {})
    expect(() => bot.every('every hour', {}, () => {})).toThrow("There are two schedules 'every hour'")
    expect(() => bot.use(new Composer().every('every hour', {}, () => {}))).toThrow('There are two schedules')
    bot.every('every hour', { name: 'another' }, () => {})
  })
})

describe('an error in a schedule', () => {
  it('is in the log, goes to those who catch it, and keeps neither the schedule nor others from their times', async () => {
    const caught: string[] = []
    const bot = new Bot()
      .every('every hour', { name: 'bad' }, () => {
        throw new Error('no flour')
      })
      .every('every hour', { name: 'worse' }, () => Promise.reject('no oven'))
      .every('every hour', { name: 'good' }, (ctx) => ctx.send(lunch, 'bread'))
      .catchScheduled(() => {
        throw new Error('nobody listens')
      })
      .catchScheduled(async (error, ctx) => {
        caught.push(`${ctx.name}: ${error instanceof Error ? error.message : error}`)
        await ctx.send(lunch, `${ctx.name} failed`)
      })
    const chat = await testBot(bot)
    const said = contents(await chat.advance('2h'))
    expect(caught.toSorted()).toEqual(['bad: no flour', 'bad: no flour', 'worse: no oven', 'worse: no oven'])
    expect(said.toSorted()).toEqual([...['bad failed', 'bad failed', 'bread', 'bread', 'worse failed', 'worse failed']])
    expect(chat.log.filter(({ message }) => message === 'A schedule failed')).toHaveLength(4)
    expect(chat.log.find(({ message }) => message === 'A schedule failed')).toMatchObject({
      level: 'error',
      fields: { schedule: 'bad', scheduledAt: '2026-03-02T06:00:00.000Z', error: { message: 'no flour' } },
    })
    await chat.close()
  })

  it.each([
    ['a text that is none', { channel: 'general', topic: 'lunch' }, 7],
    ['a channel that is not there', { channel: 'nowhere', topic: 'lunch' }, 'hi'],
    ['a text of which nothing would be seen', { channel: 'general', topic: 'lunch' }, ' '],
    ['people who are not there', { to: [999_999] }, 'hi'],
  ])('is what comes of %s', async (_what, where, text) => {
    const bot = new Bot().every('every hour', {}, (ctx) => ctx.send(where, text as string))
    const chat = await testBot(bot)
    expect(await chat.advance('1h')).toEqual([])
    expect(chat.log.filter(({ message }) => message === 'A schedule failed')).toHaveLength(1)
    await chat.close()
  })

  it('of the storage is in the log, and the time is run when the storage is back', async () => {
    const inner = memoryStorage()
    let isBroken = false
    const storage: Storage = {
      ...inner,
      async get(key) {
        if (isBroken) throw new StorageError('failed', 'The disk is full.')
        return inner.get(key)
      },
    }
    const chat = await testBot(announcing('every hour'), { storage })
    await chat.advance('59m')
    isBroken = true
    expect(await chat.advance('2m')).toEqual([])
    expect(chat.log.some(({ level, message }) => level === 'error' && message.startsWith('Timed work failed'))).toBe(
      true,
    )
    isBroken = false
    expect(contents(await chat.advance('1m'))).toEqual(['2026-03-02T06:00'])
    await chat.close()
  })

  it('of the storage is logged when it begins, once a minute while it lasts, and when it is over', async () => {
    const inner = memoryStorage()
    let isBroken = false
    const broken = async () => {
      throw new StorageError('failed', 'The disk is full.')
    }
    const storage: Storage = { ...inner, get: (key) => (isBroken ? broken() : inner.get(key)) }
    const chat = await testBot(announcing('every hour'), { storage })
    const lines = () =>
      chat.log
        .filter(({ message }) => message.startsWith('Timed work '))
        .map(({ level, message }) => `${level}: ${message}`)
    const trouble = 'error: Timed work failed; it will be retried'
    await chat.advance('59m')
    isBroken = true
    await chat.advance('90s')
    expect(lines()).toEqual([trouble])
    await chat.advance('9m')
    expect(lines()).toEqual(Array.from({ length: 10 }, () => trouble))
    isBroken = false
    await chat.advance('2h')
    expect(lines().slice(10)).toEqual(['info: Timed work succeeds again'])
    isBroken = true
    await chat.advance('1h')
    expect(lines()[11]).toBe(trouble)
    await chat.close()
  })
})

describe('a time at which no process was there', () => {
  /** What the bot says when it comes back. */
  async function missed(phrase: string, options: ScheduleOptions, away: string): Promise<string[]> {
    const chat = await testBot(() => announcing(phrase, options))
    await chat.advance('1h')
    await chat.restart({ bot: new Bot() })
    await chat.advance(away)
    const said = [...(await chat.restart({ bot: announcing(phrase, options) })), ...(await chat.advance('1m'))]
    await chat.close()
    return contents(said)
  }

  it('is run when one comes within five minutes, as a new version does', async () => {
    expect(await missed('every hour', {}, '61m')).toEqual(['2026-03-02T07:00'])
  })

  it('is left out after that', async () => {
    expect(await missed('every hour', {}, '66m')).toEqual([])
  })

  it('is run later where the schedule says so', async () => {
    expect(await missed('every hour', { catchUp: '10m' }, '66m')).toEqual(['2026-03-02T07:00'])
    expect(await missed('every hour', { catchUp: 9 * 60_000 }, '66m')).toEqual(['2026-03-02T07:00'])
  })

  it('is run however late with catchUp: last, the last one of several, once', async () => {
    expect(await missed('at 9:00', { catchUp: 'last' }, '3d 1h')).toEqual(['2026-03-04T09:00'])
  })

  it('is never one from before the schedule was there, or had these times', async () => {
    const chat = await testBot(announcing('at 5:30', { name: 'daily', catchUp: 'last' }))
    expect(await chat.advance('10m')).toEqual([])
    await chat.restart({ bot: announcing('at 5:05', { name: 'daily', catchUp: 'last' }) })
    expect(contents(await chat.advance('1d'))).toEqual(['2026-03-03T05:05'])
    await chat.close()
  })

  it('is forgotten where somebody has written over it, and the next one comes', async () => {
    const storage = memoryStorage()
    const chat = await testBot(announcing('every hour'), { storage })
    await chat.advance('1m')
    const [entry] = await storage.list('schedule/')
    for (const value of [
      '',
      'null',
      '[]',
      '{"rule":"every hour UTC","last":"now"}',
      '{"rule":"every hour UTC","last":1,"running":1}',
    ]) {
      await storage.set(entry?.key ?? '', value)
      await chat.advance('1h')
      expect(await chat.advance('1h')).toHaveLength(1)
    }
    await chat.close()
  })
})
