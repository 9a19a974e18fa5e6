import { strict as assert } from 'node:assert'
import { Bot, Composer, type Context, idempotence, RetryError, UserError } from 'earshot'
import { Client } from 'earshot/client'
import { german } from 'earshot/sentences'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TownOptions, town, turns } from './town.js'

const opened = async (options?: TownOptions) => {
  const opened = await town(options)
  onTestFinished(() => opened.close())
  return opened
}

const tryingAgain = "That didn't work yet; I'm trying again."

const reset = () => new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })

/** The network loses what the server answers to messages that are sent, or the messages themselves. */
const losing = (what: 'answers' | 'messages'): Pick<TownOptions, 'through'> => {
  let lost = 0
  return {
    async through(request, send) {
      if (request.method !== 'POST' || !request.url.endsWith('/messages') || lost > 0) return send()
      lost += 1
      if (what === 'answers') await send()
      throw reset()
    },
  }
}

/** With little time, a process dies at one step of so many. */
const every = process.env.EARSHOT_TESTS === 'full' ? 1 : 4

describe('a worker', () => {
  it('runs the handlers of queued deliveries in order and sends their replies', async () => {
    const { start, say, settle, said, dead } = await opened()
    for (const text of ['one', 'two', 'three']) await say(text)
    start(new Bot().onMention((ctx) => `You said ${ctx.text}.`))
    await settle()
    expect(said()).toEqual(['You said one.', 'You said two.', 'You said three.'])
    expect(await dead()).toEqual([])
  })

  it('takes no delivery after its signal aborted', async () => {
    const { start, say } = await opened()
    let runs = 0
    const worker = start(
      new Bot().onMention(async (ctx) => {
        runs += 1
        await ctx.sleep('1h')
      }),
    )
    await say('one')
    await turns()
    worker.abort()
    await turns(200)
    expect(runs).toBe(1)
  })

  it('retries a failed handler with back-off, and delays the rest of the conversation', async () => {
    const { start, say, settle, said, dead, simulator } = await opened()
    const began = simulator.clock.now()
    const times: number[] = []
    const bot = new Bot().onMention((ctx) => {
      if (ctx.text === 'one') times.push(simulator.clock.now() - began)
      if (ctx.text === 'one' && times.length < 4) throw new RetryError('It rained.')
      return `${ctx.text}!`
    })
    bot.catch(() => 'Nobody reads this.')
    for (const text of ['one', 'two']) await say(text)
    start(bot)
    await settle()
    expect(said()).toEqual([tryingAgain, 'one!', 'two!'])
    // Half of 1, 4 and 16 seconds, as chance has it here.
    expect(times).toEqual([0, 500, 2_500, 10_500])
    expect(await dead()).toEqual([])
  })

  it('logs which handler is still running after the time of a webhook', async () => {
    const lines: { fields: object; message: string }[] = []
    const note = (fields: object, message: string) => void lines.push({ fields, message })
    const { start, say, settle, said } = await opened({ log: { debug() {}, info: note, warn: note, error: note } })
    start(
      new Bot().onMention(async (ctx) => {
        await ctx.sleep('20s')
        return 'At last.'
      }),
    )
    await say('one')
    await settle()
    expect(said()).toEqual(['At last.'])
    expect(lines.filter(({ message }) => message.includes('still running'))).toEqual([
      {
        fields: expect.objectContaining({ handler: 'onMention', duration: 8_000, abortsIn: 292_000 }),
        message: expect.any(String),
      },
    ])
  })

  it('sends a message to another topic once across retries', async () => {
    const { start, say, settle, said, dead } = await opened()
    let runs = 0
    start(
      new Bot().onMention(async (ctx) => {
        runs += 1
        await ctx.send({ channel: 'kitchen', topic: 'orders' }, `Run ${runs}`)
        if (runs < 3) throw new RetryError('It rained.')
      }),
    )
    await say('one')
    await settle()
    expect([runs, said('orders'), await dead()]).toEqual([3, ['Run 1'], []])
  })

  it('sends its retry and failure notices in the language of the bot', async () => {
    const { start, say, settle, said } = await opened({ attempts: 3 })
    await say('one')
    start(new Bot({ sentences: german }).onMention(() => Promise.reject(new RetryError('It rained.'))))
    await settle()
    expect(said()).toEqual([
      german.tryingAgain,
      expect.stringMatching(/^Da ist etwas schiefgegangen; Zustellung \S+\.$/),
    ])
  })

  it('notifies the sender after the last attempt and keeps the delivery as a dead letter', async () => {
    const { start, say, settle, said, dead } = await opened({ attempts: 3 })
    let runs = 0
    const message = await say('one')
    start(
      new Bot().onMention(() => {
        runs += 1
        throw new RetryError('It rained.')
      }),
    )
    await settle()
    expect(runs).toBe(3)
    expect(said()).toEqual([tryingAgain, expect.stringMatching(/^Something went wrong; delivery \S+\.$/)])
    expect(await dead()).toEqual([{ reason: 'failed', error: 'RetryError: It rained.', message }])
  })

  it("handles a replayed dead letter as new, but doesn't repeat replies", async () => {
    const { start, say, settle, said, dead, engine, simulator } = await opened({ attempts: 2 })
    let isMended = false
    await say('one')
    start(
      new Bot().onMention(async (ctx) => {
        await ctx.reply('I begin.')
        if (!isMended) throw new RetryError('It rained.')
        return 'I am done.'
      }),
    )
    await settle()
    const replay = async () => {
      const [letter] = await engine.listDead(undefined, 1)
      await engine.replayDead(letter?.entry.id ?? '', simulator.clock.now())
      await settle()
    }
    await replay()
    isMended = true
    await replay()
    const sorry = expect.stringContaining('Something went wrong')
    expect(said()).toEqual(['I begin.', sorry, sorry, 'I am done.'])
    expect(await dead()).toEqual([])
  })

  it("doesn't retry after a UserError, an API error or a usage error", async () => {
    const { start, say, settle, said, dead } = await opened()
    let runs = 0
    const bot = new Bot().onMention(async (ctx) => {
      runs += 1
      if (ctx.text === 'refuse') throw new UserError('No.')
      if (ctx.text === 'ask') await ctx.client.users.get({ user_id: 4_242 })
      await ctx.ask('')
    })
    for (const text of ['refuse', 'ask', 'wrong']) await say(text)
    start(bot)
    await settle()
    expect(runs).toBe(3)
    expect(said()).toEqual([
      'No.',
      expect.stringContaining('Something went'),
      expect.stringContaining('Something went'),
    ])
    expect((await dead()).map(({ reason }) => reason)).toEqual(['failed', 'failed'])
  })

  it.each([
    ['a TypeError', () => Object(undefined).ovens.first],
    ['a RangeError', () => 'rye'.repeat(-1)],
    ['a SyntaxError', () => JSON.parse('<html>')],
    ['a failed assertion', () => assert.equal(1, 2)],
    ['an invalid URL', () => fetch('no address')],
  ])('reports a programming error at once, without a retry: %s', async (_, work) => {
    const { start, say, settle, said, dead, simulator } = await opened()
    let runs = 0
    const bot = new Bot().onMention(async () => {
      runs += 1
      await work()
    })
    bot.catch(() => 'I am broken.')
    const message = await say('one')
    const began = simulator.clock.now()
    start(bot)
    await settle()
    expect([runs, said(), simulator.clock.now() - began]).toEqual([1, ['I am broken.'], 0])
    expect(await dead()).toMatchObject([{ reason: 'failed', message }])
  })

  it.each([
    ['Node', reset()],
    ['Deno', new TypeError('error sending request for url (http://ovens.example/)')],
  ])('retries a handler whose fetch failed with a TypeError in %s', async (_, error) => {
    const { start, say, settle, said, dead } = await opened()
    let runs = 0
    await say('one')
    start(
      new Bot().onMention(() => {
        runs += 1
        if (runs < 2) throw error
        return 'Hello.'
      }),
    )
    await settle()
    expect([runs, said(), await dead()]).toEqual([2, ['Hello.'], []])
  })

  it.each([
    [new TypeError('a mistake'), new RetryError('It rained.'), 1, [expect.stringContaining('Something went wrong')]],
    [new RetryError('It rained.'), new TypeError('a mistake'), 2, ['Here.']],
  ])('goes by the first error if a middleware fails too: %s, then %s', async (first, second, runs, heard) => {
    const { start, say, settle, said, dead } = await opened()
    let attempts = 0
    const bot = new Bot().use(async (_, next) => {
      attempts += 1
      await next()
      if (attempts === 1) throw second
    })
    bot.onMention(() => {
      if (attempts === 1) throw first
      return 'Here.'
    })
    await say('one')
    start(bot)
    await settle()
    expect({ attempts, said: said(), dead: (await dead()).length }).toEqual({
      attempts: runs,
      said: heard,
      dead: 2 - runs,
    })
  })

  it("notifies the sender once of several errors that aren't retryable", async () => {
    const { start, say, settle, said, dead } = await opened()
    const bot = new Bot().use(async (_, next) => {
      await next()
      throw new RangeError('another mistake')
    })
    bot.onMention(() => {
      throw new TypeError('a mistake')
    })
    await say('one')
    start(bot)
    await settle()
    expect(said()).toEqual([expect.stringContaining('Something went wrong')])
    expect(await dead()).toMatchObject([{ reason: 'failed', error: 'TypeError: a mistake' }])
  })

  it('dead-letters a delivery that fails with an object without a string form, and continues', async () => {
    const { start, say, settle, said, dead } = await opened()
    const bot = new Bot().onMention((ctx) => {
      if (ctx.text === 'odd') throw Object.create(null)
      return 'Here.'
    })
    await say('odd', 'elsewhere')
    await say('one')
    start(bot)
    await settle()
    expect(said()).toEqual(['Here.'])
    expect(await dead()).toMatchObject([{ reason: 'failed' }])
  })

  it('continues when its observer throws, and logs that once', async () => {
    const lines: string[] = []
    const fail = () => {
      throw new Error('the observer is broken')
    }
    const watch = { run: fail, call: fail, failed: fail, ended: fail }
    for (const job of [fail, () => watch]) {
      lines.length = 0
      const note = (_: object, message: string) => void lines.push(message)
      const log = { debug() {}, info() {}, warn() {}, error: note }
      const { start, say, settle, said, dead } = await opened({ observer: { job, call: fail }, log })
      start(new Bot().onMention(() => 'Here.'))
      for (const text of ['one', 'two']) await say(text)
      await settle()
      expect({ said: said(), dead: await dead() }).toEqual({ said: ['Here.', 'Here.'], dead: [] })
      expect(lines).toEqual(['An observer failed; further errors are not logged'])
    }
  })

  it("doesn't retry a command with `retry: false`, whatever the error", async () => {
    const { start, say, settle, said, dead } = await opened({
      async through(request, send) {
        if (!(await request.clone().text()).includes('Lost')) return send()
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
      },
    })
    const runs: string[] = []
    const details = { description: 'Pay', retry: false }
    const bot = new Bot()
      .command('pay', details, (ctx) => {
        runs.push(ctx.text)
        throw new RetryError('It rained.')
      })
      .command('reply', details, (ctx) => {
        runs.push(ctx.text)
        void ctx.reply('Lost.')
      })
      .use(
        new Composer({ prefix: 'till' }).command('pay', details, (ctx) => {
          runs.push(ctx.text)
          throw new RetryError('It rained.')
        }),
      )
    bot.catch((_, ctx) => `No: ${ctx.text}`)
    for (const text of ['pay', 'till pay', 'reply']) await say(text)
    start(bot)
    await settle()
    expect(runs).toEqual(['pay', 'till pay', 'reply'])
    expect(said()).toEqual(['No: pay', 'No: till pay'])
    expect((await dead()).map(({ reason }) => reason)).toEqual(['failed', 'failed', 'failed'])
  })

  it("doesn't retry after an error with `retry: false`", async () => {
    class Declined extends Error {
      readonly retry = false
    }
    const { start, say, settle, said, dead } = await opened()
    let runs = 0
    await say('one')
    start(
      new Bot().onMention(() => {
        runs += 1
        throw new Declined('No money.')
      }),
    )
    await settle()
    expect([runs, said()]).toEqual([1, [expect.stringContaining('Something went wrong')]])
    expect(await dead()).toMatchObject([{ reason: 'failed', error: 'Error: No money.' }])
  })

  it.each<[what: string, run: (ctx: Context) => unknown]>([
    ['a call', (ctx) => ctx.client.users.me({}, { singal: ctx.signal } as never)],
    ['the storage', (ctx) => ctx.storage.set('a', 'b', { expiresin: 1 } as never)],
  ])("doesn't retry a handler that misspelled an option of %s", async (_, run) => {
    const { start, say, settle, dead } = await opened()
    let runs = 0
    await say('one')
    start(
      new Bot().onMention(async (ctx) => {
        runs += 1
        await run(ctx)
      }),
    )
    await settle()
    expect(runs).toBe(1)
    expect(await dead()).toMatchObject([{ reason: 'failed', error: expect.stringContaining('Did you mean') }])
  })

  it('sends one retry notice, when the next attempt is 2 seconds away', async () => {
    const { start, say, settle, said, simulator } = await opened()
    const began = simulator.clock.now()
    const heard: [number, string[]][] = []
    await say('one')
    start(
      new Bot().onMention(() => {
        heard.push([simulator.clock.now() - began, said()])
        throw new RetryError('It rained.')
      }),
    )
    await settle()
    expect(heard).toEqual([
      [0, []],
      [500, []],
      [2_500, [tryingAgain]],
      [10_500, [tryingAgain]],
      [42_500, [tryingAgain]],
    ])
    expect(said()).toEqual([tryingAgain, expect.stringContaining('Something went wrong')])
  })

  it('runs a handler that ignores its timeout once and notifies the sender once', async () => {
    const { start, say, settle, said, dead, simulator } = await opened({ handlerTimeout: 1_000, attempts: 3 })
    await say('one')
    let runs = 0
    const signals: AbortSignal[] = []
    const bot = new Bot().onMention((ctx) => {
      runs += 1
      signals.push(ctx.signal)
      return new Promise<string>(() => {})
    })
    start(bot)
    start(bot)
    await settle()
    await simulator.clock.advance(86_400_000)
    await settle()
    expect(runs).toBe(1)
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' })
    expect(said()).toEqual([expect.stringMatching(/^I had to stop before I was done with that; delivery \S+\.$/)])
    expect(await dead()).toMatchObject([{ reason: 'failed', error: expect.stringContaining('TimeoutError') }])
  })

  it("doesn't retry a handler that ended after its timeout, unless its command has `retry: true`", async () => {
    const { start, say, settle, said, dead } = await opened({ handlerTimeout: 1_000 })
    for (const text of ['one', 'again']) await say(text)
    let runs = 0
    const work = async (ctx: Context) => {
      runs += 1
      if (runs < 3) await ctx.sleep('1h')
      return 'Here.'
    }
    start(new Bot().onMention(work).command('again', { description: 'Again', retry: true }, work))
    await settle()
    expect([runs, said()]).toEqual([3, [expect.stringMatching(/^I had to stop before I was done/), 'Here.']])
    expect(await dead()).toMatchObject([{ reason: 'failed', error: expect.stringContaining('TimeoutError') }])
  })

  it.each([
    ['a step that it awaits', async (ctx: Context, step: Promise<never>) => void (await ctx.once('pay', () => step))],
    ['a step that it does not await', async (ctx: Context, step: Promise<never>) => void ctx.once('pay', () => step)],
  ])('dead-letters a handler that hangs in %s as uncertain, and continues the conversation', async (_, hang) => {
    const { start, say, settle, said, dead } = await opened({ handlerTimeout: 1_000 })
    const message = await say('one')
    await say('two')
    const runs: string[] = []
    start(
      new Bot().onMention(async (ctx) => {
        runs.push(ctx.text)
        if (ctx.text === 'two') return 'Two!'
        await hang(ctx, new Promise<never>(() => {}))
        return undefined
      }),
    )
    await settle()
    expect(runs).toEqual(['one', 'two'])
    expect(said()).toEqual([expect.stringContaining("I was interrupted, and can't tell"), 'Two!'])
    expect(await dead()).toMatchObject([{ reason: 'uncertain', message }])
  })

  it('returns a handler that ignores the shutdown only after the grace period', async () => {
    const { start, say, settle, said, dead, simulator } = await opened()
    await say('one')
    let runs = 0
    const hanging = start(
      new Bot().onMention(() => {
        runs += 1
        return new Promise<string>(() => {})
      }),
    )
    await turns()
    hanging.abort()
    start(
      new Bot().onMention(() => {
        runs += 1
        return 'Here.'
      }),
    )
    for (let step = 0; step < 10; step += 1) {
      await simulator.clock.advance(500)
      await turns()
    }
    expect(runs).toBe(1)
    await settle()
    expect([runs, said(), await dead()]).toEqual([2, ['Here.'], []])
  })

  it("sends no retry notice while messages can't be sent", async () => {
    const posted: string[] = []
    const { start, say, settle, said } = await opened({
      async through(request, send) {
        if (request.method === 'POST')
          posted.push(new URLSearchParams(await request.clone().text()).get('content') ?? '')
        if (request.method !== 'POST' || posted.length > 4) return send()
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
      },
    })
    await say('one')
    start(new Bot().onMention(() => 'Hello.'))
    await settle()
    expect(said()).toEqual(['Hello.'])
    expect(new Set(posted)).toEqual(new Set(['Hello.']))
  })

  it("sends at most one retry notice, and doesn't mistake it for a reply if its response is lost", async () => {
    let posts = 0
    let runs = 0
    const { start, say, settle, said, dead } = await opened({
      async through(request, send) {
        if (request.method !== 'POST') return send()
        posts += 1
        if (posts === 1) await send()
        if (posts <= 2) throw reset()
        return send()
      },
    })
    await say('one')
    start(
      new Bot().onMention(() => {
        runs += 1
        if (runs < 4) throw new RetryError('It rained.')
        return 'Hello.'
      }),
    )
    await settle()
    expect([said(), posts]).toEqual([[tryingAgain, 'Hello.'], 3])
    expect(await dead()).toEqual([])
  })

  it("doesn't repeat what a failed attempt has already sent", async () => {
    const { start, say, settle, said } = await opened()
    let runs = 0
    await say('one')
    start(
      new Bot().onMention(async (ctx) => {
        runs += 1
        await ctx.reply('first')
        const { id } = await ctx.send('second')
        if (runs < 3) throw new RetryError('It rained.')
        await ctx.edit(id, 'second, edited')
        return 'third'
      }),
    )
    await settle()
    expect(runs).toBe(3)
    expect(said()).toEqual(['first', 'second, edited', tryingAgain, 'third'])
  })

  it('finds a reply whose response was lost, and continues with its ID', async () => {
    const { start, say, settle, said, dead } = await opened(losing('answers'))
    await say('one')
    start(
      new Bot().onMention(async (ctx) => {
        const { id } = await ctx.send('first')
        await ctx.edit(id, 'first, edited')
        return 'second'
      }),
    )
    await settle()
    expect(said()).toEqual(['first, edited', 'second'])
    expect(await dead()).toEqual([])
  })

  it('resends a lost reply in order, once the first one can no longer arrive', async () => {
    const { start, say, settle, said, dead, simulator } = await opened(losing('messages'))
    await say('one')
    await say('two')
    const began = simulator.clock.now()
    start(
      new Bot().onMention(async (ctx) => {
        await ctx.reply(`${ctx.text}: same`).catch(() => {})
        await ctx.reply(`${ctx.text}: same`).catch(() => {})
      }),
    )
    await settle()
    expect(said()).toEqual(['one: same', 'one: same', 'two: same', 'two: same'])
    expect(await dead()).toEqual([])
    // The call may take 30 seconds, and its effect half as long again.
    expect(simulator.clock.now() - began).toBe(45_000)
  })

  it.each([0, 5])(
    'sends each reply once wherever its process dies, if writing the ledger takes %i turns',
    async (count) => {
      const bot = new Bot().onMention(async (ctx) => {
        await ctx.reply('Hello.')
        await ctx.reply('Hello.')
      })
      let deaths = 0
      // Until it gets through.
      for (let [dieAt, isThrough] = [1, false]; !isThrough; dieAt += every) {
        const { start, say, settle, said, dead, simulator, close } = await town({ beforeNote: () => turns(count) })
        for (const text of ['one', 'two']) await say(text)
        const process = start(bot, dieAt)
        await settle()
        if (process.isDead) deaths += 1
        else isThrough = true
        await simulator.clock.advance(31_000)
        start(bot)
        await settle()
        expect(said(), `died at ${dieAt}`).toEqual(Array(4).fill('Hello.'))
        expect(await dead(), `died at ${dieAt}`).toEqual([])
        await close()
      }
      expect(deaths).toBeGreaterThan(20 / every)
    },
  )

  it('sends a reply once if the server posts it long after the connection broke', async () => {
    let isLate = true
    const { start, say, settle, said, dead, simulator } = await opened({
      async through(request, send) {
        if (request.method !== 'POST' || !isLate) return send()
        isLate = false
        simulator.clock.later(40_000, () => void send())
        throw reset()
      },
    })
    await say('one')
    start(new Bot().onMention(() => 'Slowly.'))
    await settle()
    expect(said()).toEqual(['Slowly.'])
    expect(await dead()).toEqual([])
  })

  it.each([1, 5])('loses no reply while the server restarts, with %i attempts', async (attempts) => {
    let isDown = true
    let posts = 0
    const { start, say, settle, said, dead, simulator } = await opened({
      attempts,
      async through(request, send) {
        if (request.method === 'POST') posts += 1
        // The first reply is posted though its answer is lost; another one is not.
        if (request.method === 'POST' && posts === 1) await send()
        return isDown ? new Response('Bad gateway', { status: 502 }) : send()
      },
    })
    await say('one')
    start(new Bot().onMention((ctx) => ctx.reply(`${ctx.text}!`)))
    simulator.clock.later(20_000, () => {
      isDown = false
    })
    await settle()
    expect(said()).toEqual(['one!'])
    expect(await dead()).toEqual([])
  })

  it('gives up after all attempts on a server that accepts no reply', async () => {
    let posts = 0
    const { start, say, settle, dead } = await opened({
      attempts: 3,
      async through(request, send) {
        if (request.method !== 'POST') return send()
        posts += 1
        return new Response('{}', { status: 503 })
      },
    })
    const message = await say('one')
    start(new Bot().onMention(() => 'Hello.'))
    await settle()
    // Each attempt, and what the sender would have been told.
    expect(posts).toBe(4)
    expect(await dead()).toEqual([{ reason: 'failed', error: 'Error: A reply could not be sent.', message }])
  })

  it('reports uncertainty instead of resending if nobody can tell whether a reply was sent', async () => {
    const { start, settle, dead, simulator } = await opened(losing('messages'))
    // A server that keeps no copies of direct messages for the bot to find.
    simulator.setFeatureLevel(300)
    const message = simulator.say('iago', { to: ['Echo'] }, 'one')
    await simulator.idle()
    start(new Bot().onDirectMessage(() => 'Hello.'))
    await settle()
    expect(simulator.messages({ dm: ['iago', 'Echo'] }).map(({ content }) => content)).toEqual([
      'one',
      expect.stringMatching(/^I was interrupted, and can't tell whether I finished this; delivery \S+\.$/),
    ])
    expect(await dead()).toMatchObject([{ reason: 'uncertain', message }])
  })

  it('reports uncertainty at most once, even if that message may be lost', async () => {
    let posts = 0
    const { start, settle, dead, simulator, engine } = await opened({
      async through(request, send) {
        if (request.method !== 'POST') return send()
        posts += 1
        throw reset()
      },
    })
    simulator.setFeatureLevel(300)
    simulator.say('iago', { to: ['Echo'] }, 'one')
    await simulator.idle()
    // It dies when it has just begun to say so.
    const process = start(new Bot().onDirectMessage(() => 'Hello.'))
    await turns()
    while (posts < 2) {
      await simulator.clock.advance(1_000)
      await turns()
    }
    process.die()
    await simulator.clock.advance(31_000)
    start(new Bot().onDirectMessage(() => 'Hello.'))
    await settle()
    expect(posts).toBe(2)
    expect(await dead()).toMatchObject([{ reason: 'uncertain' }])
    expect(await engine.status(simulator.clock.now())).toMatchObject({ waiting: 0, working: 0 })
  })

  it("doesn't resend a reply if another message of the bot may be that reply", async () => {
    let isLost = true
    const { start, say, settle, said, dead, simulator } = await opened({
      async through(request, send) {
        if (request.method !== 'POST' || !isLost) return send()
        isLost = false
        const changed = (await request.text()).replace('Hello', 'HELLO')
        await simulator.fetch(new Request(request.url, { method: 'POST', headers: request.headers, body: changed }))
        throw reset()
      },
    })
    await say('one')
    start(new Bot().onMention(() => 'Hello.'))
    await settle()
    expect(said()).toEqual(['HELLO.', expect.stringContaining('I was interrupted')])
    expect(await dead()).toMatchObject([{ reason: 'uncertain' }])
  })

  it('finds a reply in a topic that was renamed in the meantime', async () => {
    const { start, say, settle, said, dead, simulator } = await opened({
      ...losing('answers'),
      async through(request, send) {
        if (request.method !== 'POST') return send()
        await send()
        const { id } = simulator.messages({ channel: 'kitchen', topic: 'bread' })[0] ?? { id: 0 }
        const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch, clock: simulator.clock })
        await iago.messages.edit({ message_id: id, topic: 'loaves', propagate_mode: 'change_all' })
        throw reset()
      },
    })
    await say('one')
    start(new Bot().onMention(() => 'Hello.'))
    await settle()
    expect(said('loaves')).toEqual(['Hello.'])
    expect(said()).toEqual([])
    expect(await dead()).toEqual([])
  })

  it('repeats no reply of a conversation when the server restarts in the meantime', async () => {
    let posts = 0
    const { start, say, settle, said, dead } = await opened({
      async through(request, send) {
        if (request.method === 'POST') posts += 1
        return request.method === 'POST' && posts === 2 ? new Response('{}', { status: 503 }) : send()
      },
    })
    start(
      new Bot().onMention(async (ctx) => {
        const size = await ctx.ask('Which size?')
        const { id } = await ctx.send('Let me see.')
        await ctx.edit(id, 'I see.')
        return `${size} it is.`
      }),
    )
    for (const text of ['order', 'large']) {
      await say(text)
      await settle()
    }
    expect(said()).toEqual(['Which size?', 'I see.', 'large it is.'])
    expect(await dead()).toEqual([])
  })

  it("doesn't mistake an earlier reply for the one it looks for", async () => {
    let posts = 0
    const { start, say, settle, said, dead } = await opened({
      async through(request, send) {
        if (request.method === 'POST') posts += 1
        if (request.method === 'POST' && posts === 2) throw reset()
        return send()
      },
    })
    // The reply to the first stands after the second message.
    await say('one')
    await say('two')
    start(new Bot().onMention(() => 'Done.'))
    await settle()
    expect(said()).toEqual(['Done.', 'Done.'])
    expect(posts).toBe(3)
    expect(await dead()).toEqual([])
  })

  it('finds a reply that precedes the reply to an earlier, late delivery', async () => {
    let isLost = true
    const { start, say, settle, said, dead, engine, simulator } = await opened({
      async through(request, send) {
        const response = await send()
        if (request.method !== 'POST' || !isLost) return response
        isLost = false
        process.die()
        throw reset()
      },
    })
    const bot = new Bot().onMention((ctx) => `${ctx.text}!`)
    await say('one')
    const now = simulator.clock.now()
    const [late] = await engine.take(now + 1, now)
    if (late) await engine.settle(late.lease, { kind: 'done' }, { rememberUntil: 0 }, now)
    await say('two')
    const process = start(bot)
    await turns()
    await simulator.clock.advance(31_000)
    if (late) await engine.put(late.entry, { capacity: 10 }, simulator.clock.now())
    start(bot)
    await settle()
    expect(said()).toEqual(['two!', 'one!'])
    expect(await dead()).toEqual([])
  })

  it('resends a reply that was certainly not sent', async () => {
    let refusals = 4
    const { start, say, settle, said, dead } = await opened({
      async through(request, send) {
        if (request.method !== 'POST' || refusals === 0) return send()
        refusals -= 1
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
      },
    })
    await say('one')
    start(
      new Bot().onMention((ctx) => {
        void ctx.reply('Not waited for.')
      }),
    )
    await settle()
    expect(said()).toEqual(['Not waited for.'])
    expect(await dead()).toEqual([])
  })

  it('dead-letters a delivery whose processes keep dying, and notifies its sender', async () => {
    const { start, say, settle, said, dead, simulator } = await opened({ maxCrashes: 2 })
    const message = await say('one')
    let runs = 0
    const deadly = () =>
      new Bot().onMention(() => {
        runs += 1
        return new Promise(() => {})
      })
    // The first two times it might have been something else.
    for (let death = 0; death < 5; death += 1) {
      const process = start(deadly())
      await turns()
      // What has ended a process waits a little.
      await simulator.clock.advance(1_000)
      await turns()
      process.die()
      await simulator.clock.advance(31_000)
    }
    start(deadly())
    await settle()
    expect(runs).toBe(5)
    expect(said()).toEqual([expect.stringContaining('Something went wrong')])
    expect(await dead()).toEqual([
      { reason: 'crashed', error: 'Error: The process that ran its handler ended 3 times.', message },
    ])
  })

  it.each([
    [true, 'Error: The handler of `command report` blocked its process for 45 s; the lease is 30 s. Move long'],
    [
      false,
      'Error: The process that handled it gave no sign of life for longer than the lease of 30 s, at each attempt.',
    ],
  ])('says in the dead letter why its lease was lost at each attempt (blocked: %s)', async (isBlocked, why) => {
    const { start, say, settle, engine, storage, simulator, dead } = await opened()
    const { clock } = simulator
    await say('report')
    let delivery = ''
    for (let attempt = 1; attempt < 6; attempt += 1) {
      const [taken] = await engine.take(clock.now() + 1, clock.now())
      if (!taken) throw new Error('Nothing was taken.')
      delivery = taken.entry.id
      await engine.settle(taken.lease, { kind: 'again', at: 0, error: '' }, { rememberUntil: 0 }, clock.now())
    }
    const deliveries = ['another', isBlocked ? delivery : 'a third']
    const last = { at: 1, blocked: 45_100, handlers: ['command status', 'command report'], deliveries }
    await storage.set('blocked-loop', JSON.stringify(last))
    start(new Bot().onMention(() => 'done'))
    await settle()
    expect(await dead()).toMatchObject([{ reason: 'failed', error: expect.stringContaining(why) }])
  })

  it('reports the number of crashes of a delivery to its observer', async () => {
    const crashes: number[] = []
    const { start, say, settle, simulator } = await opened({
      observer: { job: (job) => void crashes.push(job.crashes) },
    })
    await say('one')
    for (let death = 0; death < 2; death += 1) {
      const process = start(new Bot().onMention(() => new Promise<string>(() => {})))
      await turns()
      process.die()
      await simulator.clock.advance(31_000)
    }
    start(new Bot().onMention(() => 'Here.'))
    await settle()
    expect(crashes).toEqual([0, 1, 2])
  })

  it('lets idempotence pass a delivery again after its process died', async () => {
    const { start, say, settle, said, simulator } = await opened()
    await say('one')
    let dies = true
    const bot = new Bot().use(idempotence()).onMention(() => (dies ? new Promise<string>(() => {}) : 'Hello!'))
    const process = start(bot)
    await turns()
    process.die()
    await simulator.clock.advance(31_000)
    dies = false
    start(bot)
    await settle()
    expect(said()).toEqual(['Hello!'])
  })

  it('abandons a handler that ignores its timeout, and sends nothing more from it', async () => {
    const { start, say, settle, said, dead, simulator } = await opened({ handlerTimeout: 1_000, attempts: 1 })
    await say('one')
    await say('two')
    let finish = () => {}
    start(
      new Bot().onMention(async (ctx) => {
        if (ctx.text === 'two') return 'Two!'
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return 'Late.'
      }),
    )
    await settle()
    finish()
    await turns()
    await simulator.clock.advance(1_000)
    expect(said()).toEqual([expect.stringContaining('I had to stop'), 'Two!'])
    expect(await dead()).toMatchObject([{ reason: 'failed', error: expect.stringContaining('TimeoutError') }])
  })

  it('takes no delivery after stop(), and finishes the current one', async () => {
    const { start, say, settle, said, engine, simulator } = await opened()
    let finish = () => {}
    const bot = new Bot().onMention(async (ctx) => {
      if (ctx.text === 'one') await new Promise<void>((resolve) => (finish = resolve))
      return `${ctx.text}!`
    })
    await say('one')
    await say('two')
    const process = start(bot)
    await turns()
    const stopped = process.stop()
    finish()
    await stopped
    expect(said()).toEqual(['one!'])
    expect((await engine.status(simulator.clock.now())).waiting).toBe(1)
    start(bot)
    await settle()
    expect(said()).toEqual(['one!', 'two!'])
  })

  it('keeps the delivery of an unknown bot and retries it', async () => {
    const { start, settle, dead, engine, simulator } = await opened({ attempts: 2 })
    const entry = { id: 'd', key: 'd', conversation: 'c', message: 1, sender: '7', arrived: 0, notification: '{}' }
    await engine.put({ ...entry, bot: 'nobody@example.com' }, { capacity: 9 }, simulator.clock.now())
    start(new Bot())
    await settle()
    expect(await dead()).toMatchObject([{ reason: 'failed' }])
  })
})
