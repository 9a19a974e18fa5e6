import { ApiError, Client, InvalidParameterError, MalformedAnswerError, UnsupportedByServerError } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { settings } from './calls/answers.js'
import { calls } from './calls/endpoints.js'
import { mistyped } from './calls/mistyped.js'
import { olderServers } from './calls/olderServers.js'
import { refusals } from './calls/refusals.js'
import { settingsCalls } from './calls/serverSettings.js'
import { tooOld, unsent } from './calls/unsent.js'
import { type RawRequest, serve } from './wire.js'

/** `iago@example.com:KeyOfIagoKeyOfIago`, as section 5.1 sends it. */
const authorization = 'Basic aWFnb0BleGFtcGxlLmNvbTpLZXlPZklhZ29LZXlPZklhZ28='

interface Meeting<Result> {
  /** What was sent, the question for the server's settings apart. */
  readonly sent: readonly RawRequest[]
  readonly outcome: PromiseSettledResult<Result>
}

/** Lets a client speak to a server that is answered by hand. */
async function meet<Result>(
  play: (client: Client) => Promise<Result>,
  { level, status = 200, answer = '' }: { level?: number | undefined; status?: number; answer?: string },
): Promise<Meeting<Result>> {
  const sent: RawRequest[] = []
  const server = await serve((request) => {
    if (request.target === '/api/v1/server_settings') {
      expect(request.headers.authorization).toBeUndefined()
      const body = { result: 'success', msg: '', ...settings, svc_feature_level: level ?? 496 }
      return { status: 200, body: JSON.stringify(body) }
    }
    sent.push(request)
    return { status, body: answer }
  })
  try {
    const client = new Client({ site: server.url, email: 'iago@example.com', apiKey: 'KeyOfIagoKeyOfIago' })
    const [outcome] = await Promise.allSettled([play(client)])
    return { sent, outcome }
  } finally {
    await server.close()
  }
}

/** Method, target, credentials and body, as they must be on the wire. */
function expectSent(actual: readonly RawRequest[], { request, form }: { request: string; form?: string }): void {
  expect(
    actual.map(({ method, target, headers, body }) => ({
      request: `${method} ${target}`,
      authorization: headers.authorization,
      type: headers['content-type']?.split(';')[0],
      body,
    })),
  ).toEqual([
    {
      request,
      authorization,
      type: form === undefined ? undefined : 'application/x-www-form-urlencoded',
      body: form ?? '',
    },
  ])
}

describe.each([
  ['4 endpoints', calls],
  ['9 servers of before', olderServers],
] as const)('the client, %s', (_, table) => {
  it.each(table.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const { sent, outcome } = await meet((client) => each.call(client), { level: each.level, answer: each.answer })
    expect(outcome).toEqual({ status: 'fulfilled', value: each.gives })
    expectSent(sent, each)
  })
})

describe('the client, 4.20 server settings', () => {
  it.each(settingsCalls.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const server = await serve(({ target }) => ({ status: target === each.target ? 200 : 500, body: each.answer }))
    try {
      const client = new Client({ site: server.url, email: 'iago@example.com', apiKey: 'KeyOfIagoKeyOfIago' })
      expect(await each.call(client)).toEqual(each.gives)
    } finally {
      await server.close()
    }
  })
})

describe('the client, 7 errors', () => {
  it.each(refusals.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const { sent, outcome } = await meet((client) => each.call(client), each)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { ...each.error, status: each.status } })
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(ApiError)
    expectSent(sent, each)
  })
})

describe('the client rejects a response with', () => {
  it.each(mistyped.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const server = await serve(({ target }) => {
      const asked = target === '/api/v1/server_settings' && !('svc_version' in JSON.parse(each.answer))
      return { status: 200, body: asked ? '{"result":"success","msg":"","svc_feature_level":496}' : each.answer }
    })
    try {
      const client = new Client({ site: server.url, email: 'iago@example.com', apiKey: 'KeyOfIagoKeyOfIago' })
      const [outcome] = await Promise.allSettled([each.call(client)])
      expect(outcome).toMatchObject({ status: 'rejected', reason: { path: each.path } })
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(MalformedAnswerError)
    } finally {
      await server.close()
    }
  })
})

describe('the client does not send', () => {
  it.each(unsent.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const { sent, outcome } = await meet((client) => each.call(client), { answer: '{"result":"success","msg":""}' })
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(each.names) } })
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(InvalidParameterError)
    expect(sent).toEqual([])
  })
})

describe('the client does not send to a server that is too old for it', () => {
  it.each(tooOld.map((each) => [each.title, each] as const))('%s', async (_title, each) => {
    const { sent, outcome } = await meet((client) => each.call(client), {
      level: each.level,
      answer: '{"result":"success","msg":""}',
    })
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(each.names) } })
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(UnsupportedByServerError)
    expect(sent).toEqual([])
  })
})
