import { Bot, silent } from 'earshot'
import { type BotBinding, botsFrom, createReceiver, type DeliveryHandler } from 'earshot/receiver'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everythingToHappen, gate, manualClock } from './kit.js'
import { echoBot, mention } from './notifications.js'
import { bindingOf, emailOf, keyOf, organisations, tokenOf } from './organisations.js'

const second = 1_000
const minute = 60 * second

describe.each(['lookup', 'listing'] as const)('bots from a %s', (kind) => {
  it('are found by address and token, and cached for a minute', async () => {
    const { add, post, database, clock } = organisations(kind)
    add({ name: 'bakery' })
    add({ name: 'library' })
    expect(await post('bakery')).toMatchObject({ status: 200, body: { content: 'Hello!' } })
    expect((await post('BAKERY'.toLowerCase())).status).toBe(200)
    const asked = [...database.asked]
    expect(asked).toHaveLength(1)
    await clock.advance(minute - 1)
    expect((await post('bakery')).status).toBe(200)
    expect(database.asked).toEqual(asked)
    await clock.advance(1)
    expect((await post('bakery')).status).toBe(200)
    expect(database.asked).toHaveLength(2)
    expect((await post('library', { bot_email: 'Library@Example.com' })).status).toBe(200)
  })

  it('are added and removed without a restart', async () => {
    const { add, post, table, clock } = organisations(kind)
    expect((await post('bakery')).status).toBe(401)
    add({ name: 'bakery' })
    expect((await post('bakery')).status).toBe(401)
    await clock.advance(10 * second)
    expect((await post('bakery')).status).toBe(200)
    table.clear()
    expect((await post('bakery')).status).toBe(200)
    await clock.advance(minute)
    expect((await post('bakery')).status).toBe(401)
  })

  it('get the same response and look-ups for an unknown bot and a wrong token', async () => {
    const { add, post, database, clock } = organisations(kind)
    add({ name: 'bakery' })
    for (let round = 0; round < 2; round += 1) {
      database.asked.length = 0
      const wrongToken = await post('bakery', { token: 'x'.repeat(32) })
      const afterToken = database.asked.length
      await clock.advance(10 * second)
      const unknown = await post('nobody')
      expect([wrongToken.status, unknown.status]).toEqual([401, 401])
      expect(unknown.text).toBe(wrongToken.text)
      expect([...unknown.headers]).toEqual([...wrongToken.headers])
      expect([afterToken, database.asked.length]).toEqual([1, 2])
      await clock.advance(10 * second)
    }
  })

  it('use a new token after the next look-up and keep their client', async () => {
    const clients: string[] = []
    const { add, post, clock } = organisations(kind, {
      createClient: ({ email }) => {
        clients.push(email)
        return {} as never
      },
    })
    const bot: DeliveryHandler = { handle: async ({ client, reply }) => void (client && reply('Hello!')) }
    add({ name: 'bakery', bot })
    await post('bakery')
    add({ name: 'bakery', bot, token: 'n'.repeat(32) })
    await clock.advance(10 * second)
    expect((await post('bakery', { token: 'n'.repeat(32) })).status).toBe(200)
    expect((await post('bakery')).status).toBe(401)
    expect(clients).toEqual([emailOf('bakery')])
    // With another key it is another account.
    add({ name: 'bakery', bot, apiKey: 'k'.repeat(32) })
    await clock.advance(minute)
    expect((await post('bakery')).status).toBe(200)
    expect(clients).toHaveLength(2)
  })

  it('are looked up once for many simultaneous deliveries', async () => {
    const { add, post, database } = organisations(kind)
    add({ name: 'bakery' })
    const { opened, open } = gate()
    database.through = async (answer) => opened.then(answer)
    const posted = Array.from({ length: 50 }, () => post('bakery'))
    await everythingToHappen()
    open()
    expect((await Promise.all(posted)).map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(database.asked).toHaveLength(1)
  })

  const failures: [string, () => Promise<never>][] = [
    ['throws', async () => Promise.reject(new Error('no connection to db.internal as earshot'))],
    ['throws a value that is no error', async () => Promise.reject('db.internal')],
    ['never answers', () => new Promise<never>(() => {})],
  ]
  it.each(failures)('answer 503 or close the connection while their database %s', async (_, through) => {
    const { add, post, database, clock, lines } = organisations(kind)
    add({ name: 'bakery' })
    const { through: works } = database
    database.through = through
    const hungUp: string[] = []
    const posted = [post('bakery'), post('library', { env: { hangUp: () => void hungUp.push('library') } })]
    await everythingToHappen()
    await clock.advance(5 * second)
    const [answer, other] = await Promise.all(posted)
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'bots_unavailable' } } })
    expect(JSON.stringify([answer, other])).not.toMatch(/internal|earshot/)
    expect(hungUp).toEqual(['library'])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', message: expect.stringMatching(/can't be (looked up|listed)/), fields: expect.anything() },
    ])
    database.through = works
    await clock.advance(minute)
    expect((await post('bakery')).status).toBe(200)
  })

  it('stay available for an hour while their database fails, if they were cached', async () => {
    const { add, post, database, clock } = organisations(kind)
    add({ name: 'bakery' })
    await post('bakery')
    database.through = () => Promise.reject(new Error('away'))
    await clock.advance(59 * minute)
    expect((await post('bakery')).status).toBe(200)
    expect((await post('bakery', { token: 'x'.repeat(32) })).status).toBe(503)
    expect((await post('library')).status).toBe(503)
    await clock.advance(minute)
    expect((await post('bakery')).status).toBe(503)
  })

  it('keep their secrets out of the log', async () => {
    const { add, post, lines } = organisations(kind, { answerBy: 100 })
    const bot: DeliveryHandler = {
      async handle({ log }) {
        log.warn({ seen: [keyOf('bakery'), { deep: tokenOf('bakery') }] }, `The key is ${keyOf('bakery')}`)
        throw new Error(`refused with ${keyOf('bakery')}`)
      },
    }
    add({ name: 'bakery', bot })
    expect((await post('bakery')).status).toBe(500)
    const ofBot = lines.filter(({ level }) => level !== 'info')
    expect(ofBot.map(({ message }) => message)).toEqual(['The key is ***', 'The handler failed'])
    expect(JSON.stringify(lines, (_, value) => (value instanceof Error ? value.message : value))).not.toMatch(
      /of bakery/,
    )
  })

  it('recognise a repeated delivery after a new look-up', async () => {
    const { add, clock, receiver } = organisations(kind, { limits: { age: '1s' } })
    let handled = 0
    add({
      name: 'bakery',
      bot: {
        async handle() {
          handled += 1
        },
      },
    })
    const body = JSON.stringify(mention({ id: 7 }, { bot_email: emailOf('bakery'), token: tokenOf('bakery') }))
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await receiver.request('/', { method: 'POST', body })).status).toBe(200)
      await clock.advance(2 * second)
    }
    expect(handled).toBe(1)
  })

  it('ignore messages from each other if both are cached', async () => {
    const { add, post, receiver } = organisations(kind)
    add({ name: 'bakery' })
    add({ name: 'library' })
    await post('bakery')
    await post('library')
    const own = mention(
      { id: 900, sender_email: emailOf('library') },
      { bot_email: emailOf('bakery'), token: tokenOf('bakery') },
    )
    const answer = await receiver.request('/', { method: 'POST', body: JSON.stringify(own) })
    expect(await answer.json()).toEqual({ response_not_required: true })
  })

  it.each(['', ' ', 'a b@example.com', 'x'.repeat(321), 'a\0@example.com', 'a\u202e@example.com', 'a\n@example.com'])(
    "aren't looked up by the invalid address %j",
    async (address) => {
      const { post, database } = organisations(kind)
      expect((await post('bakery', { bot_email: address })).status).toBe(401)
      expect(database.asked).toEqual([])
    },
  )

  it('accept only tokens valid within the cache time, and reject only those invalid within the retry time', async () => {
    const action = fc.oneof(
      fc.record({ do: fc.constant('post' as const), name: fc.constantFrom('a', 'b'), token: fc.constantFrom(1, 2) }),
      fc.record({
        do: fc.constant('set' as const),
        name: fc.constantFrom('a', 'b'),
        token: fc.constantFrom(1, 2, undefined),
      }),
      fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
    )
    const secret = (token: number) => String(token).repeat(32)
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const { add, post, table, clock } = organisations(kind, { limits: { age: '30s', unknownAge: '5s' } })
        const changes = new Map<string, { at: number; token: number | undefined }[]>()
        /** Whether the row had such a token at some time of the last so many milliseconds, or never had. */
        const hadWithin = (name: string, age: number, fits: (token: number | undefined) => boolean) => {
          const history = [{ at: 0, token: undefined }, ...(changes.get(name) ?? [])]
          return history.some(({ token }, index) => {
            const until = history[index + 1]?.at ?? Number.POSITIVE_INFINITY
            return fits(token) && until > clock.now() - age
          })
        }
        for (const step of actions) {
          if (step.do === 'wait') await clock.advance(step.seconds * second)
          else if (step.do === 'set') {
            if (step.token === undefined) table.delete(step.name)
            else add({ name: step.name, token: secret(step.token) })
            changes.set(step.name, [...(changes.get(step.name) ?? []), { at: clock.now(), token: step.token }])
          } else {
            const { status } = await post(step.name, { token: secret(step.token) })
            const wasRight = hadWithin(step.name, 30 * second, (token) => token === step.token)
            const wasWrong = hadWithin(step.name, 5 * second, (token) => token !== step.token)
            expect(status === 200 ? wasRight : status === 401 && wasWrong).toBe(true)
          }
        }
      }),
    )
  })
})

