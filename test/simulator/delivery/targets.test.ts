import { Bot } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { createSimulator, type SimulatorOptions } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import type { BotAddress, DeliveryTarget } from '../../../src/simulator/delivery/network.js'
import { kitchens, lunch } from './kitchen.js'

type Answer = Awaited<ReturnType<DeliveryTarget['deliver']>>

const answering = (answer: Answer): DeliveryTarget => ({ deliver: async () => answer })
const saying = (content: unknown) => answering({ status: 200, body: JSON.stringify({ content }) })

describe('a bot with a method `deliver`', () => {
  const open = kitchens()

  it('gets the recorded request body, and its answer is posted', async () => {
    const bodies: string[] = []
    const { simulator, mention } = open(
      {
        async deliver(notification) {
          bodies.push(notification)
          return { status: 200, body: '{"content": "Soup, «again»."}' }
        },
      },
      { showSecrets: true },
    )
    expect(await mention('@**Echo** whät is for lunch?')).toEqual(['Soup, «again».'])
    const [delivery] = simulator.deliveries
    expect(bodies).toEqual([delivery?.request.body])
    expect(delivery?.request.headers['Content-Length']).toBe(String(bodies[0]?.length))
    expect(delivery?.attempts[0]).toMatchObject({
      exchanges: [{ method: 'POST', url: delivery?.request.url, status: 200 }],
      result: { type: 'application/json; charset=utf-8', body: '{"content": "Soup, «again»."}' },
    })
  })

  it('gets U+FFFD for a lone surrogate, as over a socket', async () => {
    const bodies: string[] = []
    const { simulator, mention } = open({
      async deliver(notification) {
        bodies.push(notification)
        return { status: 200, body: '{}' }
      },
    })
    await mention()
    const answer = await simulator.fetch(`${simulator.url}/sim/deliveries/1/resend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ body: '"half of \ud83c"', exact: true }),
    })
    expect(answer.status).toBe(201)
    await simulator.idle()
    expect(bodies[1]).toBe('"half of \ufffd"')
    expect(simulator.deliveries[1]?.request.body).toBe('"half of \ufffd"')
  })

  it('has its delivery retried as after a connection error when it rejects', async () => {
    const { simulator, mention, toOwner } = open({ deliver: () => Promise.reject(new Error('read ECONNRESET')) })
    expect(await mention()).toHaveLength(1)
    expect(simulator.deliveries[0]?.attempts).toHaveLength(4)
    expect(simulator.deliveries[0]?.attempts[0]?.result).toEqual({
      kind: 'connection error',
      reason: 'read ECONNRESET',
    })
    expect(toOwner()).toHaveLength(1)
  })

  it('has its delivery time out when it never resolves', async () => {
    const { simulator } = open({ deliver: () => new Promise(() => {}) }, { assumptions: { deliveryRetries: 0 } })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.advance('10s')
    expect(simulator.deliveries[0]?.attempts[0]?.result).toEqual({ kind: 'timeout' })
  })

  it('fails with an error status, and with too long an answer', async () => {
    const failing = open(answering({ status: 418, body: 'no' }))
    await failing.mention()
    expect(failing.simulator.deliveries[0]).toMatchObject({
      outcome: 'failed',
      attempts: [{ result: { status: 418 } }],
    })
    const long = open(saying('x'.repeat(2_000)), { maxAnswerBytes: 1_000 })
    await long.mention()
    expect(long.simulator.deliveries[0]?.attempts[0]?.result).toMatchObject({ type: 'ResponseTooLarge' })
  })

  it.each([
    ['is answered with 503', { status: 503, type: 'text/plain', body: 'A fault answers 503.' }],
    ['is answered with malformed JSON', { status: 200, body: '{"content": "It begins like JSON,' }],
    ['is answered with only 3 bytes', { kind: 'connection error' }],
    ['loses the answer', { kind: 'connection error' }],
  ])('is affected by a fault as over HTTP: the next delivery %s', async (effect, result) => {
    for (const bot of [saying('Hi.'), () => Response.json({ content: 'Hi.' })]) {
      const { simulator, mention } = open(bot)
      simulator.faults.add(`the next delivery to Echo ${effect}`)
      await mention()
      expect(simulator.deliveries[0]?.attempts[0]?.result).toMatchObject(result)
    }
  })

  it('is probed by a message of the bot to itself', async () => {
    const deliver = async (notification: string) => {
      const { message } = JSON.parse(notification) as { readonly message: { readonly sender_email: string } }
      return message.sender_email === 'echo-bot@example.com' ? { status: 200, body: '{}' } : { status: 500, body: '' }
    }
    const { simulator } = open({ deliver })
    const { id } = simulator.realm.account('echo')
    const answer = await simulator.fetch(`${simulator.url}/sim/bots/${id}/probe`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ answers: true, says: 'It answers.' })
  })

  it('stays connected after a restored checkpoint and in a branch', async () => {
    const { simulator, mention } = open(saying('Here.'))
    simulator.checkpoint('now')
    await mention()
    simulator.restore('now')
    expect(await mention()).toEqual(['Here.'])
    const other = simulator.branch()
    other.say('hamlet', lunch, '@**Echo** and here?')
    await other.idle()
    expect(other.messages(lunch).at(-1)?.content).toBe('Here.')
    await other.close()
  })

  it('is refused by connect() if the method is missing', () => {
    const { simulator } = open(saying('Here.'))
    for (const wrong of [undefined, null, 5, {}, new Bot()]) {
      expect(() => simulator.connect('echo', wrong as never)).toThrow(
        new TypeError('A bot in this process is connected by its receiver, or by a function that answers requests.'),
      )
    }
  })
})

describe('a receiver', () => {
  it('causes the same journal, deliveries and messages whether connected directly or by its fetch', async () => {
    const [direct, overHttp] = await Promise.all([
      conversation((receiver) => receiver),
      conversation((receiver) => receiver.fetch),
    ])
    expect(direct).toEqual(overHttp)
    expect(direct.messages.slice(-4)).toEqual([
      '@**Echo** hi',
      'You said: hi',
      '@**Echo** fail',
      'Something went wrong; delivery the-delivery.',
    ])
  })
})

async function conversation(connect: (receiver: ReturnType<typeof createReceiver>) => BotAddress) {
  const options: SimulatorOptions = {
    clock: 'frozen',
    randomSeed: 1,
    faults: ['the next delivery to Echo is delivered twice'],
  }
  const simulator = createSimulator(options)
  const { token = '', ...credentials } = simulator.credentials('echo')
  const bot = new Bot().onMention((ctx) => {
    if (ctx.text === 'fail') throw new Error('It failed.')
    return `You said: ${ctx.text}`
  })
  const receiver = createReceiver({
    bots: [{ bot, credentials, tokens: [token] }],
    clock: simulator.clock,
    fetch: simulator.fetch,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    newDeliveryId: () => 'the-delivery',
  })
  simulator.connect('echo', connect(receiver))
  for (const text of ['hi', 'fail']) {
    simulator.say('hamlet', lunch, `@**Echo** ${text}`)
    await simulator.idle()
  }
  const messages = simulator.messages(lunch).map(({ content }) => content)
  const result = { messages, deliveries: simulator.deliveries, journal: simulator.journal.text() }
  await simulator.close()
  return result
}
