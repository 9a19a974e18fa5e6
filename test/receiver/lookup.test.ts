import { Bot, silent } from 'earshot'
import { type BotBinding, createReceiver, type DeliveryHandler } from 'earshot/receiver'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LookedUpBots } from '../../src/receiver/bots/lookup.js'
import { receiverSettings } from '../../src/receiver/options.js'
import { everythingToHappen, gate, manualClock } from './kit.js'
import { echoBot, mention } from './notifications.js'
import { bindingOf, emailOf, keyOf, organisations, tokenOf } from './organisations.js'

const second = 1_000
const minute = 60 * second

describe('bots that are looked up', () => {
  it('are found by address and token, and not asked for again for a minute', async () => {
    const { add, post, database, clock } = organisations()
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

  it('are added without a restart, and removed', async () => {
    const { add, post, table, clock } = organisations()
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

  it('answer an unknown bot and a wrong token alike, and ask alike', async () => {
    const { add, post, database, clock } = organisations()
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

  it('take another token as soon as it is asked for again, with the same client', async () => {
    const clients: string[] = []
    const { add, post, clock } = organisations({
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

  it('are asked for once, however many deliveries wait', async () => {
    const { add, post, database } = organisations()
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
    ['throws what is no error', async () => Promise.reject('db.internal')],
    ['gives no answer', () => new Promise<never>(() => {})],
  ]
  it.each(failures)('are not acknowledged when their database %s', async (_, through) => {
    const { add, post, database, clock, lines } = organisations()
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

  it('go on for an hour while their database is away, if they were known', async () => {
    const { add, post, database, clock } = organisations()
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
    const { add, post, lines } = organisations({ answerBy: 100 })
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

  it('recognise a repeat, also after they were asked for anew', async () => {
    const { add, clock, receiver } = organisations()
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
      await clock.advance(2 * minute)
    }
    expect(handled).toBe(1)
  })

  it('ignore messages of each other, as far as they are known', async () => {
    const { add, post, receiver } = organisations()
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
    'are not asked for by %j, which is no address',
    async (address) => {
      const { post, database } = organisations()
      expect((await post('bakery', { bot_email: address })).status).toBe(401)
      expect(database.asked).toEqual([])
    },
  )

  it('accept only what was right within the age, and refuse only what was wrong within the other', async () => {
    const action = fc.oneof(
      fc.record({ do: fc.constant('post' as const), name: fc.constantFrom('a', 'b'), token: fc.constantFrom(1, 2) }),
      fc.record({
        do: fc.constant('set' as const),
        name: fc.constantFrom('a', 'b'),
        token: fc.constantFrom(1, 2, undefined),
      }),
      fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 80 }) }),
    )
    const secret = (token: number) => String(token).repeat(32)
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const { add, post, table, clock } = organisations()
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
            const wasRight = hadWithin(step.name, minute, (token) => token === step.token)
            const wasWrong = hadWithin(step.name, 10 * second, (token) => token !== step.token)
            expect(status === 200 ? wasRight : status === 401 && wasWrong).toBe(true)
          }
        }
      }),
    )
  })
})

describe('a lookup of bots', () => {
  it('warns once of a bot that hears nothing by a webhook', async () => {
    const { add, post, lines } = organisations()
    const bot = new Bot().onReaction(() => {})
    for (const name of ['bakery', 'library']) {
      add({ name, bot })
      await post(name)
    }
    expect(lines.filter(({ message }) => message.includes('A webhook brings nothing'))).toHaveLength(1)
  })

  it('is not asked again for an unknown bot for ten seconds', async () => {
    const { post, database, clock } = organisations()
    for (let attempt = 0; attempt < 20; attempt += 1) await post('nobody')
    expect(database.asked).toEqual([emailOf('nobody')])
    await clock.advance(10 * second)
    await post('nobody')
    expect(database.asked).toHaveLength(2)
  })

  it('is asked for ten addresses at once, and holds on to the bots it knows, however many are made up', async () => {
    const { add, post, database } = organisations()
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
    await post('nobody-199')
    await post('nobody-0')
    expect(database.asked).toEqual([])
  })

  it('forgets the bots that were found longest ago when there are too many', async () => {
    const asked: string[] = []
    const find = (email: string) => {
      asked.push(email)
      return bindingOf({ name: email.replace('@example.com', '') })
    }
    const bots = new LookedUpBots(find, receiverSettings({ bots: find, log: silent, clock: manualClock() }), 2)
    for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) expect(await bots.get(emailOf(name))).toBeTypeOf('object')
    expect(asked).toEqual(['a', 'b', 'c', 'a'].map(emailOf))
  })

  it('aborts a lookup that takes too long, and lets others through', async () => {
    const signals: AbortSignal[] = []
    const { opened, open } = gate()
    const bots = async (email: string, signal: AbortSignal) => {
      signals.push(signal)
      if (email !== emailOf('bakery')) await new Promise(() => {})
      await opened
      return bindingOf({ name: 'bakery' })
    }
    const clock = manualClock()
    const receiver = createReceiver({ bots, log: silent, clock })
    const post = (name: string) => {
      const body = JSON.stringify(mention({}, { bot_email: emailOf(name), token: tokenOf(name) }))
      return receiver.request('/', { method: 'POST', body })
    }
    const stuck = Array.from({ length: 12 }, (_, index) => post(`stuck-${index}`))
    await clock.advance(5 * second)
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
    ['a token that is none', { ...bindingOf({ name: 'bakery' }), tokens: [null] }, /has an empty token/],
    ['a short key', bindingOf({ name: 'bakery', apiKey: 'short' }), /fewer than 16 characters/],
    ['no key', { ...bindingOf({ name: 'bakery' }), credentials: { ...echoBot, apiKey: undefined } }, /apiKey/],
    ['another bot', bindingOf({ name: 'library' }), /has the address library@example.com/],
    [
      'a site over plain http',
      { ...bindingOf({ name: 'bakery' }), credentials: { ...echoBot, site: 'http://chat.example.com' } },
      /plain http/,
    ],
    [
      'a bot with a schedule',
      bindingOf({ name: 'bakery', bot: new Bot().every('every hour', {}, () => {}) }),
      /has the schedule 'every hour'.*as a list/,
    ],
  ])('that gives %s is told what is wrong in the log, and nobody else is', async (_, given, problem) => {
    const lines: string[] = []
    const note = ({ error }: { error?: { message: string } }) => void lines.push(error?.message ?? '')
    const receiver = createReceiver({
      bots: () => given as BotBinding,
      log: { debug() {}, info() {}, warn() {}, error: note },
    })
    const body = JSON.stringify(mention({}, { bot_email: emailOf('bakery'), token: tokenOf('bakery') }))
    const response = await receiver.request('/', { method: 'POST', body })
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('bakery')
    expect(lines).toEqual([expect.stringMatching(problem)])
    for (const secret of [keyOf('bakery'), tokenOf('bakery')]) expect(lines.join()).not.toContain(secret)
  })

  it('gives nothing by null as by undefined', async () => {
    const receiver = createReceiver({ bots: () => null, log: silent })
    expect((await receiver.request('/', { method: 'POST', body: JSON.stringify(mention()) })).status).toBe(401)
  })

  it('is asked once a second when it has failed ten times, and not at all about a bot that is wrong', async () => {
    const { post, database, clock, lines } = organisations()
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

  it("can't say for which bots something is due", async () => {
    const { receiver } = organisations()
    await expect(receiver.tick()).rejects.toMatchObject({ code: 'receiver_option', option: 'bots' })
    await receiver.start().stop()
  })
})

describe('bots that can not be had', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['an empty list', () => createReceiver({ bots: [] }), /`bots` is empty\. Give at least one/],
    [
      'nothing',
      () => createReceiver({ bots: undefined as never }),
      /`bots` is not an array\. Give .* or a function: `bots: \(email\) => …`/,
    ],
  ])('%s', (_, make, says) => {
    expect(make).toThrow(
      expect.objectContaining({ code: 'receiver_option', option: 'bots', message: expect.stringMatching(says) }),
    )
  })
})
