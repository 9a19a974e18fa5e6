import { ApiError, InvalidParameterError, type Transport } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { badGateway, refusal, stage, success } from './stage.js'

describe('a call to an endpoint that nobody declared', () => {
  it('puts the parameters of a GET into the query, and gives the answer as it is', async () => {
    const { client, sent } = stage([success({ topics: [{ name: 'svc' }], zulip_version: '9' })], { dialect: 'zulip' })
    const answer = await client.request('GET', '/users/me/2/topics', { a: 'x y', b: [1], c: true })
    expect(answer).toEqual({ result: 'success', msg: '', topics: [{ name: 'svc' }], zulip_version: '9' })
    expect(sent[0]).toMatchObject({
      method: 'GET',
      path: '/users/me/2/topics',
      query: { a: 'x y', b: '[1]', c: 'true' },
    })
    expect(sent[0]?.headers.has('authorization')).toBe(true)
  })

  it('puts the parameters of any other into the form, and leaves out what is undefined', async () => {
    const { client, sent } = stage([success()])
    await client.request('PUT', '/bot_storage', { storage: { a: 1 }, none: undefined, nil: null })
    expect(sent[0]).toMatchObject({ method: 'PUT', form: { storage: '{"a":1}', nil: 'null' } })
  })

  it('sends a file', async () => {
    const { client, sent } = stage([success()])
    await client.request('POST', '/realm/emoji/bread', { f: new Blob(['x']), as: 'y' })
    expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
  })

  it('needs no parameters', async () => {
    const { client, sent } = stage([success()])
    await client.request('DELETE', '/typing')
    expect(sent[0]?.init.body).toBeUndefined()
  })

  it('is refused as any other', async () => {
    const { client, fails } = stage([refusal(400, 'BAD_EVENT_QUEUE_ID', 'Bad event queue ID: 1', { queue_id: '1' })])
    const error = await fails(client.request('DELETE', '/events', { queue_id: '1' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ endpoint: 'DELETE /events', code: 'BAD_EVENT_QUEUE_ID', extra: { queue_id: '1' } })
  })

  it.each([
    ['GET', undefined, 3],
    ['GET', false, 1],
    ['POST', undefined, 1],
    ['POST', true, 3],
  ] as const)('%s with `repeatable` %s is sent %i times', async (method, repeatable, times) => {
    const { client, sent, fails } = stage([badGateway()])
    await fails(client.request(method, '/typing', {}, repeatable === undefined ? {} : { repeatable }))
    expect(sent).toHaveLength(times)
  })

  it('passes its priority on to the transport', async () => {
    const priorities: unknown[] = []
    const transport: Transport = {
      async send(_, { priority }) {
        priorities.push(priority)
        return { status: 200, text: '{"result":"success","msg":""}', header: () => undefined }
      },
    }
    const { client } = stage([], { transport })
    await client.request('POST', '/typing', {}, { priority: 'bulk' })
    await client.request('POST', '/typing')
    expect(priorities).toEqual(['bulk', undefined])
  })

  it('ends when its time is up, or its caller gives up', async () => {
    const { client, fails } = stage(['hang'])
    expect(await fails(client.request('POST', '/a', {}, { timeout: 50 }))).toMatchObject({ code: 'timeout' })
    const reason = new Error('enough')
    const signal = AbortSignal.abort(reason)
    expect(await fails(client.request('POST', '/a', {}, { signal }))).toBe(reason)
  })

  it.each([
    '',
    'users',
    'https://evil.example/',
    '@evil.example/',
    '.evil.example/',
    '/..',
    '/../v2/users',
    '/a/../../..',
    '/%2e%2e/x',
    '/a/%2E%2E%2Fb',
    '/a/..\\b',
    '/.',
    '/a/./b',
    '/\\evil.example',
    '/a?b=c',
    '/a#b',
    '/a b',
    '/a\nb',
    '/\tevil',
    undefined,
    null,
    7,
  ])('does not take %o for a path', async (path) => {
    const { client, sent, fails } = stage([success()])
    const error = await fails(client.request('GET', path as string))
    expect(error).toBeInstanceOf(InvalidParameterError)
    expect(error).toMatchObject({ field: 'path', endpoint: 'client.request' })
    expect(sent).toHaveLength(0)
  })

  it.each(['/users/me', '/a//b', '/users/a%40example.com', '/a%2Fb', '/...', '/a..b'])(
    'takes %o for a path',
    async (path) => {
      const { client, sent } = stage([success()], { site: 'https://example.com/chat' })
      await client.request('GET', path)
      expect(sent[0]?.url).toBe(`https://example.com/chat/api/v1${path}`)
    },
  )

  it.each(['HEAD', 'get', 'CONNECT', '', undefined])('does not take %o for a method', async (method) => {
    const { client, fails } = stage([success()])
    expect(await fails(client.request(method as 'GET', '/a'))).toMatchObject({ field: 'method' })
  })

  it('does not send a file with a GET', async () => {
    const { client, fails } = stage([success()])
    expect(await fails(client.request('GET', '/a', { f: new Blob([]) }))).toMatchObject({
      field: 'f',
    })
  })
})