describe('a lookup of bots', () => {
  it('caches that a bot is unknown for ten seconds', async () => {
    const { post, database, clock } = organisations('lookup')
    for (let attempt = 0; attempt < 20; attempt += 1) await post('nobody')
    expect(database.asked).toEqual([emailOf('nobody')])
    await clock.advance(10 * second)
    await post('nobody')
    expect(database.asked).toHaveLength(2)
  })

  it('runs at most ten look-ups at once, and keeps cached bots despite a flood of unknown addresses', async () => {
    const { add, post, database } = organisations('lookup', { limits: { entries: 20 } })
    add({ name: 'bakery' })
    await post('bakery')
    let [now, most] = [0, 0]
    database.through = async (answer) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return answer()
    }
    const flood = Array.from({ length: 200 }, (_, index) => post(`nobody-${index}`))
    expect((await post('bakery')).status).toBe(200)
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
    expect(most).toBe(10)
    database.asked.length = 0
    expect((await post('bakery')).status).toBe(200)
    // Those found to be unknown last are remembered, and no more of them.
    await post('nobody-199')
    expect(database.asked).toEqual([])
    await post('nobody-0')
    expect(database.asked).toEqual([emailOf('nobody-0')])
  })

  it('evicts the least recently used bots when the cache is full', async () => {
    const { add, post, database } = organisations('lookup', { limits: { entries: 2 } })
    for (const name of ['a', 'b', 'c']) add({ name })
    for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) expect((await post(name)).status).toBe(200)
    expect(database.asked).toEqual(['a', 'b', 'c', 'a'].map(emailOf))
  })

  it('aborts a look-up that takes too long, and runs others meanwhile', async () => {
    const signals: AbortSignal[] = []
    const { opened, open } = gate()
    const bots = botsFrom(
      async (email, signal) => {
        signals.push(signal)
        if (email !== emailOf('bakery')) await new Promise(() => {})
        await opened
        return bindingOf({ name: 'bakery' })
      },
      { timeout: '2s' },
    )
    const clock = manualClock()
    const receiver = createReceiver({ bots, log: silent, clock })
    const post = (name: string) => {
      const body = JSON.stringify(mention({}, { bot_email: emailOf(name), token: tokenOf(name) }))
      return receiver.request('/', { method: 'POST', body })
    }
    const stuck = Array.from({ length: 12 }, (_, index) => post(`stuck-${index}`))
    await clock.advance(2 * second)
    for (const response of await Promise.all(stuck)) expect(response.status).toBe(503)
    expect(signals.length).toBeGreaterThanOrEqual(10)
    expect(signals.every(({ aborted }) => aborted)).toBe(true)
    await clock.advance(second)
    open()
    expect((await post('bakery')).status).toBe(200)
  })

  it.each<[string, unknown, RegExp]>([
    ['a text', 'bakery', /is not a bot/],
    ['a number', 7, /is not a bot/],
    ['false', false, /is not a bot/],
    ['a list', [bindingOf({ name: 'bakery' })], /is not a bot/],
    ['no credentials', { bot: bindingOf({ name: 'bakery' }).bot }, /credentials` is missing/],
    ['no token', { ...bindingOf({ name: 'bakery' }), tokens: [] }, /tokens` is empty/],
    ['a token that is null', { ...bindingOf({ name: 'bakery' }), tokens: [null] }, /has an empty token/],
    ['a short key', bindingOf({ name: 'bakery', apiKey: 'short' }), /fewer than 16 characters/],
    ['no key', { ...bindingOf({ name: 'bakery' }), credentials: { ...echoBot, apiKey: undefined } }, /apiKey/],
    ['another bot', bindingOf({ name: 'library' }), /has the address library@example.com/],
    [
      'a site over plain HTTP',
      { ...bindingOf({ name: 'bakery' }), credentials: { ...echoBot, site: 'http://chat.example.com' } },
      /plain http/,
    ],
    [
      'a bot with a schedule',
      bindingOf({ name: 'bakery', bot: new Bot().every('every hour', {}, () => {}) }),
      /has the schedule 'every hour'.*async iterable/,
    ],
  ])('that returns %s logs the problem, and the sender gets a 503 without details', async (_, given, problem) => {
    const lines: string[] = []
    const note = ({ error }: { error?: { message: string } }) => void lines.push(error?.message ?? '')
    const receiver = createReceiver({
      bots: botsFrom(() => given as BotBinding),
      log: { debug() {}, info() {}, warn() {}, error: note },
    })
    const body = JSON.stringify(mention({}, { bot_email: emailOf('bakery'), token: tokenOf('bakery') }))
    const response = await receiver.request('/', { method: 'POST', body })
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('bakery')
    expect(lines).toEqual([expect.stringMatching(problem)])
    for (const secret of [keyOf('bakery'), tokenOf('bakery')]) expect(lines.join()).not.toContain(secret)
  })

  it('treats null like undefined', async () => {
    const receiver = createReceiver({ bots: botsFrom(() => null), log: silent })
    expect((await receiver.request('/', { method: 'POST', body: JSON.stringify(mention()) })).status).toBe(401)
  })

  it('is called once a second after ten failures, and not repeated for an invalid bot', async () => {
    const { post, database, clock, lines } = organisations('lookup')
    const { through } = database
    database.through = () => Promise.reject(new Error('away'))
    for (let index = 0; index < 50; index += 1) expect((await post(`nobody-${index}`)).status).toBe(503)
    expect(database.asked).toHaveLength(10)
    await clock.advance(second)
    for (let index = 0; index < 50; index += 1) await post(`nobody-${index}`)
    expect(database.asked).toHaveLength(11)
    const errors = () => lines.filter(({ level }) => level === 'error').length
    expect(errors()).toBe(1)
    database.through = through
    await clock.advance(second)
    expect((await post('nobody')).status).toBe(401)
    expect(lines.at(-2)).toMatchObject({ message: 'The bots can be looked up again', fields: { failures: 11 } })
    database.through = async () => bindingOf({ name: 'somebody' }) as never
    database.asked.length = 0
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await post('library')).status).toBe(503)
    expect([database.asked.length, errors()]).toEqual([1, 2])
  })

  it("doesn't support `tick`, which rejects", async () => {
    const { receiver } = organisations('lookup')
    await expect(receiver.tick()).rejects.toMatchObject({ code: 'receiver_option', option: 'bots' })
    await receiver.start().stop()
  })
})

