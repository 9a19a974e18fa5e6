import { ApiError, CallError, EarshotError, MalformedAnswerError, RedirectError } from 'earshot/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../seed.js'
import { refusal, stage, success, user } from './stage.js'

const html = (status: number) =>
  new Response('<!doctype html><title>Oops</title>', {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
const once = { retry: { attempts: 1 } }

describe('a good answer', () => {
  it('comes with its envelope, and with fields that nobody declared', async () => {
    const { client } = stage([success({ user: { ...user, novelty: { a: [1] } }, extra: null })])
    expect(await client.users.get({ user_id: 10 })).toEqual({
      result: 'success',
      msg: '',
      extra: null,
      user: { ...user, novelty: { a: [1] } },
    })
  })

  it('may lack what is optional', async () => {
    const { avatar_url: _, ...rest } = user
    const { client } = stage([success({ user: rest })])
    expect((await client.users.get({ user_id: 10 })).user).toEqual(rest)
  })

  it('may come with any status of success', async () => {
    const { client } = stage([success({}, { status: 201 })])
    expect(await client.messages.delete({ message_id: 1 })).toEqual({ result: 'success', msg: '' })
  })

  it('may begin with a byte order mark, and has every character of every language', async () => {
    const text = JSON.stringify({ result: 'success', msg: '', user: { ...user, full_name: 'Ægir 🥖 漢字' } })
    const bytes = new TextEncoder().encode(`\uFEFF${text}`)
    const dripping = new ReadableStream({
      start(body) {
        for (const byte of bytes) body.enqueue(Uint8Array.of(byte))
        body.close()
      },
    })
    const { client } = stage([], { fetch: async () => new Response(dripping), featureLevel: 496 })
    expect((await client.users.get({ user_id: 10 })).user.full_name).toBe('Ægir 🥖 漢字')
  })

  it('cannot change what every object has', async () => {
    const body = `{"result":"success","msg":"","__proto__":{"polluted":1},"user":${JSON.stringify(user).replace('{', '{"__proto__":{"polluted":1},')}}`
    for (const dialect of ['svc', 'zulip'] as const) {
      const { client } = stage([new Response(body)], { dialect })
      const answer = await client.users.get({ user_id: 10 })
      for (const part of [answer, answer.user, {}]) {
        expect((part as { polluted?: number }).polluted).toBeUndefined()
        expect(Object.getPrototypeOf(part)).toBe(Object.prototype)
      }
    }
  })

  it('is told in the spec’s words, whatever the server’s are', async () => {
    const wire = { zulip_feature_level: 400, zulip_version: '9.0', authentication_methods: { github: true } }
    for (const dialect of ['zulip', undefined] as const) {
      const { client } = stage([success(wire)], dialect && { dialect })
      expect(await client.server.settings()).toMatchObject({
        svc_feature_level: 400,
        svc_version: '9.0',
        authentication_methods: { idp_code_host_1: true },
      })
    }
  })

  it('says which parameters the server ignored, to whoever wants to hear it', async () => {
    const heard: unknown[] = []
    const { client } = stage([success({ ignored_parameters_unsupported: ['actions'] })], {
      onIgnored: (endpoint, parameters) => heard.push([endpoint, parameters]),
    })
    const answer = await client.users.deactivate({ user_id: 1, actions: {} })
    expect(answer.ignored_parameters_unsupported).toEqual(['actions'])
    await client.request('POST', '/typing', { actions: 1 })
    expect(heard).toEqual([
      ['users.deactivate', ['actions']],
      ['POST /typing', ['actions']],
    ])
  })
})

describe('an answer that can’t be read', () => {
  const bare = (body: string) => () => new Response(body)
  it.each([
    ['a page of a proxy', () => html(502), 502, '', 'is not JSON but text/html'],
    ['a page where JSON was asked for', () => html(200), 200, '', 'is not JSON but text/html'],
    ['nothing', bare(''), 200, '', 'is not JSON, as it is empty'],
    ['half an answer', bare('{"result":"succ'), 200, '', 'is not JSON'],
    [
      'half an answer that is marked as JSON',
      () => new Response('{"result":"succ', { headers: { 'content-type': 'application/json; charset=utf-8' } }),
      200,
      '',
      'is not JSON, although it claims to be application/json',
    ],
    ['a list', bare('[]'), 200, '', 'is a list, not an object'],
    ['null', bare('null'), 200, '', 'is null, not an object'],
    ['text', bare('"success"'), 200, '', 'is a string, not an object'],
    ['no envelope', bare('{}'), 200, 'result', 'is not as declared'],
    ['another result', bare('{"result":"maybe","msg":""}'), 200, 'result', 'is not as declared'],
    ['no text', bare('{"result":"success","complete":true}'), 200, 'msg', 'is not as declared'],
    ['a mistyped field', () => success({ complete: 'yes' }), 200, 'complete', 'expected boolean, received string'],
    ['a missing field', () => success(), 200, 'complete', 'expected boolean, received undefined'],
    ['an error without a text', bare('{"result":"error"}'), 200, 'msg', 'is missing or not a string'],
    ['a success that is none', () => success({ complete: true }, { status: 400 }), 400, 'result', 'is not `error`'],
  ])('is named: %s', async (_, reply, status, path, problem) => {
    const { client, fails } = stage([reply], once)
    const error = await fails(client.streams.deleteTopic({ stream_id: 2, topic_name: 'lunch' }))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({
      status,
      path,
      problem: expect.stringContaining(problem),
      endpoint: 'streams.deleteTopic',
    })
    expect((error as Error).message).toMatch(
      /^streams\.deleteTopic got an answer that can't be read: .+ \(HTTP \d+, .+\)\. .+\.$/,
    )
  })

  it('may be that of a server which has no such path', async () => {
    const { client, fails } = stage([html(404)], once)
    const error = await fails(client.request('GET', '/nowhere'))
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ status: 404, problem: 'is not JSON but text/html' })
    expect((error as Error).message).toMatch(/^GET \/nowhere failed: the server has no such path; .*Check the path,/)
  })

  it.each([
    [{ messages: [{}] }, 'messages[0].type'],
    [{ messages: [{ type: 'stream' }] }, 'messages[0].id'],
    [{ messages: 5 }, 'messages'],
  ])('is named by the place in it: %o', async (body, path) => {
    const { client, fails } = stage([success(body)])
    expect(await fails(client.messages.list({ anchor: 'newest' }))).toMatchObject({ path })
  })

  it('is not read to its end when it is too long', async () => {
    const endless = { pulled: 0, canceled: false }
    const flood = () =>
      new Response(
        new ReadableStream({
          pull(body) {
            endless.pulled += 1
            body.enqueue(new Uint8Array(1000))
          },
          cancel() {
            endless.canceled = true
          },
        }),
      )
    const { client, fails, sent } = stage([], { fetch: async () => flood(), maxAnswerBytes: 10_000, featureLevel: 496 })
    const error = await fails(client.users.list())
    expect(error).toMatchObject({ code: 'malformed_answer', status: 200, problem: 'is longer than 10000 bytes' })
    expect(endless.canceled).toBe(true)
    expect(endless.pulled).toBeLessThan(20)
    expect(sent).toHaveLength(0)
  })

  it.each([
    ['in the words of svc', 'svc', 'x'],
    ['without a word of zulip', 'zulip', 'x'],
  ] as const)('may be nested as deep as it likes, %s', async (_, dialect, field) => {
    const { client, succeeds } = stage([deepAnswer(field)], { dialect })
    expect(await succeeds(client.messages.delete({ message_id: 1 }))).toMatchObject({ result: 'success' })
  })

  it('is refused when it is nested too deeply to be translated', async () => {
    const { client, fails } = stage([deepAnswer('zulip_version')], { dialect: 'zulip' })
    const error = await fails(client.messages.delete({ message_id: 1 }))
    expect(error).toMatchObject({ code: 'malformed_answer', problem: 'is nested too deeply' })
  })

  it('is an answer or an error of ours, whatever comes', async () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.record({
        result: fc.constantFrom<unknown>('success', 'error', 1, null),
        msg: fc.constantFrom<unknown>('', 1),
      }),
      fc.record({
        result: fc.constant('success'),
        msg: fc.constant(''),
        user: fc.jsonValue(),
        members: fc.jsonValue(),
      }),
      fc.record({ result: fc.constant('error'), msg: fc.string(), code: fc.jsonValue(), objections: fc.jsonValue() }),
    )
    const status = fc.constantFrom(200, 201, 301, 400, 401, 404, 429, 500, 503)
    const names = ['get', 'list', 'me'] as const
    await fc.assert(
      fc.asyncProperty(
        odd,
        status,
        fc.constantFrom(...names),
        fc.integer({ min: 0, max: 496 }),
        async (body, code, name, featureLevel) => {
          const { client, time } = stage([Response.json(body, { status: code })], { ...once, featureLevel })
          const call = name === 'get' ? client.users.get({ user_id: 1 }) : client.users[name]()
          const outcome = await time.until(call.catch((error: unknown) => error))
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(CallError)
          else expect(outcome).toMatchObject({ result: 'success' })
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('a refusal', () => {
  it('carries what the service said', async () => {
    const { client, fails } = stage([refusal(400, 'BAD_REQUEST', 'No such user')])
    const error = await fails(client.users.get({ user_id: 99 }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toBeInstanceOf(EarshotError)
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'BAD_REQUEST',
      msg: 'No such user',
      status: 400,
      endpoint: 'users.get',
      extra: {},
      attempts: 1,
      mayHaveTakenEffect: false,
    })
    expect((error as Error).message).toBe(
      'users.get was refused: No such user (BAD_REQUEST, HTTP 400, sent once). ' +
        'Change the call; repeating it unchanged will fail again.',
    )
  })

  it('has its extra fields, by code', async () => {
    const objections = [
      { type: 'realm', settings: ['can_invite_users_group'] },
      { type: 'novel', more: 1 },
    ]
    const { client, fails } = stage([
      refusal(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections }),
    ])
    const error = (await fails(client.userGroups.deactivate({ user_group_id: 24 }))) as ApiError
    expect(error.is('STREAM_DOES_NOT_EXIST')).toBe(false)
    expect(error.is('CANNOT_DEACTIVATE_GROUP_IN_USE') && error.extra.objections).toEqual(objections)
  })

  it.each([
    [{ objections: 'none' }, []],
    [{}, []],
    [{ objections: [{ type: 5, settings: 'x', channel_id: 'y', kept: 1 }] }, [{ type: 'unknown', kept: 1 }]],
  ])('is not lost over a mistyped detail: %o', async (extra, objections) => {
    const { client, fails } = stage([refusal(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'In use.', extra)])
    expect(await fails(client.userGroups.deactivate({ user_group_id: 24 }))).toMatchObject({ extra: { objections } })
  })

  it('is kept no longer than anybody reads, whatever the server sends', async () => {
    const long = 'x'.repeat(10_000_000)
    const { client, fails } = stage([refusal(400, 'BAD_REQUEST', long)], once)
    const error = (await fails(client.users.me())) as ApiError
    expect(error.msg).toBe('x'.repeat(10_000))
    expect(JSON.stringify([error.message, error]).length).toBeLessThan(200_000)
  })

  it('keeps neither a code nor extra fields without end', async () => {
    const answer = refusal(400, 'X'.repeat(10_000_000), 'Odd.', { queue_id: 'x'.repeat(1_000_000) })
    const first = stage([answer], once)
    const error = (await first.fails(first.client.users.me())) as ApiError
    expect(error).toMatchObject({ code: 'X'.repeat(100), msg: 'Odd.', extra: {} })
    expect(error.message.length).toBeLessThan(1_000)
    const inUse = refusal(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'In use.', { objections: 'x'.repeat(1_000_000) })
    const { client, fails } = stage([inUse], once)
    expect(await fails(client.userGroups.deactivate({ user_group_id: 24 }))).toMatchObject({
      extra: { objections: [] },
    })
  })

  it('keeps no more of a name in an answer that is not as declared', async () => {
    const { client, fails } = stage([success({ emoji: { ['x'.repeat(1_000_000)]: 5 } })])
    const error = await fails(client.emoji.list())
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(JSON.stringify([(error as Error).message, error]).length).toBeLessThan(10_000)
  })

  it('keeps the extra fields of a code that nobody declared', async () => {
    const { client, fails } = stage([refusal(400, 'constructor', 'Odd.', { toString: 1, queue_id: 'a' })])
    expect(await fails(client.users.me())).toMatchObject({ code: 'constructor', extra: { queue_id: 'a' } })
  })

  it.each([
    [405, { result: 'error', msg: 'Method Not Allowed', allowed_methods: ['GET'] }, 'HTTP_405'],
    [500, { result: 'error', msg: 'Internal server error' }, 'HTTP_500'],
    [200, { result: 'error', msg: 'Odd', code: 'BAD_REQUEST' }, 'BAD_REQUEST'],
  ])('with the status %i and the body %o has the code %s', async (status, body, code) => {
    const { client, fails } = stage([Response.json(body, { status })], once)
    expect(await fails(client.users.me())).toMatchObject({ code, status, msg: body.msg })
  })

  it.each([
    [401, 'UNAUTHORIZED', 'Invalid API key', true],
    [401, 'INVALID_API_KEY', 'Invalid API key', true],
    [403, 'USER_DEACTIVATED', 'Account is deactivated', true],
    [400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator', false],
  ])('%i %s is about the credentials: %4$s', async (status, code, msg, about) => {
    const { client, fails } = stage([refusal(status, code, msg)])
    const error = (await fails(client.users.me())) as ApiError
    expect(error.isAuthentication).toBe(about)
    expect(error.message.includes('`apiKey`')).toBe(about)
  })
})

describe('a redirect', () => {
  it.each([
    [301, 'https://elsewhere.example/api/v1/users/me', 'https://elsewhere.example/api/v1/users/me'],
    [302, '/login?next=x', 'https://chat.example.com/login?next=x'],
    [307, 'http://chat.example.com/api/v1/users/me', 'http://chat.example.com/api/v1/users/me'],
    [308, '//evil.example/', 'https://evil.example/'],
    [303, 'http://[', 'http://['],
  ])('%i to %s is not followed: the key stays here', async (status, location, to) => {
    const { client, sent, fails } = stage([new Response(null, { status, headers: { location } })])
    const error = await fails(client.users.me())
    expect(error).toBeInstanceOf(RedirectError)
    expect(error).toMatchObject({ code: 'redirect', status, from: 'https://chat.example.com/api/v1/users/me', to })
    expect((error as Error).message).toMatch(
      /was redirected from .+ to .+; credentials are not sent there\. .*set `site` to it\./,
    )
    expect(sent).toHaveLength(1)
    expect(sent[0]?.init.redirect).toBe('manual')
  })

  it('that the platform hides is told as far as it can be', async () => {
    const hidden = { status: 0, headers: new Headers(), body: null } as Response
    const { client, fails } = stage([], { fetch: async () => hidden })
    expect(await fails(client.users.me())).toMatchObject({ code: 'redirect', to: undefined })
  })
})

function deepAnswer(field: string): Response {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  return new Response(`{"result":"success","msg":"","${field}":${deep}}`)
}
