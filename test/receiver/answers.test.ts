import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { answered, everythingToHappen, gate, kit } from './kit.js'
import { directMessage, echoToken, mention } from './notifications.js'

const limit = 10_000
const quiet = { response_not_required: true }

describe("the webhook's response", () => {
  it('contains the reply as JSON with a charset', async () => {
    const { post, sent } = kit({ handle: ({ reply }) => reply('It is warm, **Iago** 🥖') })
    const answer = await post()
    expect(answer.body).toEqual({ content: 'It is warm, **Iago** 🥖' })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(sent).toEqual([])
  })

  it('requires no reply if the bot returns nothing', async () => {
    expect((await kit().post()).body).toEqual(quiet)
  })

  it.each(['', '   ', '\n\n'])('requires no reply if the reply is %j', async (text) => {
    expect((await kit({ handle: ({ reply }) => reply(text) }).post()).body).toEqual(quiet)
  })

  it('contains a widget as JSON text', async () => {
    const widget = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Bread?', choices: [] } }
    const { post } = kit({ handle: ({ reply }) => reply('Bread?', { widgetContent: JSON.stringify(widget) }) })
    expect((await post()).body).toEqual({ content: 'Bread?', widget_content: JSON.stringify(widget) })
  })

  it("goes on in further messages above the server's maximum length", async () => {
    const { post, sent } = kit({ handle: ({ reply }) => reply('🥖'.repeat(limit + 1)) })
    const { content = '' } = (await post()).body as { content?: string }
    const whole = content + sent.map((message) => String(message.content)).join('')
    expect(whole === '🥖'.repeat(limit + 1)).toBe(true)
  })

  it('contains a reply of exactly the maximum length in full', async () => {
    const text = '🥖'.repeat(limit)
    expect((await kit({ handle: ({ reply }) => reply(text) }).post()).body).toEqual({ content: text })
  })

  it('contains no NUL characters', async () => {
    expect((await kit({ handle: ({ reply }) => reply('a\0b') }).post()).body).toEqual({ content: 'ab' })
  })

  it.each([null, undefined, 7, true, { content: 'hello' }, ['hello']])(
    "never contains %j: the handler's reply call rejects",
    async (content) => {
      const errors: unknown[] = []
      const { post } = kit({
        handle: ({ reply }) => reply(content as unknown as string).catch((error: unknown) => void errors.push(error)),
      })
      expect((await post()).body).toEqual(quiet)
      expect(errors).toEqual([expect.objectContaining({ code: 'invalid_reply' })])
    },
  )

  it("is sent even if an invalid reply wasn't awaited", async () => {
    const { post } = kit({
      handle: ({ reply }) => {
        void reply(null as unknown as string)
      },
    })
    expect((await post()).body).toEqual(quiet)
  })

  it('is a 500 if the handler fails before any reply', async () => {
    const { post, lines } = kit({
      handle: () => {
        throw new Error('the oven is off')
      },
    })
    const answer = await post()
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'failed' } } })
    expect(answer.text).not.toContain('oven')
    expect(lines.find(({ level }) => level === 'error')?.fields).toMatchObject({ outcome: 'failed', message: 201 })
  })

  it('contains the reply that the handler sent before it failed', async () => {
    const { post } = kit({
      handle: async ({ reply }) => {
        await reply('Let me look')
        throw new Error('the oven is off')
      },
    })
    expect((await post()).body).toEqual({ content: 'Let me look' })
  })
})

