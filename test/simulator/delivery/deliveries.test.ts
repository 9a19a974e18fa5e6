import { describe, expect, it, vi } from 'vitest'
import { inTurn, kitchens, lunch, quiet, says } from './kitchen.js'

describe('a delivery', () => {
  const open = kitchens()

  it('posts the notification, and sends the reply to the conversation of the message', async () => {
    const requests: Request[] = []
    const kitchen = open(async (request) => {
      requests.push(request.clone())
      return Response.json({ content: 'Soup again.' })
    })
    expect(await kitchen.mention('@**Echo** what is for lunch?')).toEqual(['Soup again.'])
    const [request] = requests
    expect(request?.method).toBe('POST')
    expect(request?.headers.get('user-agent')).toBe('ZulipOutgoingWebhook/12.0')
    expect(request?.headers.get('content-type')).toBe('application/json')
    const { token } = kitchen.simulator.credentials('echo')
    expect(await request?.json()).toMatchObject({
      bot_email: 'echo-bot@example.com',
      bot_full_name: 'Echo',
      data: '@**Echo** what is for lunch?',
      trigger: 'mention',
      token,
      message: { type: 'stream', display_recipient: 'kitchen', subject: 'lunch', sender_id: 10 },
    })
    const reply = kitchen.simulator.messages(lunch).at(-1)
    expect(reply).toMatchObject({ sender_full_name: 'Echo', client: 'OutgoingWebhookResponse', content: 'Soup again.' })
    expect(kitchen.toOwner()).toEqual([])
  })

  it('fails without affecting the next one when a journal subscriber throws', async () => {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: vi.fn() }
    const { simulator, mention } = open(says('Here I am.'), { log })
    let fails = true
    simulator.journal.subscribe(({ kind }) => {
      if (kind !== 'delivery' || !fails || simulator.deliveries[0]?.attempts.length !== 1) return
      fails = false
      throw new Error('The watcher broke.')
    })
    await mention()
    expect(fails).toBe(false)
    expect(log.error).toHaveBeenCalledOnce()
    await mention()
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['failed', 'replied'])
  })

  it('sends the reply to a direct message to everybody in the conversation', async () => {
    const { simulator } = open(says('Here I am.'))
    simulator.say('hamlet', { to: ['echo', 'cordelia'] }, 'are you there?')
    await simulator.idle()
    const messages = simulator.messages({ dm: ['hamlet', 'cordelia', 'echo'] })
    expect(messages.map(({ content }) => content)).toEqual(['are you there?', 'Here I am.'])
    expect(simulator.deliveries[0]?.trigger).toBe('direct_message')
  })

  it('is recorded without the token unless secrets are shown', async () => {
    for (const showSecrets of [false, true]) {
      const echoed: string[] = []
      const { simulator, mention } = open(
        async (request) => {
          const { token } = (await request.json()) as { token: string }
          echoed.push(token)
          return Response.json({ response_not_required: true, token })
        },
        { showSecrets },
      )
      await mention()
      const [token = ''] = echoed
      expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
      const [record] = simulator.deliveries
      expect(record).toMatchObject({
        id: 1,
        bot: { user_id: 20, email: 'echo-bot@example.com', full_name: 'Echo' },
        trigger: 'mention',
        outcome: 'quiet',
        reading: { kind: 'quiet', because: 'response_not_required' },
        attempts: [
          { duration: 0, exchanges: [{ method: 'POST', status: 200 }], result: { kind: 'answered', status: 200 } },
        ],
      })
      expect(JSON.stringify(record).includes(token)).toBe(showSecrets)
    }
  })

  it("goes to each mentioned bot with that bot's token, one after the other", async () => {
    const order: string[] = []
    const { simulator } = open(async () => {
      order.push('echo begins')
      await Promise.resolve()
      order.push('echo ends')
      return Response.json({ content: 'from Echo' })
    })
    const tick = simulator.addBot({ full_name: 'Tick', owner: 'hamlet' })
    simulator.connect('tick', async (request) => {
      order.push('tick begins')
      expect(await request.json()).toMatchObject({ bot_full_name: 'Tick', token: tick.token })
      return Response.json({ content: 'from Tick' })
    })
    simulator.say('hamlet', lunch, '@**Tick** and @**Echo**')
    await simulator.idle()
    expect(order).toEqual(['echo begins', 'echo ends', 'tick begins'])
    expect(
      simulator
        .messages(lunch)
        .slice(-2)
        .map(({ content }) => content),
    ).toEqual(['from Echo', 'from Tick'])
  })

  it("is not made for a message of a bot, so that bots don't answer each other", async () => {
    const { simulator, mention } = open(says('@**Echo** @**all** hello'))
    await mention()
    expect(simulator.deliveries).toHaveLength(1)
  })

  it('is made for a scheduled message when it is sent', async () => {
    const { simulator } = open(says('On time.'))
    const due = simulator.clock.now() / 1000 + 3600
    const response = await simulator.fetch(`${simulator.url}/api/v1/scheduled_messages`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${simulator.credentials('iago').email}:${simulator.credentials('iago').apiKey}`)}`,
      },
      body: new URLSearchParams({
        type: 'channel',
        to: '2',
        topic: 'lunch',
        content: '@**Echo** now',
        scheduled_delivery_timestamp: String(due),
      }),
    })
    expect(await response.json()).toMatchObject({ result: 'success' })
    expect(simulator.deliveries).toEqual([])
    await simulator.advance(3600_000)
    await simulator.idle()
    expect(simulator.messages(lunch).at(-1)?.content).toBe('On time.')
  })

  it('reaches a bot outside a private channel, and its reply is posted there', async () => {
    const { simulator } = open(says('I can hear you.'))
    const books = { channel: 'books', topic: 'march' }
    simulator.say('iago', books, '@**Echo** anybody?')
    await simulator.idle()
    expect(simulator.messages(books).at(-1)).toMatchObject({ sender_id: 20, content: 'I can hear you.' })
  })

  it('is recorded only while it is among the last `keepDeliveries`', async () => {
    const { simulator, mention } = open(quiet, { keepDeliveries: 3 })
    for (let n = 0; n < 10; n += 1) await mention()
    expect(simulator.deliveries.map(({ id }) => id)).toEqual([8, 9, 10])
  })

  it('is complete, like all others, when idle() resolves', async () => {
    const { simulator, said } = open(inTurn(says('one'), says('two'), says('three')))
    for (let n = 0; n < 3; n += 1) simulator.say('hamlet', lunch, '@**Echo** count')
    await simulator.idle()
    expect(said()).toEqual(['one', 'two', 'three'])
  })
})

describe('several simulators', () => {
  const open = kitchens()

  it('run side by side at different levels with separate state', async () => {
    const older = open(says('older'), { featureLevel: 200, randomSeed: 'older' })
    const newer = open(says('newer'))
    older.simulator.say('hamlet', { to: ['echo'] }, 'hi')
    newer.simulator.say('hamlet', { to: ['echo'] }, 'hi')
    await Promise.all([older.simulator.idle(), newer.simulator.idle()])
    expect(older.simulator.deliveries.map(({ trigger }) => trigger)).toEqual(['private_message'])
    expect(newer.simulator.deliveries.map(({ trigger }) => trigger)).toEqual(['direct_message'])
    expect(older.simulator.credentials('iago').apiKey).not.toBe(newer.simulator.credentials('iago').apiKey)
  })

  it('with the same random seed record the same deliveries, messages and keys', async () => {
    const stories = await Promise.all(
      [1, 2].map(async () => {
        const { simulator, mention } = open(says('again'), { showSecrets: true, randomSeed: 'a story' })
        await mention()
        return JSON.stringify([simulator.deliveries, simulator.messages(lunch), simulator.credentials('iago')])
      }),
    )
    expect(stories[0]).toBe(stories[1])
  })
})
