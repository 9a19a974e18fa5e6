import { ApiError, MalformedAnswerError, NetworkError, TimeoutError } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { badGateway, fetchFailed, type Reply, refusal, stage, success, user } from './stage.js'

const rateLimited = (more: object = {}, headers: Record<string, string> = {}) =>
  refusal(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit', more, headers)
const internalError = () => Response.json({ result: 'error', msg: 'Internal server error' }, { status: 500 })

const read = (script: readonly Reply[], options = {}) => {
  const set = stage(script, options)
  return { ...set, call: () => set.client.users.getByEmail({ email: 'a@example.com' }) }
}
const send = (script: readonly Reply[], options = {}) => {
  const set = stage(script, options)
  return { ...set, call: () => set.client.messages.send({ type: 'stream', to: 2, topic: 'lunch', content: 'hi' }) }
}

/** Milliseconds between one request and the next. */
const waits = (sent: readonly { at: number }[]) => sent.slice(1).map(({ at }, before) => at - (sent[before]?.at ?? 0))

describe('a call that is safe to repeat', () => {
  it.each<[string, Reply]>([
    ['a proxy in trouble', badGateway()],
    ['an internal error', internalError()],
    ['a broken connection', fetchFailed('ECONNRESET')],
    ['a refused connection', fetchFailed('ECONNREFUSED', 'connect')],
    ['an unknown host', fetchFailed('ENOTFOUND', 'getaddrinfo')],
    ['being told to slow down', rateLimited()],
    ['silence', 'hang'],
  ])('is sent again after %s', async (_, trouble) => {
    const { call, sent, succeeds } = read([trouble, success({ user })])
    expect((await succeeds(call())).user.full_name).toBe('Hamlet')
    expect(sent).toHaveLength(2)
  })

  it('is sent three times at most, waiting longer each time', async () => {
    const { call, sent, fails } = read([badGateway()])
    expect(await fails(call())).toMatchObject({ code: 'malformed_answer', attempts: 3 })
    expect(waits(sent)).toEqual([250, 500])
  })

  it('waits a random part of that less, and never less than half', async () => {
    const { call, sent, fails } = read([badGateway()], { random: () => 0 })
    await fails(call())
    expect(waits(sent)).toEqual([125, 250])
  })

  it('follows the limits that it is given', async () => {
    const retry = { attempts: 5, firstWait: 100, longestWait: 300 }
    const { call, sent, fails } = read([fetchFailed('ECONNRESET')], { retry })
    expect(await fails(call())).toBeInstanceOf(NetworkError)
    expect(waits(sent)).toEqual([100, 200, 300, 300])
  })

  it('is sent once when that is asked for', async () => {
    const { call, sent, fails } = read([badGateway()], { retry: { attempts: 1 } })
    await fails(call())
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['a refusal', refusal(400, 'BAD_REQUEST', 'No such user'), ApiError],
    ['bad credentials', refusal(401, 'UNAUTHORIZED', 'Invalid API key'), ApiError],
    ['an answer that makes no sense', new Response('hello'), MalformedAnswerError],
    ['an unknown path', new Response('<html></html>', { status: 404 }), MalformedAnswerError],
  ])('is not sent again after %s, which would not go better', async (_, reply, kind) => {
    const { call, sent, fails } = read([reply])
    const error = await fails(call())
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ attempts: 1, mayHaveTakenEffect: false })
    expect(sent).toHaveLength(1)
  })

  it('changes nothing when it is a read, however often it failed', async () => {
    const { call, fails } = read([fetchFailed('ECONNRESET')])
    expect(await fails(call())).toMatchObject({ attempts: 3, mayHaveTakenEffect: false })
  })

  it('may have taken effect when it is no read', async () => {
    const { client, fails } = stage([fetchFailed('ECONNRESET'), refusal(400, 'BAD_REQUEST', 'Invalid order mapping.')])
    const error = await fails(client.profileFields.reorder({ order: [1] }))
    expect(error).toMatchObject({ code: 'BAD_REQUEST', attempts: 2, mayHaveTakenEffect: true })
    expect((error as Error).message).toContain('sent 2 times; it may have taken effect')
  })
})