describe('several replies', () => {
  it('are sent as messages, in order, to the topic of the delivery', async () => {
    const { post, sent } = kit({
      handle: async ({ reply }) => {
        await reply('one')
        await reply('two')
        await reply('three')
      },
    })
    expect((await post()).body).toEqual(quiet)
    const place = { type: 'stream', to: '2', topic: 'oven #12' }
    expect(sent).toEqual([
      { ...place, content: 'one' },
      { ...place, content: 'two' },
      { ...place, content: 'three' },
    ])
  })

  it("keep their order and are completed even if they aren't awaited", async () => {
    const { post, sent, receiver } = kit({
      handle: ({ reply }) => {
        for (const text of ['one', 'two', 'three']) void reply(text)
      },
    })
    await post()
    await receiver.idle()
    expect(sent.map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  })

  it('are sent to all other participants of a direct conversation', async () => {
    const people = [
      { id: 8, email: 'iago@example.com', full_name: 'Iago' },
      { id: 10, email: 'hamlet@example.com', full_name: 'Hamlet' },
      { id: 20, email: 'Echo-bot@example.com', full_name: 'Echo' },
    ]
    const { post, sent } = kit({
      handle: async ({ reply }) => {
        await reply('one')
        await reply('two')
      },
    })
    await post(directMessage({ display_recipient: people }))
    expect(sent).toMatchObject([
      { type: 'private', to: '[8,10]', content: 'one' },
      { type: 'private', to: '[8,10]', content: 'two' },
    ])
  })

  it('are sent to the sender if the server refuses them in the channel', async () => {
    const { post, sent, lines } = kit({
      refuse: ({ type }) => (type === 'stream' ? { msg: "Not authorized to send to channel 'books'" } : undefined),
      handle: async ({ reply }) => {
        await reply('one')
        await reply('two')
      },
    })
    expect((await post()).body).toEqual(quiet)
    expect(sent).toEqual([
      { type: 'private', to: '[8]', content: 'one' },
      { type: 'private', to: '[8]', content: 'two' },
    ])
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  it('reject for the handler if all sends are refused; the first one becomes the response', async () => {
    const failures: unknown[] = []
    const { post, lines } = kit({
      refuse: () => ({ msg: 'No' }),
      handle: async ({ reply }) => {
        await reply('one')
        await reply('two').catch((error: unknown) => void failures.push(error))
      },
    })
    expect((await post()).body).toEqual({ content: 'one' })
    expect(failures).toEqual([expect.objectContaining({ code: 'BAD_REQUEST', msg: 'No' })])
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('cause no unhandled rejection if they fail without being awaited', async () => {
    const { post, receiver } = kit({
      refuse: () => ({ msg: 'No' }),
      handle: ({ reply }) => {
        void reply('one')
        void reply('two')
      },
    })
    expect((await post()).status).toBe(200)
    await receiver.idle()
    await everythingToHappen()
  })
})

describe('a message from a bot of the same receiver', () => {
  it.each(['echo-bot@example.com', 'Timer-Bot@example.com'])('by %s reaches no bot', async (sender_email) => {
    const timer = { bot: { handle: async () => {} }, tokens: ['s'.repeat(32)] }
    const credentials = { site: 'https://chat.example.com', email: 'timer-bot@example.com', apiKey: 'a'.repeat(32) }
    const { post, delivered, lines } = kit({ others: [{ ...timer, credentials }] })
    expect((await post(mention({ sender_email }))).body).toEqual(quiet)
    expect(delivered).toEqual([])
    expect(lines.at(-1)).toMatchObject({ level: 'info', fields: { outcome: 'own', message: 201 } })
  })
})

describe('a delivery', () => {
  it("has the bot's client, the receiver's bot addresses and a log with the delivery's fields", async () => {
    const { post, delivered, lines } = kit({
      newDeliveryId: () => 'd1',
      handle: ({ log }) => log.info({ flour: 3 }, 'Counted'),
    })
    await post()
    expect(delivered[0]).toMatchObject({ id: 'd1', client: { email: 'echo-bot@example.com' }, owner: undefined })
    expect(delivered[0]?.ownEmails).toEqual(new Set(['echo-bot@example.com']))
    expect(lines[0]).toEqual({
      level: 'info',
      fields: { delivery: 'd1', bot: 'echo-bot@example.com', trigger: 'mention', message: 201, flour: 3 },
      message: 'Counted',
    })
  })

  it("has the owner's client if the owner's account is configured", async () => {
    const owner = { email: 'iago@example.com', apiKey: 'o'.repeat(32) }
    const { post, delivered } = kit({ binding: { owner } })
    await post()
    expect(delivered[0]?.owner).toMatchObject({ email: 'iago@example.com', client: { email: 'iago@example.com' } })
  })

  it('has an ID of its own', async () => {
    const { post, delivered } = kit()
    for (const id of [1, 2, 3]) await post(mention({ id }))
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(3)
  })
})

describe('other requests', () => {
  it.each(['GET', 'HEAD'])('to /healthz report that the receiver is alive: %s', async (method) => {
    const response = await kit().receiver.request('/healthz', { method })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(method === 'GET' ? '{"status":"ok"}' : '')
  })

  it('get 405 from /healthz for POST and 404 from unknown paths', async () => {
    const { receiver } = kit()
    const posted = await receiver.request('/healthz', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const elsewhere = await answered(await receiver.request('/elsewhere', { method: 'POST' }))
    expect(elsewhere).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  it('reach the receiver when it is mounted in another app', async () => {
    const { receiver, delivered } = kit({ handle: ({ reply }) => reply('warm') })
    const app = new Hono()
    app.use(async (c, next) => {
      c.header('x-served-by', 'bakery')
      await next()
    })
    app.route('/hook', receiver)
    app.get('/', (c) => c.text('the bakery'))
    const post = (body: string) => app.request('/hook', { method: 'POST', body })
    const answer = await post(JSON.stringify(mention()))
    expect(await answer.json()).toEqual({ content: 'warm' })
    expect(answer.headers.get('x-served-by')).toBe('bakery')
    expect((await post('{')).status).toBe(400)
    expect((await app.request('/hook')).status).toBe(405)
    expect((await app.request('/hook/healthz')).status).toBe(200)
    expect(await (await app.request('/')).text()).toBe('the bakery')
    expect(delivered).toHaveLength(1)
  })

  it('reach the receiver when middleware has already read the body', async () => {
    const { receiver } = kit({ handle: ({ reply }) => reply('warm') })
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.text()
      await next()
    })
    app.route('/', receiver)
    const answer = await app.request('/', { method: 'POST', body: JSON.stringify(mention()) })
    expect(await answer.json()).toEqual({ content: 'warm' })
  })

  it('get a 500 and an error in the log if the receiver itself fails', async () => {
    const { post, lines } = kit({
      newDeliveryId: () => {
        throw new Error('no more names')
      },
    })
    expect(await post()).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
    expect(lines).toMatchObject([{ level: 'error', message: 'A request failed' }])
  })

  it('get 503 after the shutdown signal, which also aborts running handlers', async () => {
    const shutdown = new AbortController()
    const { opened, open } = gate()
    const { post, delivered } = kit({ signal: shutdown.signal, handle: () => opened })
    const first = post()
    await everythingToHappen()
    shutdown.abort(new Error('good night'))
    expect(delivered[0]?.signal.reason).toEqual(new Error('good night'))
    expect((await post(mention({ id: 202 }, { token: echoToken }))).status).toBe(503)
    open()
    expect((await first).status).toBe(200)
    expect(delivered).toHaveLength(1)
  })
})
