import { createReceiver } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { kit } from './kit.js'
import { directMessage, echoBot, echoToken, type Json, mention } from './notifications.js'

const oneMebibyte = 2 ** 20

/** JSON text whose arrays lie in each other, so many levels deep. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('a receiver accepts', () => {
  it('a notification with a valid token', async () => {
    const { post, delivered } = kit()
    expect(await post()).toMatchObject({ status: 200, body: { response_not_required: true } })
    expect(delivered).toHaveLength(1)
    expect(delivered[0]?.notification).toMatchObject({ trigger: 'mention', message: { id: 201, subject: 'oven #12' } })
  })

  it('any of several tokens during rotation', async () => {
    const { post, delivered } = kit({ binding: { tokens: [echoToken, 'n'.repeat(32)] } })
    expect((await post(mention({ id: 1 }))).status).toBe(200)
    expect((await post(mention({ id: 2 }, { token: 'n'.repeat(32) }))).status).toBe(200)
    expect(delivered).toHaveLength(2)
  })

  it("a bot's address in any case", async () => {
    const { post, delivered } = kit()
    expect((await post(mention({}, { bot_email: 'Echo-Bot@Example.com' }))).status).toBe(200)
    expect(delivered).toHaveLength(1)
  })

  it('deliveries to several bots, each only with its own token', async () => {
    const seen: string[] = []
    const timer = {
      bot: { handle: async () => void seen.push('timer') },
      credentials: { ...echoBot, email: 'timer-bot@example.com' },
      tokens: ['s'.repeat(32)],
    }
    const { post } = kit({ handle: () => void seen.push('echo'), others: [timer] })
    await post(mention({ id: 1 }, { bot_email: 'timer-bot@example.com', token: 's'.repeat(32) }))
    await post(mention({ id: 2 }))
    expect(seen).toEqual(['timer', 'echo'])
    expect((await post(mention({ id: 3 }, { bot_email: 'timer-bot@example.com' }))).status).toBe(401)
    expect((await post(mention({ id: 4 }, { token: 's'.repeat(32) }))).status).toBe(401)
  })

  it("an old server's private_message as direct_message", async () => {
    const { post, delivered } = kit()
    await post(directMessage({}, { trigger: 'private_message' }))
    expect(delivered[0]?.notification.trigger).toBe('direct_message')
  })

  it('an unknown trigger', async () => {
    const { post, delivered } = kit()
    expect((await post(mention({}, { trigger: 'reaction_added' }))).status).toBe(200)
    expect(delivered[0]?.notification.trigger).toBe('reaction_added')
  })

  it('unknown fields, which it passes on', async () => {
    const { post, delivered } = kit()
    await post(mention({ mood: 'sunny' }, { weather: { sky: 'clear' } }))
    expect(delivered[0]?.notification).toMatchObject({ weather: { sky: 'clear' }, message: { mood: 'sunny' } })
  })

  it('a notification with harmless invalid fields, which it drops with a warning', async () => {
    const { post, delivered, lines } = kit()
    expect((await post(mention({ client: 7, reactions: 'none' }))).status).toBe(200)
    expect(delivered[0]?.notification.message.client).toBeUndefined()
    expect(delivered[0]?.notification.message.reactions).toEqual([])
    expect(lines.find(({ level }) => level === 'warn')?.fields.warnings).toMatchObject([
      { path: 'message.client' },
      { path: 'message.reactions' },
    ])
  })

  it.each([{}, { dialect: 'zulip' } as const])(
    'a notification in the words of a dialect, with the options %o',
    async (binding) => {
      const { post, delivered } = kit({ binding })
      const reaction = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji', user_id: 8 }
      // A custom emoji may have that name too.
      const custom = { emoji_name: 'zulip', emoji_code: '7', reaction_type: 'realm_emoji', user_id: 8 }
      await post(mention({ reactions: [reaction, custom] }))
      expect(delivered[0]?.notification.message.reactions).toEqual([
        { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji', user_id: 8 },
        custom,
      ])
    },
  )

  it('NUL characters and unusual Unicode in a text', async () => {
    const content = '@**Echo** a\0b 👩‍🍳 \u{10FFFF} \uD800'
    const { post, delivered } = kit()
    expect((await post(mention({ content }))).status).toBe(200)
    expect(delivered[0]?.notification.data).toBe('@**Echo** a\0b 👩‍🍳 \u{10FFFF} \uD800')
  })

  it('keys named __proto__ and constructor without effect on prototypes', async () => {
    const text = JSON.stringify(mention()).replace('{', '{"__proto__":{"admin":true},"constructor":{"prototype":{}},')
    const { post, delivered } = kit()
    expect((await post(text)).status).toBe(200)
    expect(Reflect.get(delivered[0]?.notification ?? {}, 'admin')).toBeUndefined()
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })

  it('a body with a byte order mark', async () => {
    const { post } = kit()
    expect((await post(`\uFEFF${JSON.stringify(mention())}`)).status).toBe(200)
  })
})

describe('a receiver refuses', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s with 405 and an Allow header',
    async (method) => {
      const { receiver, delivered } = kit()
      const response = await receiver.request('/', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
      expect(delivered).toEqual([])
    },
  )

  it.each([
    ['an empty body', '', 'empty_body'],
    ['what is no JSON', '{"token": "abc"', 'invalid_json'],
    ['an HTML page', '<!doctype html><p>Hello', 'invalid_json'],
    ['a form', 'token=abc&text=hello', 'invalid_json'],
    ['a NUL byte outside a text', '{\0}', 'invalid_json'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'invalid_utf8'],
    ['UTF-8 that is cut off', new TextEncoder().encode('"👩"').slice(0, 4), 'invalid_utf8'],
    ['an overlong sequence', new Uint8Array([0x22, 0xc0, 0x80, 0x22]), 'invalid_utf8'],
    ['null', 'null', 'not_an_object'],
    ['a number', '7', 'not_an_object'],
    ['a text', '"hello"', 'not_an_object'],
    ['an array', '[]', 'not_an_object'],
    ['JSON that is nested 100 levels deep', nested(100), 'too_deep'],
    ['JSON that is nested half a million levels deep', nested(500_000), 'too_deep'],
    ['a deep object behind a right token', JSON.stringify(mention()).replace('{', `{"x":${nested(40)},`), 'too_deep'],
  ])('%s', async (_, body, code) => {
    const { post, delivered } = kit()
    expect(await post(body)).toMatchObject({ status: 400, body: { error: { code } } })
    expect(delivered).toEqual([])
  })

  it('a body over the limit by its Content-Length', async () => {
    const { post } = kit()
    expect(await post('{}', { 'content-length': String(50 * oneMebibyte) })).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
  })

  it('a body over the limit without Content-Length, before reading all of it', async () => {
    const { post } = kit()
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
    })
    expect((await post(endless)).status).toBe(413)
    expect(pulled).toBeLessThan(20)
  })

  it('a body over the limit with a false Content-Length', async () => {
    const { post } = kit({ maxBodyBytes: 500 })
    expect((await post(JSON.stringify(mention()), { 'content-length': '12' })).status).toBe(413)
  })

  it.each(['abc', '-1', '1e3', ''])('no valid body because of the Content-Length %j', async (length) => {
    const { post } = kit()
    expect((await post(mention(), { 'content-length': length })).status).toBe(200)
  })

  it('a body of one byte over the limit, but not one of exactly the limit', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(mention()))
    expect((await kit({ maxBodyBytes: bytes.length }).post(bytes)).status).toBe(200)
    expect((await kit({ maxBodyBytes: bytes.length - 1 }).post(bytes)).status).toBe(413)
  })

  it('a body that ends with a stream error', async () => {
    const { post } = kit()
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"token":'))
      },
      pull(controller) {
        controller.error(new Error('the connection is gone'))
      },
    })
    expect(await post(broken)).toMatchObject({ status: 400, body: { error: { code: 'unreadable_body' } } })
  })

  it('an unknown bot and a wrong token with the same response', async () => {
    const { post, delivered } = kit()
    const wrongToken = await post(mention({}, { token: 'x'.repeat(32) }))
    const unknownBot = await post(mention({}, { bot_email: 'nobody@example.com' }))
    const bothWrong = await post(mention({}, { bot_email: 'nobody@example.com', token: '' }))
    expect(wrongToken.status).toBe(401)
    for (const other of [unknownBot, bothWrong]) {
      expect(other.status).toBe(401)
      expect(other.text).toBe(wrongToken.text)
      expect([...other.headers]).toEqual([...wrongToken.headers])
    }
    expect(delivered).toEqual([])
  })

  it.each(['', ' ', 't'.repeat(31), 't'.repeat(33), `${'t'.repeat(31)}u`, `${echoToken}\0`, 'T'.repeat(32)])(
    'the almost valid token %j',
    async (token) => {
      expect((await kit().post(mention({}, { token }))).status).toBe(401)
    },
  )

  it.each([
    ['bot_email', { bot_email: undefined }, {}],
    ['bot_email', { bot_email: ['echo-bot@example.com'] }, {}],
    ['token', { token: undefined }, {}],
    ['token', { token: 7 }, {}],
    ['token', { token: null }, {}],
    ['trigger', { trigger: undefined }, {}],
    ['trigger', { trigger: 1 }, {}],
    ['message', { message: undefined }, {}],
    ['message', { message: 'hello' }, {}],
    ['message.id', {}, { id: '201' }],
    ['message.id', {}, { id: 1.5 }],
    ['message.id', {}, { id: -1 }],
    ['message.type', {}, { type: 'channel' }],
    ['message.type', {}, { type: undefined }],
    ['message.sender_id', {}, { sender_id: null }],
    ['message.sender_email', {}, { sender_email: { is: 'iago' } }],
    ['message.content', {}, { content: null }],
    ['message.content', {}, { content: { text: 'hello' } }],
    ['message.stream_id', {}, { stream_id: '2' }],
    ['message.display_recipient', {}, { display_recipient: 7 }],
    [
      'message.display_recipient[0].id',
      {},
      { type: 'private', display_recipient: [{ id: 'x', email: '', full_name: '' }] },
    ],
  ] satisfies [string, Json, Json][])(
    'a notification with an invalid %s, and names the field',
    async (path, top, message) => {
      const { post, delivered } = kit()
      const answer = await post({ ...mention(message), ...top })
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_notification', path } } })
      expect(delivered).toEqual([])
    },
  )

  it('a wrong token before it checks the other fields', async () => {
    const { post } = kit()
    expect((await post({ bot_email: echoBot.email, token: 'wrong', message: 7 })).status).toBe(401)
  })

  it('with a JSON error of three sentences that repeats no input and no token', async () => {
    const { post } = kit()
    const secret = 'do-not-repeat-this'
    for (const body of [secret, { ...mention(), token: secret }, mention({ id: secret, content: secret })]) {
      const answer = await post(body)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect((answer.body as { error: { message: string } }).error.message.split('. ').length).toBeGreaterThanOrEqual(3)
      expect(answer.text).not.toContain(secret)
      expect(answer.text).not.toContain(echoToken)
    }
  })

  it('invalid bodies without affecting the next request', async () => {
    const { post, delivered } = kit()
    for (const body of ['', '{', nested(1_000), 'null', new Uint8Array([0xff])]) await post(body)
    expect((await post()).status).toBe(200)
    expect(delivered).toHaveLength(1)
  })
})

describe('createReceiver with invalid options', () => {
  const bot = { handle: async () => {} }
  const binding = { bot, credentials: echoBot, tokens: [echoToken] }

  it.each([
    ['without bots', { bots: [] }, 'bots'],
    ['with an undefined entry', { bots: [undefined as never] }, 'bots[0].bot'],
    ['without a bot', { bots: [{ ...binding, bot: undefined as never }] }, 'bots[0].bot'],
    ['without credentials', { bots: [{ ...binding, credentials: undefined as never }] }, 'bots[0].credentials'],
    ['without an email', { bots: [{ ...binding, credentials: {} as never }] }, 'bots[0].credentials'],
    ['without tokens', { bots: [{ ...binding, tokens: undefined as never }] }, 'bots[0].tokens'],
    ['with tokens that are no list', { bots: [{ ...binding, tokens: echoToken as never }] }, 'bots[0].tokens'],
    ['without a token', { bots: [{ ...binding, tokens: [] }] }, 'bots[0].tokens'],
    ['with a short token', { bots: [{ ...binding, tokens: [echoToken, 'fifteen letters'] }] }, 'bots[0].tokens'],
    [
      'with a short API key',
      { bots: [{ ...binding, credentials: { ...binding.credentials, apiKey: 'fifteen letters' } }] },
      'bots[0].credentials.apiKey',
    ],
    [
      'with a short API key of the owner',
      { bots: [{ ...binding, owner: { email: 'iago@example.com', apiKey: 'fifteen letters' } }] },
      'bots[0].owner.apiKey',
    ],
    ['with an empty token', { bots: [{ ...binding, tokens: [echoToken, ' '] }] }, 'bots[0].tokens'],
    ['with two bots of one address', { bots: [binding, binding] }, 'bots[1]'],
    ['with a duration of zero', { bots: [binding], answerBy: 0 }, 'answerBy'],
    ['with a duration of NaN', { bots: [binding], handlerTimeout: Number.NaN }, 'handlerTimeout'],
    ['with an age that is text', { bots: [binding], dedupe: { age: '10m' as never } }, 'dedupe.age'],
    ['with a limit below zero', { bots: [binding], maxBodyBytes: -1 }, 'maxBodyBytes'],
  ])('%s throws an error that names the option', (_, options, option) => {
    expect(() => createReceiver(options)).toThrow(expect.objectContaining({ code: 'receiver_option', option }))
  })

  it('never shows a token in the error', () => {
    try {
      createReceiver({ bots: [{ ...binding, tokens: [echoToken, ''] }] })
      expect.unreachable()
    } catch (error) {
      expect(String(error)).not.toContain(echoToken)
    }
  })
})