describe('a call that is not safe to repeat', () => {
  it.each<[string, Reply, object]>([
    ['a proxy in trouble', badGateway(), { code: 'malformed_answer', status: 502 }],
    ['an internal error', internalError(), { code: 'HTTP_500', status: 500, msg: 'Internal server error' }],
    ['a broken connection', fetchFailed('ECONNRESET'), { code: 'network' }],
    ['an error that nobody knows', new Error('something else'), { code: 'network', reason: 'something else' }],
    ['silence', 'hang', { code: 'timeout', timeout: 30_000 }],
  ])('is never sent again after %s, as it may have taken effect', async (_, trouble, error) => {
    const { call, sent, fails } = send([trouble, success({ id: 1 })])
    const failure = await fails(call())
    expect(failure).toMatchObject({ ...error, attempts: 1, mayHaveTakenEffect: true })
    expect((failure as Error).message).toMatch(/it may have taken effect/)
    expect(sent).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    ['a refused connection', fetchFailed('ECONNREFUSED', 'connect')],
    ['an unknown host', fetchFailed('ENOTFOUND', 'getaddrinfo')],
    ['a name server that is busy', fetchFailed('EAI_AGAIN', 'getaddrinfo')],
    ['a host that can’t be reached', fetchFailed('EHOSTUNREACH', 'connect')],
    ['a connection that never came about', fetchFailed('UND_ERR_CONNECT_TIMEOUT')],
    [
      'refused connections on every address',
      new TypeError('fetch failed', {
        cause: new AggregateError([fetchFailed('ECONNREFUSED', 'connect'), fetchFailed('ENETUNREACH', 'connect')]),
      }),
    ],
    ['being told to slow down', rateLimited()],
  ])('is sent again after %s, as it never took effect', async (_, trouble) => {
    const { call, sent, succeeds } = send([trouble, success({ id: 77 })])
    expect((await succeeds(call())).id).toBe(77)
    expect(sent).toHaveLength(2)
  })

  it('is not sent again when one of several addresses may have heard it', async () => {
    const mixed = new AggregateError([fetchFailed('ECONNREFUSED', 'connect'), fetchFailed('ECONNRESET')])
    const { call, sent, fails } = send([new TypeError('fetch failed', { cause: mixed }), success({ id: 1 })])
    expect(await fails(call())).toMatchObject({ mayHaveTakenEffect: true })
    expect(sent).toHaveLength(1)
  })

  it('certainly changed nothing when nobody was there', async () => {
    const { call, sent, fails } = send([fetchFailed('ECONNREFUSED', 'connect')])
    const error = await fails(call())
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ attempts: 0, mayHaveTakenEffect: false, reason: 'connect ECONNREFUSED' })
    expect((error as Error).message).toBe(
      'messages.send got no answer: connect ECONNREFUSED (not sent). ' +
        'Check that the server is up and that `site` is its address.',
    )
    expect((error as Error).cause).toBeInstanceOf(TypeError)
    expect(sent).toHaveLength(3)
  })

  it('is carried out, as far as one knows, when the answer makes no sense', async () => {
    const { call, fails } = send([new Response('thanks')])
    expect(await fails(call())).toMatchObject({ code: 'malformed_answer', mayHaveTakenEffect: true })
  })

  it('is refused, and did nothing, when the server says so', async () => {
    const { call, fails } = send([refusal(400, 'STREAM_DOES_NOT_EXIST', "Channel 'x' does not exist", { stream: 'x' })])
    expect(await fails(call())).toMatchObject({ attempts: 1, mayHaveTakenEffect: false, extra: { stream: 'x' } })
  })
})

describe('calls that became safe to repeat at a level', () => {
  const mute = (featureLevel: number) => {
    const set = stage([fetchFailed('ECONNRESET'), success()], { featureLevel })
    return { ...set, call: () => set.client.topics.setMuted({ stream_id: 2, topic: 'lunch', op: 'add' }) }
  }

  it('are repeated from it on', async () => {
    const { call, sent, succeeds } = mute(170)
    await succeeds(call())
    expect(sent).toHaveLength(2)
  })

  it('are not repeated before', async () => {
    const { call, sent, fails } = mute(169)
    await fails(call())
    expect(sent).toHaveLength(1)
  })
})

describe('a server that says when it will listen again', () => {
  it.each([
    ['seconds in the header', {}, { 'retry-after': '2' }, 2000],
    ['a part of a second in the header', {}, { 'retry-after': '0.75' }, 750],
    ['seconds in the body', { 'retry-after': 1.5 }, {}, 1500],
    ['the header before the body', { 'retry-after': 9 }, { 'retry-after': '2' }, 2000],
    ['a date', {}, { 'retry-after': 'Mon, 02 Mar 2026 05:00:07 GMT' }, 7000],
    [
      'a date, by the server’s own clock',
      {},
      { 'retry-after': 'Tue, 03 Mar 2026 12:00:05 GMT', date: 'Tue, 03 Mar 2026 12:00:00 GMT' },
      5000,
    ],
    ['a date that has passed', {}, { 'retry-after': 'Mon, 02 Mar 2026 04:59:00 GMT' }, 250],
    ['nothing that can be read', { 'retry-after': 'soon' }, { 'retry-after': 'later' }, 250],
    ['a number below nothing', { 'retry-after': -5 }, { 'retry-after': '-3' }, 250],
    ['no time at all', {}, { 'retry-after': '0' }, 250],
  ])('is left alone that long: %s', async (_, more, headers, wait) => {
    const { call, sent, succeeds } = send([rateLimited(more, headers), success({ id: 1 })])
    await succeeds(call())
    expect(waits(sent)).toEqual([wait])
  })

  it('is heard when it is in trouble, too', async () => {
    const busy = new Response('busy', { status: 503, headers: { 'retry-after': '3' } })
    const { call, sent, succeeds } = read([busy, success({ user })])
    await succeeds(call())
    expect(waits(sent)).toEqual([3000])
  })

  it('ends the call when it asks for more patience than there is', async () => {
    const { call, sent, fails } = send([rateLimited({ 'retry-after': 45.5 })])
    const error = await fails(call())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'RATE_LIMIT_HIT', retryAfter: 45_500, attempts: 1, mayHaveTakenEffect: false })
    expect((error as ApiError).is('RATE_LIMIT_HIT') && (error as ApiError<'RATE_LIMIT_HIT'>).extra['retry-after']).toBe(
      45.5,
    )
    expect((error as Error).message).toContain('wait 45.5 s')
    expect(sent).toHaveLength(1)
  })

  it('ends the call when the call would be over by then', async () => {
    const { client, sent, fails, time } = stage([rateLimited({}, { 'retry-after': '6' })])
    const began = time.now()
    expect(await fails(client.users.me({}, { timeout: 5000 }))).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    expect(time.now()).toBe(began)
    expect(sent).toHaveLength(1)
  })
})