describe('a listing of bots', () => {
  it('is read at most once in ten seconds, however many unknown bots are addressed', async () => {
    const { post, database, clock } = organisations('listing')
    await Promise.all(Array.from({ length: 200 }, (_, index) => post(`nobody-${index}`)))
    for (let index = 0; index < 50; index += 1) await post(`nobody-${index}`)
    expect(database.asked).toEqual(['all'])
    await clock.advance(10 * second)
    await post('nobody')
    expect(database.asked).toEqual(['all', 'all'])
  })

  it('is read at most once a second while it fails', async () => {
    const { post, database, clock, lines } = organisations('listing')
    database.through = () => Promise.reject(new Error('away'))
    for (let index = 0; index < 50; index += 1) expect((await post(`nobody-${index}`)).status).toBe(503)
    expect(database.asked).toEqual(['all'])
    await clock.advance(second)
    await post('nobody')
    expect(database.asked).toEqual(['all', 'all'])
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  it('skips invalid bots and logs the reason for each', async () => {
    const problems: string[] = []
    const note = ({ error }: { error?: { message: string } }, message: string) =>
      void problems.push(error?.message ?? message)
    const given: unknown[] = [
      undefined,
      bindingOf({ name: 'bakery' }),
      { ...bindingOf({ name: 'library' }), tokens: 'none' },
      bindingOf({ name: 'bakery', token: 'n'.repeat(32) }),
      bindingOf({ name: 'school' }),
    ]
    const bots = botsFrom({
      async *[Symbol.asyncIterator]() {
        for (const one of given) yield one as BotBinding
      },
    })
    const receiver = createReceiver({ bots, log: { debug() {}, info() {}, warn() {}, error: note } })
    const statusOf = async (name: string) => {
      const body = JSON.stringify(mention({}, { bot_email: emailOf(name), token: tokenOf(name) }))
      return (await receiver.request('/', { method: 'POST', body })).status
    }
    expect([await statusOf('bakery'), await statusOf('library'), await statusOf('school')]).toEqual([200, 401, 200])
    expect(problems).toEqual([
      expect.stringContaining('`bots[0].bot` is not a bot'),
      expect.stringContaining('`bots[2].tokens` is not an array'),
      expect.stringContaining('the same address'),
    ])
  })

  it('keeps the previous bots if it fails halfway', async () => {
    const { add, post, database, clock, lines } = organisations('listing')
    add({ name: 'bakery' })
    add({ name: 'library' })
    await post('bakery')
    const { through } = database
    database.through = async (answer) => {
      const [first] = (await through(answer)) as unknown[]
      return (function* () {
        yield first
        throw new Error('cut off')
      })() as never
    }
    await clock.advance(2 * minute)
    expect((await post('library')).status).toBe(200)
    expect(lines.at(-2)).toMatchObject({ level: 'error', fields: { error: { message: 'cut off' } } })
  })

  it('is read again if the previous reading hangs', async () => {
    const { add, post, database, clock } = organisations('listing')
    add({ name: 'bakery' })
    const { through } = database
    const { opened, open } = gate()
    database.through = (answer) => opened.then(answer)
    const first = post('bakery')
    await everythingToHappen()
    await clock.advance(5 * second)
    expect((await first).status).toBe(503)
    database.through = through
    await clock.advance(minute)
    expect((await post('bakery')).status).toBe(200)
    add({ name: 'library' })
    // What comes of it in the end counts no more.
    open()
    await everythingToHappen()
    expect((await post('library')).status).toBe(401)
  })

  it('starts added bots and stops removed ones', async () => {
    const { add, table, receiver, clock } = organisations('listing')
    const running = new Set<string>()
    const bot: DeliveryHandler = {
      handle: async () => {},
      start({ email }) {
        running.add(email)
        return { idle: async () => {}, stop: async () => void running.delete(email) }
      },
    }
    add({ name: 'bakery', bot })
    const started = receiver.start()
    await everythingToHappen()
    expect([...running]).toEqual([emailOf('bakery')])
    add({ name: 'library', bot })
    table.delete('bakery')
    await clock.advance(minute)
    expect([...running]).toEqual([emailOf('library')])
    await started.stop()
    expect([...running]).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it('continues if one of its bots fails to start or stop', async () => {
    const { add, table, receiver, clock, lines } = organisations('listing')
    const fails: DeliveryHandler = {
      handle: async () => {},
      start() {
        throw new Error('no start')
      },
    }
    const stays: DeliveryHandler = {
      handle: async () => {},
      start: () => ({ idle: async () => {}, stop: () => Promise.reject(new Error('no stop')) }),
    }
    add({ name: 'bakery', bot: fails })
    add({ name: 'library', bot: stays })
    const started = receiver.start()
    await everythingToHappen()
    table.clear()
    await clock.advance(minute)
    await started.stop()
    const errors = lines.filter(({ level }) => level === 'error').map(({ message }) => message)
    expect(errors).toEqual(["A bot can't be started", 'A bot failed to stop'])
  })

  it('runs the scheduled work of each of its bots', async () => {
    const { add, receiver, clock, database } = organisations('listing')
    const ran: string[] = []
    const bot = new Bot().every('every 15 minutes', {}, (ctx) => ran.push(ctx.bot.email))
    add({ name: 'bakery', bot })
    expect(await receiver.tick()).toBeGreaterThan(clock.now())
    add({ name: 'library', bot })
    await receiver.tick()
    await clock.advance(15 * minute)
    await receiver.tick()
    expect(ran.toSorted()).toEqual([emailOf('bakery'), emailOf('library')])
    database.through = () => Promise.reject(new Error('away'))
    await expect(receiver.tick()).rejects.toMatchObject({ code: 'bots' })
  })

  it('warns once that a bot has handlers that webhooks never call', async () => {
    const { add, post, lines } = organisations('listing')
    const bot = new Bot().onReaction(() => {})
    for (const name of ['bakery', 'library']) add({ name, bot })
    await post('bakery')
    expect(lines.filter(({ message }) => message.includes('A webhook never calls'))).toHaveLength(1)
  })
})

describe('createReceiver and botsFrom', () => {
  async function* generated() {
    yield bindingOf({ name: 'bakery' })
  }
  it.each<[string, () => unknown, string]>([
    ['a started generator', () => botsFrom(generated()), 'bots'],
    ['a stream', () => botsFrom(new ReadableStream<BotBinding>() as never), 'bots'],
    ['a list', () => botsFrom([] as never), 'bots'],
    ['nothing', () => botsFrom(undefined as never), 'bots'],
    ['an unknown option', () => botsFrom(generated as never, { ages: 1 } as never), 'ages'],
    ['an age of zero', () => botsFrom(() => undefined, { age: 0 }), 'age'],
    ['an unparsable duration', () => botsFrom(() => undefined, { timeout: 'soon' as never }), 'timeout'],
    ['a fractional number of entries', () => botsFrom(() => undefined, { entries: 1.5 }), 'entries'],
    ['a bare function', () => createReceiver({ bots: (() => undefined) as never }), 'bots'],
    ['a bare async iterable', () => createReceiver({ bots: generated() as never }), 'bots'],
  ])('throw for %s', (_, make, option) => {
    expect(make).toThrow(expect.objectContaining({ code: 'receiver_option', option }))
  })
})