describe('a call and its time', () => {
  it('gives up an attempt that may be repeated sooner than one that may not', async () => {
    const { call, sent, fails } = read(['hang'], { retry: { attemptTimeout: 4000 } })
    expect(await fails(call())).toMatchObject({ code: 'timeout', attempts: 3 })
    expect(waits(sent)).toEqual([4250, 4500])
  })

  it('never takes longer than it may, repeats included', async () => {
    const { client, time, fails, sent } = stage(['hang'], { timeout: 12_000 })
    const began = time.now()
    const error = await fails(client.users.me())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ attempts: 2, timeout: 12_000, mayHaveTakenEffect: false })
    expect((error as Error).message).toMatch(/^users\.me timed out after 12000 ms \(sent 2 times\)\. Set/)
    expect(time.now() - began).toBe(12_000)
    expect(sent).toHaveLength(2)
  })

  it('takes the time that one call is given instead of the usual', async () => {
    const { client, time, fails } = stage(['hang'])
    const began = time.now()
    expect(await fails(client.messages.delete({ message_id: 1 }, { timeout: 700 }))).toMatchObject({ timeout: 700 })
    expect(time.now() - began).toBe(700)
  })

  it.each([0, -1, Number.NaN, '5'])('does not take %o for a time', async (timeout) => {
    const { client, sent, fails } = stage([success(user)])
    expect(await fails(client.users.me({}, { timeout: timeout as number }))).toMatchObject({ option: 'timeout' })
    expect(sent).toHaveLength(0)
  })

  it('waits longer for what takes a server longer', async () => {
    const { client, time, fails } = stage(['hang'], { retry: { attempts: 1 } })
    const began = time.now()
    expect(await fails(client.streams.deleteTopic({ stream_id: 2, topic_name: 'a' }))).toMatchObject({
      code: 'timeout',
    })
    expect(time.now() - began).toBeGreaterThanOrEqual(60_000)
  })

  it('holds even when what sends the requests does not listen', async () => {
    const deaf = () => new Promise<Response>(() => {})
    const { client, fails } = stage([], { fetch: deaf })
    expect(await fails(client.messages.delete({ message_id: 1 }))).toMatchObject({ code: 'timeout' })
  })

  it('covers an answer that never ends', async () => {
    const drip = () =>
      new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) }))
    const { client, fails } = stage([], { fetch: async () => drip() })
    expect(await fails(client.messages.delete({ message_id: 1 }))).toMatchObject({ code: 'timeout' })
  })
})

describe('a caller who gives up', () => {
  const reason = new Error('the bot is shutting down')

  it('is not served at all when that was before', async () => {
    const { client, sent, fails } = stage([success(user)])
    expect(await fails(client.users.me({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(sent).toHaveLength(0)
  })

  it('ends a request that is under way', async () => {
    const { client, sent, fails } = stage(['hang'])
    const controller = new AbortController()
    const call = fails(client.users.me({}, { signal: controller.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort(reason)
    expect(await call).toBe(reason)
    expect(sent[0]?.init.signal?.aborted).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it('ends the wait before a repeat', async () => {
    const controller = new AbortController()
    const { client, sent, fails } = stage([
      () => {
        queueMicrotask(() => setImmediate(() => controller.abort(reason)))
        return badGateway()
      },
    ])
    expect(await fails(client.users.me({}, { signal: controller.signal }))).toBe(reason)
    expect(sent).toHaveLength(1)
  })

  it('is let go of when the call is over', async () => {
    const { signal } = new AbortController()
    const listening = { added: 0, removed: 0 }
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...parameters: Parameters<typeof add>) => {
      listening.added += 1
      add(...parameters)
    }
    signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
      listening.removed += 1
      remove(...parameters)
    }
    const { client, succeeds } = stage([badGateway(), success(user)])
    await succeeds(client.users.me({}, { signal }))
    expect(listening.added).toBeGreaterThan(0)
    expect(listening.removed).toBe(listening.added)
  })
})
